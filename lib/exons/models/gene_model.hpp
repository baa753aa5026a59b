// A gene model: one chain of exons with its alignment, back in forward coordinates, ready to be written.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exons/models/aligned_columns.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/solving/region_material.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

struct model_exon {
  interval where;                // forward coordinates
  std::int8_t phase = no_phase;  // GFF3 phase when the model is coding
  bool is_shifted = false;       // it goes on with the exon before it in reading direction, after 1 or 2 skipped nt
  // Target symbols, 0-based half-open; those of a split codon belong to every exon that holds one of its bases.
  interval in_target;
  std::vector<spliced::edit_run> edits;  // in reading direction
  std::vector<std::string> candidates;   // ids of the candidates at this place, sorted, distinct
  std::vector<std::uint32_t> sources;    // candidate files that hold it, indices in the candidate set, ascending
  // Score of the model less that of the best chain without exactly this exon. Only when
  // margins were requested; nothing as well when every chain has the exon, and then `is_without_alternative`.
  std::optional<spliced::score> margin{};
  bool is_without_alternative = false;
  std::vector<std::string> supporters{};  // locus models: the targets whose own model has this exon, sorted
  // What lies between it and the exon before it in reading direction: the first and the last two bases of the intron,
  // as far as it has them. Of a frameshift `gap_begin` is all that is skipped. Empty for the first exon.
  std::string gap_begin{};
  std::string gap_end{};
  std::optional<double> probability{};  // of genes that a gene model found: that it is exactly an exon of the gene
};

/// Where the chain of a model is proved to be the best one of its target.
enum class proof_window : std::uint8_t {
  given,    // a region that a table of pairs names
  limited,  // around what a search found: a better chain may reach beyond
  proved    // the whole sequence
};

/// What a gene rests on, where the genome's own gene model was requested as well.
enum class gene_evidence : std::uint8_t {
  protein,            // an alignment alone
  protein_and_model,  // the gene model has these exons, and an alignment lies there
  model               // the gene model alone
};

/// "protein", "protein,model", "model".
std::string_view words_of(gene_evidence evidence);

/// Of models that no target was aligned to.
constexpr std::size_t no_target = std::numeric_limits<std::size_t>::max();

struct gene_model {
  std::size_t sequence = 0;
  strand on = strand::forward;
  spliced::score score = 0;
  // How many chains that score as much are expected by chance where its target was tried; nothing where nobody worked
  // it out.
  std::optional<double> e_value{};
  double composition = 1;         // (0, 1], what its score counts for in that, see composition_factor
  std::size_t target = 0;         // or no_target
  molecule kind = molecule::dna;  // of the target
  std::size_t rank = 0;           // among the chains of its locus: 1 the best, 2, ...; 0 when it is the only one
  std::size_t place = 0;          // among the loci of its target on the region: 1 the best, ...; 0 when it has no other
  bool is_coding = false;         // exons are CDS with phases
  std::size_t n_internal_stops = 0;  // stop codons of the reading frame before its last codon
  bool has_start = false;            // coding: it begins with a start codon in phase 0
  bool has_stop = false;             // coding: its last codon is whole and a stop codon
  // DNA: exons that leave the target's frame or return to it; protein: places where 1 or 2 nt are skipped.
  std::size_t n_frameshifts = 0;
  double identity = 0;            // identical pairs / (pairs + gap symbols of either side)
  double coverage = 0;            // target symbols paired with a residue / target length
  std::vector<model_exon> exons;  // ascending in forward coordinates
  aligned_columns alignment{};    // in reading direction
  std::string coding{};           // bases of its exons in reading direction
  std::string protein{};          // coding: what they encode, without the final stop
  // Locus models: the sum of what the chain scores to each target, and the targets that have a model there, sorted.
  std::optional<std::int64_t> joint_score{};
  std::vector<std::string> locus_targets{};
  std::optional<spliced::score> second_best{};  // score of the best other chain, when it was requested
  // DNA: the target is read as its reverse complement, and its symbols are counted in that.
  bool is_backwards = false;
  std::uint32_t start_extension = 0;  // codons by which extend_start() moved its start; its score is that before
  // Ascending, the exons that its target was aligned to, where codons chose others at an end (choose_ends); empty: its
  // own.
  std::vector<interval> aligned_exons{};
  std::optional<proof_window> window{};         // nothing: nobody reported
  std::optional<double> probability{};          // by a gene model, that it is exact; 0 where it has others there
  std::optional<gene_evidence> evidence{};      // nothing: no gene model was requested
  std::optional<spliced::score> model_score{};  // what its exons gain by the gene model, where that has them

