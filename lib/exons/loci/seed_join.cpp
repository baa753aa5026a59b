#include "exons/loci/seed_join.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/threads/on_threads.hpp"
#include "exons/loci/seed_windows.hpp"

namespace exonweave {
namespace {

// The words of a block that the targets have as well, part by part of a list.
class genome_words {
 public:
  // What was in `words` is lost: the next list takes the same memory.
  genome_words(const seed_join& how, const word_list& list, word_places& words, const run_control& control)
      : how_(how), list_(list), words_(words) {
    next_.assign(how.genome.n_pieces(), std::vector<std::size_t>(list.n_parts()));
    on_pieces(control, [&](seed_word word, std::uint32_t, std::vector<std::size_t>& n) { ++n[list.part_of(word)]; });
    lay_out();
    on_pieces(control, [&](seed_word word, std::uint32_t codon, std::vector<std::size_t>& next) {
      words_[next[list.part_of(word)]++] = {word, codon};
    });
  }

  [[nodiscard]] std::span<const word_place> of_part(std::size_t part) const {
    return std::span<const word_place>(words_).subspan(begins_[part], begins_[part + 1] - begins_[part]);
  }

 private:
  // Calls use(word, codon, next_ of the piece).
  template <class Use>
  void on_pieces(const run_control& control, const Use& use) {
    on_threads(how_.n_threads, how_.genome.n_pieces(), control, [&] {
      return [&](std::size_t piece) {
        for (const block_frame& frame : how_.genome.frames_of(piece))
          for_each_word(how_.genome.letters(), frame.first_seed, frame.last_seed, list_.shape(),
                        [&](std::size_t codon, seed_word word) {
                          if (list_.has(word)) use(word, static_cast<std::uint32_t>(codon), next_[piece]);
                        });
      };
    });
  }

  // From how many words each piece has of each part to where they go.
  void lay_out() {
    std::size_t n = 0;
    for (std::size_t part = 0; part < list_.n_parts(); ++part) {
      begins_.push_back(n);
      for (auto& of_piece : next_) n += std::exchange(of_piece[part], n);
    }
    begins_.push_back(n);
    words_.resize(n);
  }

  const seed_join& how_;
  const word_list& list_;
  std::vector<std::vector<std::size_t>> next_;  // [pieces][parts]
  std::vector<std::size_t> begins_;             // [parts + 1] in words_
  word_places& words_;
};

// Joins part by part. Not shared by threads.
class part_joiner {
 public:
  part_joiner(const seed_join& how, std::size_t shape, const word_list& list)
      : how_(how), list_(list), shape_(static_cast<std::uint16_t>(shape)), grower_(how.rules) {
    grower_.begin(how.genome.codons(), how.targets.residues());
    window_ = window_around(list.shape().span());
  }

  // Appends the seeds of a part.
  void join(std::size_t part, std::span<const word_place> genome, std::vector<seed>& seeds) {
    sort(genome);
    find_shared(list_.places_of_part(part));
    for (std::size_t k = 0; k < shared_.size(); ++k) {
      constexpr std::size_t ahead = 6;
      if (k + ahead < shared_.size()) prefetch(shared_[k + ahead]);
      pair_up(shared_[k], seeds);
    }
  }

 private:
  using places = std::span<const std::uint32_t>;
  // Where a word is on both sides.
  struct shared_word {
    places codons, residues;
  };

  // The codons of each word, one after the other.
  void sort(std::span<const word_place> genome) {
    const std::size_t mask = list_.words_of_part() - 1;
    firsts_.assign(mask + 3, 0);
    for (const word_place& each : genome) ++firsts_[(each.word & mask) + 2];
    std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
    codons_.resize(genome.size());
    for (const word_place& each : genome) codons_[firsts_[(each.word & mask) + 1]++] = each.place;
  }

  void find_shared(std::span<const word_place> targets) {
    const std::size_t mask = list_.words_of_part() - 1;
    residues_.clear();
    for (const word_place& each : targets) residues_.push_back(each.place);
    shared_.clear();
    for (std::size_t first = 0, last = 0; first < targets.size(); first = last) {
      const seed_word word = targets[first].word;
      while (last < targets.size() && targets[last].word == word) ++last;
      const std::uint32_t begin = firsts_[word & mask], end = firsts_[(word & mask) + 1];
      if (begin < end)
        shared_.push_back(
            {places(codons_).subspan(begin, end - begin), places(residues_).subspan(first, last - first)});
    }
  }

  void prefetch(const shared_word& word) const {
    constexpr std::size_t most = 64;  // what follows is requested when these are read
    const auto ask = [&](const spliced::residue_code* text, places where) {
      for (const std::uint32_t place : where.first(std::min(most, where.size()))) {
        __builtin_prefetch(text + place - window_.left);
        __builtin_prefetch(text + place - window_.left + seed_window::length - 1);
      }
    };
    ask(how_.genome.codons().data(), word.codons);
    ask(how_.targets.residues().data(), word.residues);
  }

  void pair_up(const shared_word& word, std::vector<seed>& seeds) {
    constexpr std::size_t few = 6;  // pairs that are grown sooner than lanes are filled
    if (word.codons.size() * word.residues.size() <= few) return grow_few(word, seeds);
    const window_side genome{how_.genome.codons().data(), word.codons};
    const window_side targets{how_.targets.residues().data(), word.residues};
    pairs_.clear();
    if (is_better_across(word.codons.size(), word.residues.size())) {
      find_window_pairs(genome, targets, scores_.by_residue, window_, how_.rules.lowest_score, pairs_);
      for (const window_pair& each : pairs_)
        seeds.push_back(seed_of(word.codons[each.across], word.residues[each.along]));
    } else {
      find_window_pairs(targets, genome, scores_.by_codon, window_, how_.rules.lowest_score, pairs_);
      for (const window_pair& each : pairs_)
        seeds.push_back(seed_of(word.codons[each.along], word.residues[each.across]));
    }
  }

