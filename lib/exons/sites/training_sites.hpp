// The sites that gene models teach: where the true donors, acceptors and start codons of transcripts are, and what
// looks like them around.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// What transcripts have. Sites and introns that several of them share count once.
struct training_counts {
  std::size_t n_transcripts = 0;
  std::size_t n_introns = 0;  // between coding exons, of at least shortest_intron
  std::size_t n_gt_ag = 0;    // these are the true sites
  std::size_t n_gc_ag = 0;
  std::size_t n_at_ac = 0;
  std::size_t n_other = 0;
  std::size_t n_short = 0;         // gaps between coding exons that are too short for an intron; not in n_introns
  std::size_t n_starts = 0;        // transcripts' first codons that are ATG in one piece: the true starts
  std::size_t n_other_starts = 0;  // first codons that are not, or are split
  std::size_t n_donor_decoys = 0, n_acceptor_decoys = 0, n_start_decoys = 0;
  std::vector<std::int64_t> intron_lengths{};  // nt, of the GT-AG introns, ascending

  bool operator==(const training_counts&) const = default;
};

constexpr std::int64_t shortest_intron = 20;  // nt

enum class site_kind : std::uint8_t { donor, acceptor, start };
constexpr std::size_t n_site_kinds = 3;

struct training_site {
  const strand_region& region;  // it, and at least max_context around it where the sequence has that
  std::int64_t position;        // strand coordinate, as in scored_site
  site_kind kind;
  bool is_true;      // else a decoy
  std::size_t fold;  // see fold_of
};

/// True sites are the ends of the GT-AG introns of coding exons, and the start codons. Decoys are all other GT, AG and
/// ATG on the same strand, from 1,000 nt before to 1,000 nt after the coding part of each transcript; no end of any
/// intron of the transcripts is one, whatever its bases are. `sink` is handed each once, in the order of sequence and
/// strand.
training_counts visit_sites(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                            const std::function<void(const training_site&)>& sink);

// The parts in which sites of a genome are held back from training, to see how well they are foretold.

constexpr std::size_t n_folds = 5;
constexpr std::int64_t fold_length = 20'000;  // nt of a sequence whose sites are held back together

/// By the sequence's name and the place, a forward coordinate: sites of one locus are mostly held back together, and
/// the order of the sequences does not matter.
inline std::size_t fold_of(std::string_view sequence, std::int64_t position) {
  return static_cast<std::size_t>(name_hash().add(sequence).add(position / fold_length).value() % n_folds);
}

}  // namespace exonweave
