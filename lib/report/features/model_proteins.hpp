// The proteins of gene models, as predict and annotate write them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave {

using protein_sink = std::function<void(const std::string& name, const std::string& residues)>;

/// Hands on the records of a FASTA file, with their residues as written, as long as these are `most` together. Returns
/// how many residues the file has. Errors go to `problems`. Throws missing_input, io_failure.
std::uint64_t read_model_proteins(const std::string& path, std::uint64_t most, report& problems,
                                  const protein_sink& sink);

/// Hands all targets of a run to its sink, with residues as read_targets() has them.
using target_source = std::function<void(const protein_sink& sink)>;

/// Those of FASTA files of proteins, one record after another. Errors and what is thrown are as above.
target_source targets_of_files(std::vector<std::string> paths, report& problems);

// Proteins that the scripts of a page translate by themselves, where it holds the genome: they need not be in it.

/// The parts of a model, joined in reading direction and translated from the first whole codon on, without a stop codon
/// at its end. Empty where a base is ambiguous, or the first part has no phase. The sequences of the table must be
/// numbered as those of the genome.
std::string page_translation(const feature_table& table, const feature_model& model, genome& sequences,
                             const genetic_code& code);

/// Letters of amino acids for all codons, TTT, TTC, TTA, TTG, TCT, ...: the order of NCBI's tables.
std::string code_letters(const genetic_code& code);

}  // namespace exonweave
