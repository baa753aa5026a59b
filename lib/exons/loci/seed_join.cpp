#include "exons/loci/seed_join.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <numeric>
#include <span>

#include "base/threads/on_threads.hpp"
#include "exons/loci/seed_windows.hpp"

namespace exonweave {
namespace {

// The words of a block that the targets have as well, part by part of a list.
class genome_words {
 public:
  // What was in `words` is lost: the next list takes the same memory.
  genome_words(const seed_join& how, const word_list& list, word_places& words, const run_control& control)
      : words_(words), frames_(how.genome.frames()), begins_(frames_.size()) {
    words.resize(how.genome.codons().size());
    on_threads(how.n_threads, frames_.size(), control, [&] {
      return [&, found = word_places()](std::size_t frame) mutable { read(how.genome, list, frame, found); };
    });
  }

  // Calls visit(words) for those of a part, frame after frame.
  template <class Visit>
  void for_each_of_part(std::size_t part, const Visit& visit) const {
    for (std::size_t frame = 0; frame < frames_.size(); ++frame) {
      const auto& begins = begins_[frame];
      visit(std::span<const word_place>(words_).subspan(frames_[frame].first + begins[part],
                                                        begins[part + 1] - begins[part]));
    }
  }

 private:
  // What is found first has room for all. Whether a word is in the list nobody can foretell: no branch asks.
  void read(const frame_block& genome, const word_list& list, std::size_t number, word_places& found) {
    const block_frame& frame = frames_[number];
    found.resize(frame.last - frame.first + 1);
    std::vector<std::uint32_t>& begins = begins_[number];
    begins.assign(list.n_parts() + 2, 0);
    std::size_t n = 0;
    for_each_word(genome.letters(), frame.first_seed, frame.last_seed, list.shape(),
                  [&](std::size_t codon, seed_word word) {
                    const std::size_t is_there = list.has(word) ? 1 : 0;
                    found[n] = {word, static_cast<std::uint32_t>(codon)};
                    n += is_there;
                    begins[list.part_of(word) + 2] += static_cast<std::uint32_t>(is_there);
                  });
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (const word_place& each : std::span(found).first(n))
      words_[frame.first + begins[list.part_of(each.word) + 1]++] = each;
  }

  word_places& words_;  // [codons] of each frame from its first on
  std::span<const block_frame> frames_;
  std::vector<std::vector<std::uint32_t>> begins_;  // [frames][parts + 1] from the first of the frame on
};

// Joins part by part. Not shared by threads.
class part_joiner {
 public:
  part_joiner(const seed_join& how, const word_list& list)
      : how_(how),
        list_(list),
        texts_{how.genome.codons().data(), how.targets.residues().data()},
        window_(window_around(list.shape().span())) {}

  // Appends the seeds of a part.
  void join(std::size_t part, const genome_words& genome, std::vector<seed_pair>& seeds) {
    sort(part, genome);
    many_.clear();
    pair_up(list_.places_of_part(part), seeds);
    find_waiting(seeds);
    for (std::size_t k = 0; k < many_.size(); ++k) {
      constexpr std::size_t ahead = 6;
      if (k + ahead < many_.size()) prefetch(many_[k + ahead]);
      find_in_lanes(many_[k], seeds);
    }
  }

 private:
  using places = std::span<const std::uint32_t>;
  // Where a word is on both sides.
  struct shared_word {
    places codons, residues;
  };

  // The codons of each word, one after the other.
  void sort(std::size_t part, const genome_words& genome) {
    const std::size_t mask = list_.words_of_part() - 1;
    firsts_.assign(mask + 3, 0);
    std::size_t n = 0;
    genome.for_each_of_part(part, [&](std::span<const word_place> words) {
      for (const word_place& each : words) ++firsts_[(each.word & mask) + 2];
      n += words.size();
    });
    std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
    codons_.resize(n);
    genome.for_each_of_part(part, [&](std::span<const word_place> words) {
      for (const word_place& each : words) codons_[firsts_[(each.word & mask) + 1]++] = each.place;
    });
  }

  // Words that are few on both sides give single pairs, the others wait in many_.
  void pair_up(std::span<const word_place> targets, std::vector<seed_pair>& seeds) {
    const std::size_t mask = list_.words_of_part() - 1;
    residues_.clear();
    for (const word_place& each : targets) residues_.push_back(each.place);
    for (std::size_t first = 0, last = 0; first < targets.size(); first = last) {
      const seed_word word = targets[first].word;
      while (last < targets.size() && targets[last].word == word) ++last;
      const std::uint32_t begin = firsts_[word & mask], end = firsts_[(word & mask) + 1];
      if (begin == end) continue;
      const shared_word shared{places(codons_).subspan(begin, end - begin),
                               places(residues_).subspan(first, last - first)};
      if (is_better_alone(shared))
        add_pairs(shared, seeds);
      else
        many_.push_back(shared);
    }
  }

