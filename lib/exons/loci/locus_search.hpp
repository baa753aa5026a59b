// Where in a genome targets have homologues: the genome is read once, in six frames, against an index of the targets,
// so that memory is bounded by the targets. Around what that finds each target is looked for once more, with finer
// seeds.
//
//   sequence --> pieces --> 2 strands x 3 frames --> segments --> chains by target --> finer segments --> chains -->
//   loci, widened
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/loci/outscored_chains.hpp"
#include "exons/loci/segment_chains.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// What was found of a target: a segment_chain in forward coordinates.
struct found_chain {
  interval core{};
  interval on_target{};  // residues
  std::uint32_t n_segments = 0;
  std::uint32_t n_aligned = 0;    // residues in segments
  std::uint32_t n_identical = 0;  // of these
  double score = 0;               // half-bits, see chain_segments
  double e_value = 0;             // of the score, for this target in all of the genome
};

/// What the limits of a search kept out of what there is of a target.
struct search_cuts {
  std::uint32_t n_loci = 0;    // beyond search_rules::max_n_loci
  std::uint32_t n_chains = 0;  // that were not looked around, beyond search_rules::max_windows
  std::uint32_t n_introns =
      0;  // longer than max_intron: from a locus to the next one, which goes on in the target where it ends
  std::uint32_t n_outscored = 0;  // chains by search_rules::outscored, of a target without a locus

  [[nodiscard]] bool any() const { return n_loci + n_chains + n_introns + n_outscored > 0; }
};

/// A place where a target may have a gene, or several. Or none: of a target without any place it says what the limits
/// kept out.
struct found_locus {
  alignment_task where{};  // its region is wider than the chains, see search_rules::flank
  interval span{};         // of all chains
  found_chain best{};
  std::vector<found_chain> others{};  // that lie in the region too
  search_cuts cuts{};                 // of the target: reported with one of its loci

  [[nodiscard]] bool has_place() const { return where.region.start < where.region.end; }
};

/// Those that have one.
std::vector<found_locus> with_place(std::vector<found_locus> loci);

/// nt on a side of a chain: far where its target is found nearly to its end there, and hardly better elsewhere. First
/// and last exons are often far away, and too short for seeds.
constexpr std::int64_t usual_flank = 5'000, far_flank = 20'000;

struct search_rules {
  segment_rules fine_segments{.lowest_score = 22, .max_drop = 16};
  double fine_way = 14;               // half-bits, see chain_rules::way
  std::int64_t max_intron = 500'000;  // nt; those that no chain goes over: see join_distant_parts; 0: there are none
  // nt on each side of a chain that are looked through once more: of one that chance hardly gives, and of others
  std::int64_t reach = 15'000, short_reach = 4'000;
  std::optional<std::int64_t> min_reach{};  // of the former, where introns are short; nothing: reach is what it is
  // nt on each side of a chain; nothing: usual_flank or far_flank
  std::optional<std::int64_t> flank{};
  double seed_e_value = 1;     // of chains around which the target is looked for once more
  double sure_e_value = 0.01;  // of those that are looked around as far as `reach`
  double max_e_value = 1;
  double min_fraction = 0.3;          // of the score of the target's best locus
  std::size_t max_n_loci = 100;       // of a target
  std::int64_t max_joined = 300'000;  // nt of a region that holds several chains of a target; see search_loci
  std::size_t max_windows = 1'000;    // of a target: around the best chains; ten for each of max_n_loci at least
  std::optional<outscored_rules> outscored{outscored_rules{}};  // nothing: all stay
  // With shorter seeds, see seeds_of_genome; and gapped alignments judge chains.
  bool is_sensitive = false;
  gapless_finder_maker without_seeds{};  // nothing: with seeds
  bool seeds_soft_masked = false;        // look up words of soft-masked bases too; around a chain all are
  bool masks_low_complexity = true;      // of targets (masking.hpp), in sweeps
  unsigned n_threads = 1;
  std::int64_t block = usual_block;  // nt that are joined with the targets at once; finds the same whatever it is
};

/// Where genes are chosen among the models of all targets, not each target's best place: more doubtful loci pay, since
/// those that other targets outscore are gone. Sensitive: gapped alignments judge chains, so less by chance is left.
search_rules rules_for_genes(bool is_sensitive);

/// Of a target: around so many of its chains it is looked for once more.
std::size_t windows_of(const search_rules& rules);

/// Longer ones are none of a chain of segments, but may lie between two chains. With chains over 500,000 nt a search of
/// fission yeast took half as much time again, for what has nothing to do with each other.
constexpr std::int64_t longest_chained_intron = 200'000;

/// Without introns a chain goes over what its target lacks, nt at most.
constexpr std::int64_t longest_insertion = 300;

/// From a locus to one that goes on in the target where it ends, nt at most: farther apart nobody takes them for one
/// gene.
constexpr std::int64_t longest_missed_intron = 2'000'000;

/// nt of all sequences.
std::uint64_t count_nt(const sequence_catalog& sequences);
/// Both strands of them: among so many places a homologue is looked for.
double count_places(const sequence_catalog& sequences);

/// What a search for these targets holds at most next to blocks of the genome and what it finds, about: its index.
std::uint64_t bytes_of_search(const target_set& targets, const sequence_catalog& sequences);

/// What the limits kept out, target by target: of those of `loci` whose cuts say so.
[[nodiscard]] std::vector<const found_locus*> loci_with_cuts(const std::vector<found_locus>& loci);

/// Of places that targets were found at, each with its flanks: those that overlap are one, or parted, and of each
/// target the best remain, see search_loci. [targets] what of each was left out before.
std::vector<found_locus> settle_loci(std::vector<found_locus> found, const sequence_catalog& sequences,
                                     const search_rules& rules, const std::vector<search_cuts>& cuts_before);

struct loci_found {
  std::vector<found_locus> loci{};
  std::uint64_t n_masked = 0;  // nt in which no match begins: soft-masked ones, see search_rules::seeds_soft_masked
};

/// Protein targets only. Chains that may be parts of one gene with a long intron between are joined. Loci of one target
/// whose regions overlap are one, its best chain that of the better one; where that would be
/// longer than search_rules::max_joined, as in a long row of copies, and the chains do not overlap, the regions end
/// halfway between the chains. A target of which nothing is left, though limits kept something out, has one without a
/// place. Sorted by (sequence, region, target, strand); the same for any number of threads. `control` may stop it, and
/// counts nt: of the genome, then of the windows that are searched once more. on_windows, which may be empty, is
/// reported how many nt these have. The E-value is that of Karlin and Altschul (1990) with the constants of BLOSUM62
/// without gaps, lambda 0.3176 and K 0.134 (Altschul and Gish 1996), of a search of the target's residues in both
/// strands of the genome.
loci_found search_loci(genome& sequences, const target_set& targets, const genetic_codes& codes,
                       const search_rules& rules, run_control& control,
                       const std::function<void(std::uint64_t n_nt)>& on_windows = {});

}  // namespace exonweave
