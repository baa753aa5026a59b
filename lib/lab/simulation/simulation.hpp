// Simulated data sets: genomes with genes, candidate exons (true ones and decoys), and diverged cDNA and
// protein targets, all drawn from one seed. The same plan, seed and rates give the same data on every
// platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave {

// Evolution of coding sequences: what a homologous cDNA of another species looks like after substitutions and
// in-frame insertions and deletions.

struct divergence_rates {
  std::uint32_t substitution = 0;  // ppm per base
  std::uint32_t indel = 0;         // ppm per codon: an insertion or a deletion of 1 to 3 codons
};

struct diverged_sequence {
  std::string residues;
  std::int64_t matches = 0;          // columns of the true alignment with equal bases
  std::int64_t columns = 0;          // columns of the true alignment
  std::int64_t protein_matches = 0;  // the same for amino acids; stop codons and cut codons do not count
  std::int64_t protein_columns = 0;

  [[nodiscard]] double percent_identity() const;
  [[nodiscard]] double percent_protein_identity() const;
};

/// A relative of `coding`, read in frame from its first base. The first and the last codon stay (start and
/// stop), and no stop codon appears in between where there was none; a substituted base is always another
/// base. Bases other than A, C, G, T stay; bases beyond the last whole codon are substituted without regard
/// to codons.
diverged_sequence diverge(std::string_view coding, const divergence_rates& rates, random_source& random);

/// A codon that is not a stop.
std::string random_sense_codon(random_source& random);

/// A codon that is.
std::string random_stop_codon(random_source& random);

/// One gene and its surroundings, as a profile asks for it.
struct locus_plan {
  std::int64_t length = 0;                 // nt, with at least 100 on either side of the gene
  std::vector<std::int64_t> exon_lengths;  // nt, of the gene's coding exons in reading order; the sum is 3 n
  std::size_t n_decoys = 0;                // candidates that are not exons of the gene
  std::int64_t sum_of_decoys = 0;          // nt, of their lengths together; met but for a few nt
  std::size_t n_targets = 0;               // diverged copies of the gene's coding sequence
  strand on = strand::forward;             // of the gene and of all its candidates
};

struct sequence_plan {
  std::string name;
  std::vector<locus_plan> loci;  // side by side, in this order
};

/// Splice sites and start codons are drawn from a model.
struct site_plan {
  splice_model model;
  double min_exon_bits = 0;  // the two sites of an internal exon together; drawn again where they weigh less
};

struct simulation_plan {
  std::vector<sequence_plan> sequences;
  divergence_rates rates;
  bool pairs_whole_sequences = false;           // regions of pairs: the sequence, or the coding span +- 1,000 nt
  std::int64_t shortest_target = 0;             // nt; a diverged copy outside these limits is drawn again
  std::int64_t longest_target = 1'000'000'000;  // nt
  std::optional<site_plan> sites{};             // nothing: GT and AG in a consensus that all genes share
};

struct simulated_exon {
  interval where;  // forward coordinates
  strand on = strand::forward;
  std::int8_t phase = 0;
  exon_type type = exon_type::internal;
  std::int64_t score = 0;  // hundredths
  bool is_true = false;    // an exon of the gene
};

struct simulated_gene {
  std::string id;
  strand on = strand::forward;
  std::vector<interval> exons;  // coding, stop codon included; ascending forward coordinates
};

struct simulated_sequence {
  std::string name;
  std::string residues;
  std::vector<simulated_gene> genes;
  std::vector<simulated_exon> candidates;  // by (start, end); places are distinct
};

/// A target and the place it belongs to: a row of pairs.tsv.
struct simulated_target {
  std::string id;
  std::string species;
  std::string sequence;  // name
  interval region;       // forward coordinates
  strand on = strand::forward;
  std::string transcript;  // of the gene that it descends from
  diverged_sequence cds;
};

struct simulation {
  std::vector<simulated_sequence> sequences;
  std::vector<simulated_target> targets;  // by sequence, gene and species
};

/// Carries out a plan. Other rates change the targets and nothing else.
simulation simulate(const simulation_plan& plan, std::uint64_t seed);

/// The coding sequence of a gene in reading direction, ATG to stop.
std::string coding_sequence(const simulated_sequence& sequence, const simulated_gene& gene);

/// Id of the transcript of a gene.
std::string transcript_id(const simulated_gene& gene);

/// `coding_span` with 1,000 nt on either side, cut at the ends of a sequence of `length` nt.
interval region_around(interval coding_span, std::int64_t length);

/// Phases of coding exons in ascending forward coordinates, from the first base of the coding sequence on.
std::vector<std::int8_t> coding_phases(const std::vector<interval>& exons, strand on);

}  // namespace exonweave
