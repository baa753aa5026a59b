// Gene models and alignments as a page shows them, from the GFF3 of predict or annotate: genes with mRNAs, matches with
// their parts, or matches of several rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/sequences.hpp"
#include "report/features/known_sequences.hpp"

namespace exonweave {

/// Symbols of a target, as the attribute Target names them.
struct target_range {
  std::string name;
  std::int64_t first = 0;  // 1-based
  std::int64_t last = 0;
};

/// An exon, or the coding part of one.
struct feature_part {
  interval where;
  std::optional<int> phase;
  std::optional<target_range> target;
  std::string gap;  // as GFF3 writes it; empty: not said
  std::optional<double> margin, support;
  bool is_without_rival = false;
  std::vector<std::string> supported_by;  // targets
};

/// An mRNA or a match.
struct feature_model {
  std::string id;
  std::string gene;  // its Parent; of a match its own ID
  std::size_t sequence = 0;
  interval where;
  char on = '.';  // + - .
  std::optional<double> score;
  std::optional<target_range> target;
  std::vector<std::string> locus_targets;
  std::map<std::string, double> figures;     // identity, coverage, e_value, support, ...: those of feature_figures
  std::map<std::string, std::string> words;  // partial, pseudo, window, product, ...: those of feature_words
  std::vector<feature_part> parts;           // in the order of their places
};

struct feature_gene {
  std::string id, name;
  std::size_t sequence = 0;
  interval where;
  char on = '.';
  std::vector<std::size_t> models;  // in file order
};

struct feature_table {
  std::vector<feature_gene> genes;  // in file order
  std::vector<feature_model> models;
};

/// The attributes that are kept as numbers, and those that are kept as texts.
extern const std::vector<std::string> feature_figures, feature_words;

/// Rows of other types than genes, transcripts, matches and their parts are passed over. Every bad line goes to
/// `problems`, also an ID twice and a Parent that no row defines. `genome` has the names that an unknown one may be
/// meant for. Throws missing_input, io_failure.
feature_table read_features(const std::string& path, const sequence_catalog& genome, known_sequences& sequences,
                            report& problems);

}  // namespace exonweave
