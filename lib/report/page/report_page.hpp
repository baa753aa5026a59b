// report.html: what came out of a run, as one page that opens without a network.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave {

// The proteins of gene models, as predict and annotate write them.

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

/// The files of a run. Each may be packed. Those that may be empty are left out of the page, which says so.
struct report_files {
  std::string run;                    // run.json of annotate, or what `predict --summary` wrote
  std::string models;                 // the gene set, GFF3
  std::string alignments{};           // of each target, GFF3; may be empty
  std::string unplaced{};             // table of targets without a model; may be empty
  std::string splice_model{};         // YAML, or the name of a built-in model; may be empty
  std::string proteins{};             // of the models, FASTA, each by the ID of its model; may be empty
  target_source targets{};            // proteins that were aligned; may be empty
  std::vector<std::string> tracks{};  // of other programs, for the browser; see track_file.hpp
};

/// A page holds no more bases and residues than this, and no more alignments: it would load slowly.
constexpr std::int64_t max_page_bases = 40'000'000;
constexpr std::uint64_t max_page_residues = 20'000'000;
constexpr std::size_t max_page_alignments = 200'000;

constexpr std::uint64_t unlimited_page_memory = std::numeric_limits<std::uint64_t>::max();

/// Reads all files, checks them, and writes the page. `sequences` are the genome of the run; null: a page without it.
/// Equal files give equal bytes, whatever their names. Nothing of them becomes markup, and no folder of the run is in
/// it. So that no more than `memory` bytes are held, alignments are left out first, then bases; genes never are.
/// Warnings go to `problems`. Throws bad_data with all that is wrong, also of what `problems` has before,
/// missing_input, io_failure.
void write_report_page(const report_files& files, genome* sequences, report& problems, const text_sink& sink,
                       std::uint64_t memory = unlimited_page_memory);

}  // namespace exonweave