  void grow_few(const shared_word& word, std::vector<seed>& seeds) const {
    for (const std::uint32_t codon : word.codons)
      for (const std::uint32_t place : word.residues)
        if (const seed hit = seed_of(codon, place); grower_.grow(hit)) seeds.push_back(hit);
  }

  // Whether it takes less to have n of one side in lanes, and m of the other one after another, than the reverse.
  [[nodiscard]] bool is_better_across(std::size_t n, std::size_t m) const {
    constexpr std::size_t of_filling = 4;  // as long as that of the other side, about
    const auto cost = [&](std::size_t in_lanes, std::size_t others) {
      return (in_lanes + n_lanes_ - 1) / n_lanes_ * (of_filling + others);
    };
    return cost(n, m) <= cost(m, n);
  }

  [[nodiscard]] seed seed_of(std::uint32_t codon, std::uint32_t place) const {
    return {codon, place, static_cast<std::uint16_t>(window_.span), shape_};
  }

  const seed_join& how_;
  const word_list& list_;
  std::uint16_t shape_;
  ungapped_extension grower_;
  const pair_scores& scores_ = pair_scores::blosum62();
  seed_window window_{};
  std::size_t n_lanes_ = windows_at_once();
  std::vector<std::uint32_t> firsts_;  // [words of the part + ..] in codons_
  std::vector<std::uint32_t> codons_, residues_;
  std::vector<shared_word> shared_;
  std::vector<window_pair> pairs_;
};

// Seeds of neighbouring diagonals, in as many parts as `begins` says.
struct seeds_by_diagonal {
  std::vector<seed> seeds;
  std::vector<std::size_t> begins;  // [parts + 1]
};

seeds_by_diagonal by_diagonal(const std::vector<seed>& seeds, std::size_t n_codons, std::size_t n_residues) {
  constexpr std::size_t n_parts = 1024;
  int bits = 0;  // of a diagonal within its part
  while ((n_codons + n_residues) >> bits >= n_parts) ++bits;
  const auto part_of = [&](const seed& each) { return (each.place + n_codons - each.codon) >> bits; };
  seeds_by_diagonal made{{}, std::vector<std::size_t>(n_parts + 1)};
  for (const seed& each : seeds) ++made.begins[part_of(each) + 1];
  std::partial_sum(made.begins.begin(), made.begins.end(), made.begins.begin());
  std::vector<std::size_t> next = made.begins;
  made.seeds.resize(seeds.size());
  for (const seed& each : seeds) made.seeds[next[part_of(each)]++] = each;
  return made;
}

// Those of some diagonals, in the order in which they grow.
void grow_in_order(const seed_join& how, std::span<const seed> ordered, std::vector<grown_stretch>& grown) {
  ungapped_extension grower(how.rules);
  grower.begin(how.genome.codons(), how.targets.residues());
  const pair_scores& scores = pair_scores::blosum62();
  for (const seed& each : ordered) {
    const bool is_within = !grown.empty() && grown.back().diagonal() == each.diagonal() &&
                           each.codon + each.span <= grown.back().codon_end();
    if (is_within) continue;
    const spliced::score of_window = window_score(&how.genome.codons()[each.codon], &how.targets.residues()[each.place],
                                                  window_around(each.span), scores);
    if (of_window < how.rules.lowest_score) continue;
    if (const auto made = grower.grow(each)) grown.push_back(*made);
  }
}

}  // namespace

std::vector<seed> join_seeds(const seed_join& how, std::uint64_t n_cells, run_control& control) {
  std::vector<seed> seeds;
  word_places all_words;
  std::mutex keeping;  // guards seeds
  std::uint64_t n_done = 0;
  for (std::size_t shape = 0; shape < how.lists.size(); ++shape) {
    const word_list& list = how.lists[shape];
    const genome_words words(how, list, all_words, control);
    on_threads(how.n_threads, list.n_parts(), control, [&] {
      return [&, joiner = part_joiner(how, shape, list), found = std::vector<seed>()](std::size_t part) mutable {
        found.clear();
        joiner.join(part, words.of_part(part), found);
        const std::lock_guard lock(keeping);
        seeds.insert(seeds.end(), found.begin(), found.end());
      };
    });
    const std::uint64_t until_here = n_cells * (shape + 1) / how.lists.size();
    control.add_cells(until_here - n_done);
    n_done = until_here;
  }
  return seeds;
}

std::vector<grown_stretch> grow_seeds(const seed_join& how, std::vector<seed> seeds, const run_control& control) {
  auto [ordered, begins] = by_diagonal(seeds, how.genome.codons().size(), how.targets.residues().size());
  seeds = {};
  std::vector<grown_stretch> grown;
  std::mutex keeping;  // guards grown
  on_threads(how.n_threads, begins.size() - 1, control, [&] {
    return [&, found = std::vector<grown_stretch>()](std::size_t part) mutable {
      const auto of_part = std::span(ordered).subspan(begins[part], begins[part + 1] - begins[part]);
      std::ranges::sort(of_part, {},
                        [](const seed& each) { return std::tuple(each.diagonal(), each.codon, each.shape); });
      found.clear();
      grow_in_order(how, of_part, found);
      const std::lock_guard lock(keeping);
      grown.insert(grown.end(), found.begin(), found.end());
    };
  });
  return grown;
}

std::uint64_t bytes_of_join(std::uint64_t n_nt) { return both_strands.size() * n_nt * sizeof(word_place); }

}  // namespace exonweave
