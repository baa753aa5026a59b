// How complete the gene set of annotate is by its proteins, and by those of --completeness.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "exons/run/completeness.hpp"
#include "predict/predict_stages.hpp"

namespace exonweave::apps {

/// What was found of a set of proteins in the genes.
struct checked_proteins {
  std::vector<std::string> paths;       // of several files with commas between them
  std::vector<std::string> names;       // of its proteins
  std::vector<protein_in_genes> found;  // [names]
};

/// Those of --completeness and how they are aligned, when the genes of a run are there: without margins, and with what
/// --memory leaves next to what the run holds.
predict_inputs inputs_of_expected(const planned_run& plan);

/// Of the proteins of the run, whose `alignments` are known; then of those of --completeness, where it was given: they
/// are aligned here, by the model of the run, and become neither genes nor alignments of it. Prints a line for each
/// set. Throws as find_cases() and align() do.
std::vector<checked_proteins> check_completeness(const planned_run& plan, const std::vector<elective_model>& alignments,
                                                 const std::vector<std::vector<gene_model>>& genes);

/// "C:95.5%[S:90.0%,D:5.5%],F:2.5%,M:2.0%,n:200", as BUSCO writes it. Without proteins all shares are 0.
std::string completeness_text(const checked_proteins& set);

/// An entry of run.json for each set.
nlohmann::ordered_json completeness_entries(const std::vector<checked_proteins>& sets);

/// A table with a row for each protein of each set, by their names, tab-separated with a header line.
std::string completeness_table(const std::vector<checked_proteins>& sets);

}  // namespace exonweave::apps