  [[nodiscard]] bool has_target() const { return target != no_target; }
  /// Whether its target is aligned to these very exons. Where a gene model has changed them, score, identity, coverage,
  /// E-value and locus_targets are those of the alignment that lies there.
  [[nodiscard]] bool is_aligned() const { return in_target().length() > 0; }
  [[nodiscard]] interval span() const { return {exons.front().where.start, exons.back().where.end}; }
  [[nodiscard]] const model_exon& first_exon() const {  // in reading direction
    return on == strand::forward ? exons.front() : exons.back();
  }
  [[nodiscard]] interval in_target() const;  // all of its exons
  /// Those that codons chose: "start", "stop".
  [[nodiscard]] std::vector<std::string> ends_by_codons() const;
  [[nodiscard]] bool has_broken_frame() const { return n_frameshifts > 0 || n_internal_stops > 0; }
  /// What breaks the frame of DNA targets is that theirs is another.
  [[nodiscard]] bool is_pseudogene() const { return kind == molecule::protein && has_broken_frame(); }
  [[nodiscard]] std::optional<spliced::score> min_margin() const;  // of its exons; nothing where none has one
};

/// The columns of each exon, in reading direction: those that hold one of its bases, and those of the target symbols
/// that are unaligned after them. A split codon's belongs to every exon that it has bases in. `columns` are those of
/// the model, which others may follow.
std::vector<std::span<const aligned_symbol>> columns_by_exon(const gene_model& model,
                                                             std::span<const aligned_symbol> columns);

/// Identical pairs among the pairs and gap symbols of some columns; 0 when there are none.
double identity_of(std::span<const aligned_symbol> columns, std::string_view target);

/// The exons of a model as the genome has them, ascending: the parts on both sides of a frameshift are one.
std::vector<std::span<const model_exon>> whole_exons(const gene_model& model);

/// True when the target is a whole coding sequence: a start codon first, length divisible by 3, a codon that may end it
/// last and no stop before.
bool is_coding_sequence(std::string_view dna, const genetic_code& code = standard_code());

/// A target's symbols as a model was aligned to them.
std::string symbols_of(const target& aligned, bool is_backwards);

/// What a chain was found in.
struct model_context {
  const alignment_task& locus;
  const region_material& material;
  const strand_region& region;  // holds its exons
  const candidate_set& candidates;
  const target& aligned;
  molecule kind;  // of the target
  const genetic_code& code;
  std::int64_t sequence_length;  // nt
};

/// When the target is a coding sequence, phases follow from its reading frame: the first exon's from the
/// target symbol that its first base stands for, each later one from the phase and length before it.
/// n_frameshifts counts the exons that begin in another frame, relative to the target's, than the exon
/// before. When it is a protein they follow from the codons that were aligned.
/// `best_without` is that of the case's solution; empty when this is not its first chain.
gene_model make_gene_model(const spliced::alignment& chain, std::span<const std::optional<spliced::score>> best_without,
                           const model_context& context);

/// The models of one target on one region, best first: alternatives (--top) are the mRNAs of one gene.
using locus_models = std::vector<gene_model>;

/// From the first base of any of its models to the last.
interval span_of(const locus_models& locus);

}  // namespace exonweave
