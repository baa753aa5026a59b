#include "exons/loci/genome_segments.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/threads/on_threads.hpp"
#include "exons/loci/gapped_extension.hpp"
#include "exons/loci/masked_reader.hpp"
#include "exons/loci/pair_scores.hpp"
#include "exons/loci/seed_join.hpp"

namespace exonweave {
namespace {

// nt of which seeds begin in pieces.
std::int64_t count_nt(std::span<const sequence_piece> pieces) {
  std::int64_t n = 0;
  for (const sequence_piece& each : pieces) n += each.core.length();
  return n;
}

// As many pieces as a block has, one at least.
std::size_t count_pieces_of_block(std::span<const sequence_piece> pieces, std::int64_t max_nt) {
  std::size_t n = 1;
  for (std::int64_t nt = pieces[0].core.length(); n < pieces.size(); ++n)
    if ((nt += pieces[n].core.length()) > max_nt) break;
  return n;
}

std::uint64_t length_within(std::span<const interval> parts, interval whole) {
  std::uint64_t n = 0;
  for (const interval& each : parts)
    n += static_cast<std::uint64_t>(
        std::max<std::int64_t>(0, std::min(each.end, whole.end) - std::max(each.start, whole.start)));
  return n;
}

class segment_finder {
 public:
  segment_finder(const segment_search& how, std::span<const sequence_piece> pieces, run_control& control)
      : how_(how),
        pieces_(pieces),
        control_(control),
        reader_(how.sequences, !how.seeds_soft_masked),
        found_{std::vector<segments_by_strand>(pieces.back().sequence - pieces.front().sequence + 1)} {}

  found_segments find() {
    while (!pieces_.empty()) {
      const std::size_t n = count_pieces_of_block(pieces_, how_.block);
      find_in_block(pieces_.first(n));
      pieces_ = pieces_.subspan(n);
    }
    found_.n_masked = n_masked_;
    return std::move(found_);
  }

 private:
  void find_in_block(std::span<const sequence_piece> pieces) {
    frame_block block(pieces, how_.sequences.catalog());
    translate(pieces, block);
    ungapped_extension grower(how_.rules);
    grower.begin(block.codons(), how_.targets.joined.residues());
    std::mutex keeping;  // guards found_
    const auto take = [&](std::span<const grown_stretch> grown) {
      std::vector<placed_segment> placed;
      const std::vector<spliced::score> gapped = gapped_scores(block, grown);
      for (std::size_t k = 0; k < grown.size(); ++k) {
        if (std::max(grown[k].score, gapped[k]) < how_.rules.lowest_gapped) continue;
        placed.push_back(place(pieces, block, grower, grown[k]));
        placed.back().what.gapped = gapped[k];
      }
      const std::lock_guard lock(keeping);
      for (const placed_segment& each : placed)
        found_.by_sequence[each.sequence - first_sequence_][each.on == strand::forward ? 0 : 1].push_back(each.what);
    };
    const auto n_nt = static_cast<std::uint64_t>(count_nt(pieces));
    if (how_.finder != nullptr) {
      grow_matches(block, grower, take);
      control_.add_cells(n_nt);
    } else {
      const seed_join join{block, how_.targets.joined, how_.targets.lists, how_.rules, how_.n_threads};
      grow_seeds(join, join_seeds(join, n_nt, control_), take, control_);
    }
  }

  // Each match as if its last pair were a seed.
  void grow_matches(const frame_block& block, const ungapped_extension& grower, const take_grown& take) {
    const auto matches = how_.finder->find(searched_codons(block), how_.rules.lowest_score, control_);
    constexpr std::size_t at_once = 4'096;
    on_threads(how_.n_threads, (matches.size() + at_once - 1) / at_once, control_, [&] {
      return [&, grown = std::vector<grown_stretch>()](std::size_t part) mutable {
        grown.clear();
        for (std::size_t m = part * at_once; m < std::min(matches.size(), (part + 1) * at_once); ++m)
          if (const auto made = grower.grow({matches[m].position, matches[m].place, 1, 0})) grown.push_back(*made);
        take(grown);
      };
    });
  }

  // Without those where no seed may begin.
  static std::vector<spliced::residue_code> searched_codons(const frame_block& block) {
    std::vector<spliced::residue_code> codons(block.codons().begin(), block.codons().end());
    for (std::size_t c = 0; c < codons.size(); ++c)
      if (block.letters()[c] == no_seed_letter) codons[c] = between_frames;
    return codons;
  }

