// Gene models and alignments as a page shows them, from the GFF3 of predict or annotate: genes with mRNAs, matches with
// their parts, or matches of several rows. There may be millions: texts are numbers of a pool, and a row that belongs
// to several transcripts is there once.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// Texts by numbers: equal ones are held once, one after another in the same memory.

/// Numbers count in the order of first use; 0 is the empty text, which is always there.
class text_pool {
 public:
  std::uint32_t number_of(std::string_view text);

  /// The number of a text that is there.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;

  /// Holds until the next number_of().
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const;

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::uint64_t bytes() const;  // of memory, about

 private:
  // Where a text is in `slots_`, or may be put.
  [[nodiscard]] std::size_t slot_of(std::string_view text) const;
  void grow();

  std::string letters_;
  std::vector<std::uint64_t> ends_{0};      // of each text in `letters_`
  std::vector<std::uint32_t> slots_{0, 0};  // a hash table of numbers, its size a power of two; 0: free
};

// The sequences that features lie on, with a genome or without.

/// Names and lengths of sequences: those of a genome, or as far as files of features say them.
class known_sequences {
 public:
  /// Nothing is known: rows and heads of files add sequences and lengthen them.
  known_sequences() = default;
  /// All are known: other sequences, and what lies beyond an end, are errors.
  explicit known_sequences(const sequence_catalog& genome);

  /// The sequence of a row, which reaches to `end`. Nothing after an error.
  std::optional<std::size_t> find(const candidate_source& source, std::uint64_t line, std::string_view name,
                                  std::int64_t end);

  /// What the head of a file says, where the genome does not.
  void announce(const std::string& name, std::int64_t length);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::int64_t>& lengths() const { return lengths_; }  // nt

 private:
  std::size_t number_of(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::int64_t> lengths_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
  bool are_complete_ = false;
};

/// The attributes of models that are kept as numbers, and those that are kept as texts.
constexpr std::array<std::string_view, 14> feature_figures = {
    "identity",    "coverage",       "e_value",         "support", "min_margin", "runner_up",          "joint_score",
    "frameshifts", "internal_stops", "start_extension", "place",   "rank",       "locus_target_count", "model_score"};
constexpr std::array<std::string_view, 12> feature_words = {
    "Name",   "product",        "Dbxref", "locus_tag",    "partial",       "pseudo",
    "window", "ends_by_codons", "rival",  "antisense_to", "transl_except", "evidence"};

/// What `evidence` may be: an alignment of a protein, an alignment and the gene model, the gene model alone. Any other
/// text counts as none.
constexpr std::array<std::string_view, 3> evidence_words = {"protein", "protein,model", "model"};

/// A figure that is not given.
constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

/// Symbols of a target, as the attribute Target names them.
struct target_range {
  std::uint32_t name = 0;  // a text; empty: there is no target
  std::int64_t first = 0;  // 1-based
  std::int64_t last = 0;
};

/// Of the `listed` texts of a table.
struct text_list {
  std::uint64_t begin = 0;
  std::uint32_t n = 0;
};

/// A row: an exon, the coding part of one, or a part of a match.
struct feature_part {
  interval where;
  target_range target{};
  double margin = no_figure, support = no_figure;
  text_list supported_by{};    // targets
  std::uint32_t gap = 0;       // a text, as GFF3 writes it; empty: not said
  std::uint32_t n_models = 0;  // that have it
  std::int8_t phase = -1;      // -1: none
  bool is_without_alternative = false;
  double supporter_count = no_figure;  // where supported_by names the first of them alone
};

/// An mRNA or a match.
struct feature_model {
  std::uint32_t id = 0, gene = 0;  // texts: its own, and its Parent, of a match its own
  std::size_t sequence = 0;
  interval where;
  char on = '.';  // + - .
  double score = no_figure;
  target_range target;
  text_list locus_targets;
  std::array<double, feature_figures.size()> figures;       // as feature_figures has them
  std::array<std::uint32_t, feature_words.size()> words{};  // texts, as feature_words has them
  std::vector<std::uint32_t> parts;                         // of the table, in the order of their places
};

struct feature_gene {
  std::uint32_t id = 0, name = 0;  // texts
  std::size_t sequence = 0;
  interval where;
  char on = '.';
  std::vector<std::uint32_t> models;  // in file order
};

/// How much of a file is kept.
struct feature_limits {
  std::size_t models = std::numeric_limits<std::size_t>::max();
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
};

struct feature_table {
  text_pool texts;
  std::vector<std::uint32_t> listed;   // texts
  std::deque<feature_part> parts;      // also some that belong to no model
  std::deque<feature_gene> genes;      // in file order
  std::deque<feature_model> models;    // in file order
  std::size_t n_models = 0;            // of the file
  std::vector<std::uint32_t> targets;  // texts, each once: the targets of these
  bool is_whole = true;                // or it is beyond the limits, and neither genes, models nor parts are kept
};

/// Parts of a model with no more between them are one exon: a frameshift divides it.
constexpr std::int64_t max_skipped_bases = 2;

/// The exons that the parts of a model are of.
std::size_t count_exons(const feature_table& table, const feature_model& model);

/// Rows of other types than genes, transcripts, matches and their parts are passed over. Every bad line goes to
/// `problems`, also an ID twice and a Parent that no row defines. `genome` has the names that an unknown one may be
/// meant for. Throws missing_input, io_failure.
feature_table read_features(const std::string& path, const sequence_catalog& genome, known_sequences& sequences,
                            report& problems, const feature_limits& limits = {});

}  // namespace exonweave