  void add_pairs(const shared_word& word, std::vector<seed_pair>& seeds) {
    constexpr std::size_t most = 128;  // whose windows the nearest cache has
    prefetch(word);
    for (const std::uint32_t codon : word.codons)
      for (const std::uint32_t place : word.residues) waiting_.push_back({codon, place});
    if (waiting_.size() >= most) find_waiting(seeds);
  }

  void find_waiting(std::vector<seed_pair>& seeds) {
    find_seed_pairs(texts_, waiting_, window_, how_.rules.lowest_score, seeds);
    waiting_.clear();
  }

  void prefetch(const shared_word& word) const {
    constexpr std::size_t most = 64;  // what follows is requested when these are read
    const auto ask = [&](const spliced::residue_code* text, places where) {
      for (const std::uint32_t place : where.first(std::min(most, where.size()))) {
        __builtin_prefetch(text + place - window_.left);
        __builtin_prefetch(text + place - window_.left + seed_window::length - 1);
      }
    };
    ask(texts_.codons, word.codons);
    ask(texts_.residues, word.residues);
  }

  void find_in_lanes(const shared_word& word, std::vector<seed_pair>& seeds) {
    const window_side genome{texts_.codons, word.codons}, targets{texts_.residues, word.residues};
    const spliced::score least = how_.rules.lowest_score;
    pairs_.clear();
    if (in_lanes(word.codons.size(), word.residues.size()) <= in_lanes(word.residues.size(), word.codons.size())) {
      find_window_pairs(genome, targets, scores_.by_residue, window_, least, pairs_);
      for (const window_pair& each : pairs_) seeds.push_back({word.codons[each.across], word.residues[each.along]});
    } else {
      find_window_pairs(targets, genome, scores_.by_codon, window_, least, pairs_);
      for (const window_pair& each : pairs_) seeds.push_back({word.codons[each.along], word.residues[each.across]});
    }
  }

  // How long it takes to have n of one side in lanes, and m of the other one after another.
  [[nodiscard]] std::size_t in_lanes(std::size_t n, std::size_t m) const {
    constexpr std::size_t of_filling = 4;  // as long as that of the other side, about
    return (n + costs_.n_lanes - 1) / costs_.n_lanes * (of_filling + m);
  }

  [[nodiscard]] bool is_better_alone(const shared_word& word) const {
    const std::size_t n = word.codons.size(), m = word.residues.size();
    return n * m <= costs_.pairs * std::min(in_lanes(n, m), in_lanes(m, n));
  }