  // [grown] around the middle of each; 0 where they are not asked for.
  [[nodiscard]] std::vector<spliced::score> gapped_scores(const frame_block& block,
                                                          std::span<const grown_stretch> grown) const {
    std::vector<spliced::score> scores(grown.size(), 0);
    if (how_.rules.lowest_gapped == 0) return scores;
    std::vector<gapped_anchor> anchors;
    for (const grown_stretch& each : grown)
      anchors.push_back({&block.codons()[each.codon + each.n_residues / 2],
                         &how_.targets.joined.residues()[each.place + each.n_residues / 2]});
    find_gapped_scores(anchors, scores);
    return scores;
  }

  void translate(std::span<const sequence_piece> pieces, frame_block& block) {
    on_threads(how_.n_threads, pieces.size(), control_, [&] {
      return [&](std::size_t piece) {
        const sequence_piece& part = pieces[piece];
        const masked_sequence read = reader_.read(part.sequence, part.whole);
        block.translate(piece, read, how_.codes.of_sequence(part.sequence));
        n_masked_ += length_within(read.masked, part.core);
      };
    });
  }

  struct placed_segment {
    std::size_t sequence;
    strand on;
    segment what;
  };

  [[nodiscard]] placed_segment place(std::span<const sequence_piece> pieces, const frame_block& block,
                                     const ungapped_extension& grower, const grown_stretch& grown) const {
    const block_frame& frame = block.frame_at(grown.codon);
    const std::size_t target = how_.targets.joined.target_at(grown.place);
    return {pieces[frame.piece].sequence,
            frame.on,
            {static_cast<std::uint32_t>(target), grown.place - how_.targets.joined.begin_of(target), grown.n_residues,
             frame.begin + codon_size * std::int64_t{grown.codon - frame.first}, grown.score,
             grower.count_identical(grown)}};
  }

  const segment_search& how_;
  std::span<const sequence_piece> pieces_;  // still to come
  std::size_t first_sequence_ = pieces_.front().sequence;
  run_control& control_;
  masked_reader reader_;
  found_segments found_;
  std::atomic<std::uint64_t> n_masked_ = 0;
};

}  // namespace

indexed_targets::indexed_targets(std::span<const target> targets, const seed_rules& rules, unsigned n_threads)
    : joined(targets, n_threads) {
  for (const seed_shape& each : rules.shapes) lists.emplace_back(joined, each, rules.words);
}

std::unique_ptr<spliced::gapless_finder> make_finder(const gapless_finder_maker& make, const joined_targets& joined,
                                                     std::span<const target> targets) {
  std::vector<spliced::residue_code> residues(joined.residues().begin(), joined.residues().end());
  for (std::size_t place = 0; place < residues.size(); ++place)
    if (joined.letters()[place] == no_seed_letter) residues[place] = spliced::stop_amino;
  std::vector<spliced::gapless_queries::range> queries;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const joined_place first = joined.begin_of(t);
    queries.push_back({first, first + static_cast<std::uint32_t>(targets[t].residues.size())});
  }
  return make({residues, queries});
}

std::uint64_t bytes_of_block(std::int64_t n_nt) {
  constexpr std::uint64_t of_seeds = 8;
  const auto n = static_cast<std::uint64_t>(n_nt);
  return frame_block::bytes_for(n) + bytes_of_join(n) + of_seeds * n;
}

std::uint64_t indexed_targets::bytes_for(std::uint64_t n_residues, std::span<const seed_shape> shapes) {
  return joined_targets::bytes_for(n_residues) + word_list::bytes_for(n_residues, shapes);
}

found_segments find_segments(const segment_search& how, std::span<const sequence_piece> pieces, run_control& control) {
  return segment_finder(how, pieces, control).find();
}

seed_rules without_shapes() { return {.shapes = {}, .segments = {.lowest_score = 38, .lowest_gapped = 52}}; }

seed_rules seeds_of_genome(double n_places, double n_residues, bool is_sensitive) {
  constexpr double small_space = 2e14;
  const bool is_small = n_places * n_residues <= small_space;
  if (is_small && is_sensitive)
    return {{seed_shape("11011"), seed_shape("110101"), seed_shape("1100101"), seed_shape("101101")},
            {.lowest_score = 36, .lowest_gapped = 52}};
  if (is_small || is_sensitive)
    return {{seed_shape("1101011"), seed_shape("111011"), seed_shape("110010101"), seed_shape("1010011001")},
            {.lowest_score = 38}};
  return {{seed_shape("1101010011"), seed_shape("110100111"), seed_shape("11100101001"), seed_shape("1011000110001")},
          {.lowest_score = 40}};
}

}  // namespace exonweave
