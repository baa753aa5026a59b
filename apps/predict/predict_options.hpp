// What `exonweave predict` was requested to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/data_options.hpp"
#include "cli/journaled_run.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sites/site_scorer.hpp"
#include "exons/solving/region_sites.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave::apps {

/// Where targets are aligned without pairs and hits.
enum class search_where { by_size, loci, exhaustive, everywhere };

constexpr std::string_view own_coding_model = "auto";  // what was learnt, or the splice model says
constexpr std::string_view no_coding_model = "off";

/// What an estimate of a run writes; see run_command.
struct estimate_requests {
  std::string json_out;  // empty: none; this and the next
  std::string by_locus_out;
  std::optional<double> budget;  // seconds
};

/// What a command does towards a run: all of it, an estimate, or a step of a run in parts.
struct run_role {
  bool is_estimate = false;         // nothing is aligned, and the run may be one of another machine
  bool is_division = false;         // nothing is aligned but to learn: the run is one of parts
  std::string plan;                 // of `shard`; empty: the run is whole
  std::optional<std::size_t> part;  // of the plan, from 1
  std::vector<std::string> parts;   // files of `merge`

  /// Models go to journals, and never to outputs.
  [[nodiscard]] bool is_of_parts() const { return is_division || part; }
  /// Nothing is aligned: parts have all results.
  [[nodiscard]] bool is_merge() const { return !parts.empty(); }
};

/// What scores and costs were requested.
struct scoring_requests {
  std::string base;                // a file, or the name of a preset
  std::vector<std::string> set{};  // KEY=VALUE: this and the rest override the file
  std::string splice_model;        // empty: not requested
  std::string splice_scores;       // a table; empty: none
  std::string coding_model;        // own_coding_model, no_coding_model, a built-in one, or a file; empty: not requested
  std::optional<std::size_t> training_rounds;  // of --splice-model; 0: none
  genetic_code_requests codes{};
  std::optional<std::optional<std::int64_t>> max_intron;  // nt; off within is nothing
  intron_kinds introns = intron_kinds::canonical;

  /// Empty where a preset is requested, or the usual scoring.
  [[nodiscard]] std::string file() const;

  [[nodiscard]] std::string coding_model_or_own() const {
    return coding_model.empty() ? std::string(own_coding_model) : coding_model;
  }
};

/// Where targets are aligned, and on how many loci.
struct place_requests {
  search_where where = search_where::by_size;
  bool is_sensitive = false;              // the search for loci
  bool seeds_soft_masked = false;         // in a search for loci
  bool masks_low_complexity = true;       // of proteins, in sweeps
  std::optional<std::size_t> max_loci{};  // of a target on a region; see max_n_loci
  double min_loci_score = 0.7;            // of the best locus' score, (0, 1]
};

/// Which chains are models, and what is computed of them.
struct model_requests {
  std::optional<written_score> min_score{};
  std::optional<double> max_e_value{};  // above 0
  double min_coverage = 0;              // of the target, [0, 1]
  std::size_t n_chains = 1;
  bool with_margins = true;
};

/// Whether the genome's own gene model adds genes to those of alignments.
enum class gene_model_request { off, automatic, on, given };

/// Which models of loci are genes.
struct gene_set_requests {
  gene_model_request gene_model = gene_model_request::off;
  std::string gene_model_file;          // where it is given
  std::vector<std::string> candidates;  // predicted genes, hints of the gene model
  std::string completeness;             // proteins that the gene set is checked by, next to its own; empty: none
  bool needs_protein = false;           // else genes of the gene model alone are among them
  std::optional<double> min_support{};  // [0, 1]; nothing: any
  bool keeps_antisense = false;         // those antisense to better-supported genes
  bool may_keep_antisense = true;       // the command has an option for it
  std::size_t n_isoforms = 1;           // of a locus, at most
  std::string review;                   // a curator's marks; empty: none
};

/// The files of a run besides --out, empty for none, and how they are written.
struct output_requests {
  gff3_style style = gff3_style::gene;          // of --out, and of models of loci unless these are an annotation
  bool with_alignment_lines = false;            // of miniprot --aln; this and the next: of its style and PAF
  bool with_translation_lines = false;          // of miniprot --trans
  std::optional<miniprot_listing> by_target{};  // --out in that style is so, and not in the order of the genome
  std::string id_prefix;
  std::string locus_out;
  std::string locus_gtf_out;
  std::string locus_protein_out;
  std::string locus_cds_out;
  std::string locus_bed_out;
  std::string hints_out;
  std::string training_out;
  std::string protein_out;
  std::string cds_out;
  std::string alignment_out;
  std::string evm_out;
  std::string bed_out;
  std::string paf_out;
  std::string miniprot_out;  // next to --out in the style match, without an index: tabix reads no ##PAF lines
  std::string unplaced_out;
  std::string completeness_out;  // of an annotation
  std::string multiqc_out;
  std::string summary;
  std::string model_out;
  std::string gene_model_out;             // appears where a gene model is used
  std::string page_out;                   // made of locus_out, --out, the summary and what else of them there is
  std::vector<std::string> superseded{};  // files of an earlier run, which go when these appear
  std::string folder;  // of all outputs of `annotate`, which makes a gene set of proteins; empty: of another subcommand