  const seed_join& how_;
  const word_list& list_;
  const pair_scores& scores_ = pair_scores::blosum62();
  window_texts texts_;
  seed_window window_;
  window_costs costs_ = costs_of_windows();
  std::vector<std::uint32_t> firsts_;  // [words of the part + ..] in codons_
  std::vector<std::uint32_t> codons_, residues_;
  std::vector<seed_pair> waiting_;
  std::vector<shared_word> many_;
  std::vector<window_pair> pairs_;
};

// Seeds as numbers that ascend as they grow: by diagonal, codon and shape. Neighbouring diagonals are a part.
class ordered_seeds {
 public:
  ordered_seeds(const seed_join& how, const std::vector<seed_list>& seeds)
      : n_codons_(how.genome.codons().size()),
        shape_bits_(static_cast<int>(std::bit_width(seeds.size()))),
        begins_(n_parts + 1) {
    while ((n_codons_ + how.targets.residues().size()) >> part_bits_ >= n_parts) ++part_bits_;
    std::size_t n = 0;
    for (const seed_list& of_shape : seeds) {
      n += of_shape.size();
      for (const seed_pair& each : of_shape) ++begins_[(diagonal(each) >> part_bits_) + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    std::vector<std::size_t> next = begins_;
    numbers_.resize(n);
    for (std::size_t shape = 0; shape < seeds.size(); ++shape)
      for (const seed_pair& each : seeds[shape]) {
        const std::uint64_t on = diagonal(each), within = on & ((std::uint64_t{1} << part_bits_) - 1);
        numbers_[next[on >> part_bits_]++] = ((within << codon_bits | each.codon) << shape_bits_) | shape;
      }
  }

  static constexpr std::size_t n_parts = 1024;

  /// Sorts those of a part, other threads others.
  std::span<const std::uint64_t> sorted(std::size_t part) {
    const auto numbers = std::span(numbers_).subspan(begins_[part], begins_[part + 1] - begins_[part]);
    std::ranges::sort(numbers);
    return numbers;
  }

  [[nodiscard]] seed seed_of(std::uint64_t number, std::size_t part, const std::vector<word_list>& lists) const {
    const std::uint64_t shape = number & ((std::uint64_t{1} << shape_bits_) - 1);
    const std::uint64_t codon = number >> shape_bits_ & ((std::uint64_t{1} << codon_bits) - 1);
    const std::uint64_t on = (std::uint64_t{part} << part_bits_) + (number >> shape_bits_ >> codon_bits);
    return {static_cast<std::uint32_t>(codon), static_cast<joined_place>(on + codon - n_codons_),
            static_cast<std::uint16_t>(lists[shape].shape().span()), static_cast<std::uint16_t>(shape)};
  }

 private:
  static constexpr int codon_bits = 31;  // a block has less than 2^30 nt

  [[nodiscard]] std::uint64_t diagonal(const seed_pair& each) const { return each.place + n_codons_ - each.codon; }

  std::uint64_t n_codons_;
  int part_bits_ = 0;  // of a diagonal within its part
  int shape_bits_;
  std::vector<std::size_t> begins_;  // [parts + 1] in numbers_
  spliced::large_vector<std::uint64_t> numbers_;
};

// What grows from the seeds of a part. Not shared by threads.
class part_grower {
 public:
  part_grower(const seed_join& how, ordered_seeds& seeds) : how_(how), seeds_(seeds), grower_(how.rules) {
    grower_.begin(how.genome.codons(), how.targets.residues());
  }

  std::span<const grown_stretch> grow(std::size_t part) {
    grown_.clear();
    const auto numbers = seeds_.sorted(part);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      constexpr std::size_t ahead = 8;
      if (k + ahead < numbers.size()) prefetch(seeds_.seed_of(numbers[k + ahead], part, how_.lists));
      grow(seeds_.seed_of(numbers[k], part, how_.lists));
    }
    return grown_;
  }

 private:
  void prefetch(const seed& each) const {
    __builtin_prefetch(&how_.genome.codons()[each.codon]);
    __builtin_prefetch(&how_.targets.residues()[each.place]);
  }

  void grow(const seed& each) {
    const bool is_within = !grown_.empty() && grown_.back().diagonal() == each.diagonal() &&
                           each.codon + each.span <= grown_.back().codon_end();
    if (is_within) return;
    const spliced::score of_window =
        window_score(&how_.genome.codons()[each.codon], &how_.targets.residues()[each.place], window_around(each.span));
    if (of_window < how_.rules.lowest_score) return;
    if (const auto made = grower_.grow(each)) grown_.push_back(*made);
  }

  const seed_join& how_;
  ordered_seeds& seeds_;
  ungapped_extension grower_;
  std::vector<grown_stretch> grown_;
};

}  // namespace

std::vector<seed_list> join_seeds(const seed_join& how, std::uint64_t n_cells, run_control& control) {
  std::vector<seed_list> seeds(how.lists.size());
  word_places all_words;
  std::mutex keeping;  // guards seeds
  std::uint64_t n_done = 0;
  for (std::size_t shape = 0; shape < how.lists.size(); ++shape) {
    const word_list& list = how.lists[shape];
    const genome_words words(how, list, all_words, control);
    on_threads(how.n_threads, list.n_parts(), control, [&] {
      return [&, joiner = part_joiner(how, list), found = seed_list()](std::size_t part) mutable {
        found.clear();
        joiner.join(part, words, found);
        const std::lock_guard lock(keeping);
        seeds[shape].insert(seeds[shape].end(), found.begin(), found.end());
      };
    });
    const std::uint64_t until_here = n_cells * (shape + 1) / how.lists.size();
    control.add_cells(until_here - n_done);
    n_done = until_here;
  }
  return seeds;
}

void grow_seeds(const seed_join& how, std::vector<seed_list> seeds, const take_grown& take,
                const run_control& control) {
  ordered_seeds ordered(how, seeds);
  seeds = {};
  on_threads(how.n_threads, ordered_seeds::n_parts, control, [&] {
    return [&, grower = part_grower(how, ordered)](std::size_t part) mutable { take(grower.grow(part)); };
  });
}

std::uint64_t bytes_of_join(std::uint64_t n_nt) { return both_strands.size() * n_nt * sizeof(word_place); }

}  // namespace exonweave