  /// Whether any is of the models of loci.
  [[nodiscard]] bool has_locus_models() const;
  [[nodiscard]] bool is_annotation() const { return !folder.empty(); }

  /// How models are listed whose scores are in `unit`.
  [[nodiscard]] listing_form form(score_unit unit, const genetic_codes& codes) const {
    return {style, unit, id_prefix, codes};
  }
  /// The same of models of loci.
  [[nodiscard]] gff3_style style_of_loci() const { return is_annotation() ? gff3_style::gene : style; }
  [[nodiscard]] listing_form form_of_loci(score_unit unit, const genetic_codes& codes) const {
    return {style_of_loci(), unit, id_prefix, codes, is_annotation()};
  }
};

/// The engine that is requested, by its name, and on which GPUs it works.
struct engine_request {
  std::string name = "auto";
  std::vector<int> devices{};  // of `cuda`; empty: all that are usable
};

struct predict_options : long_run_options {
  // In one source: dozens of strings are made, copied and destroyed by each, and half of the commands do so.
  predict_options();
  predict_options(const predict_options& other);
  predict_options(predict_options&& other) noexcept;
  predict_options& operator=(const predict_options& other);
  predict_options& operator=(predict_options&& other) noexcept;
  ~predict_options();

  data_options data;
  scoring_requests scoring;
  std::optional<block_mode> requested_blocks;  // --blocks
  place_requests places;
  model_requests models;
  gene_set_requests genes;
  output_requests outputs;
  engine_request engine{};
  thread_numbers threads;
  run_role role{};
  estimate_requests estimate{};
  std::optional<std::uint64_t> memory;  // bytes; nothing: see memory_terms_of
  bool is_strict = false;
  std::string calibration;  // empty: the usual one, if there is any
  std::vector<given_option> given{};
  std::vector<named_path> other_outputs{};  // of the subcommand that is no predict

  /// ORF exons are there when nothing else is.
  [[nodiscard]] block_mode blocks() const {
    return requested_blocks.value_or(data.candidates.empty() ? block_mode::add : block_mode::off);
  }

  /// Whether the options let loci of proteins be searched for.
  [[nodiscard]] bool may_search() const {
    return data.candidates.empty() && !data.has_pairs() && places.where != search_where::everywhere;
  }
};

/// Which command of those that do a run of predict, or something towards one. `estimate` takes all that predict takes.
enum class run_command { predict, annotate, shard, merge, estimate };

/// Declares the options on `command`: for all what results depend on and how fast they come, for `which` what it writes
/// and goes on from. `options` must outlive it.
void add_predict_options(CLI::App& command, predict_options& options, run_command which = run_command::predict);

/// Of predict, estimate and annotate, once the command line is read. Throws bad_usage for what is of an estimate
/// without one.
void settle_options(predict_options& options, const CLI::App& command);

/// Declares what an estimate writes, for estimate and annotate.
void add_estimate_outputs(CLI::App& command, predict_options& options);

/// Declares those of them that `annotate` has, next to its inputs and outputs.
void add_annotation_options(CLI::App& command, predict_options& options);

/// Those that come last of all that such a command has.
void add_other_options(CLI::App& command, predict_options& options);

/// What --flank is for.
constexpr const char* flank_need = "--hits, or a search for loci of proteins (--where loci)";

/// Parts that a run can be divided into.
constexpr std::uint64_t max_parts = 100'000;

/// All files that a run reads, those that were not given with empty paths.
std::vector<named_path> run_input_paths(const predict_options& options);

/// Refuses paths that destroy data, and names that do not exist. Throws bad_usage.
void check(const predict_options& options);

/// A chain with a larger E-value is no model, unless --max-evalue or --min-score says otherwise. Rare enough for a
/// thousand targets to have one model by chance.
constexpr double usual_max_e_value = 0.001;

/// What a chain must score to be a model where models have no E-values and ends of targets are free, unless --min-score
/// says otherwise.
constexpr written_score usual_min_score = 40;

/// The scoring for targets of a kind: --scoring or the defaults, and what other options override.
scoring_options chosen_scoring(const predict_options& options, molecule kind, report& problems);

/// --max-loci, where nobody says: proteins have several on a region, and where loci were searched for as many as the
/// search allows.
std::size_t usual_max_loci(molecule kind);

}  // namespace exonweave::apps
