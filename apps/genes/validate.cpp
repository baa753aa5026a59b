// `exonweave validate`: reads every input that predict would read, reports everything that is wrong with them
// at once, and computes nothing.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output.hpp"
#include "cli/data_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/subcommands.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave::apps {
namespace {

struct validate_options {
  data_options data;
  std::string scoring;
};

void check(const validate_options& options) {
  if (!options.data.candidates.empty() && options.data.genome.empty())
    throw bad_usage({.what = "--candidates cannot be checked alone", .need = "GENOME, whose sequences they lie on"});
  if (options.data.has_pairs() && (options.data.genome.empty() || options.data.targets.empty()))
    throw bad_usage(
        {.what = fmt::format("{} cannot be checked alone", options.data.hits.empty() ? "--pairs" : "--hits"),
         .need = "GENOME and TARGETS, which they name"});
  check_pairs(options.data);
  check_flank(options.data);
  if (options.data.genome.empty() && options.data.targets.empty() && options.scoring.empty())
    throw bad_usage({.what = "nothing to validate", .need = "at least one of GENOME, TARGETS, --scoring"});
  std::vector<named_path> inputs = input_paths(options.data);
  inputs.push_back({"--scoring", options.scoring});
  check_paths(inputs, {});
  check_readable(inputs);
}

// "1 sequence", "2 sequences".
std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string describe(const genome& g) {
  std::int64_t n_bases = 0;
  for (std::size_t i = 0; i < g.catalog().size(); ++i) n_bases += g.catalog().length(i);
  return fmt::format("{}: {}, {} nt\n", g.path(), counted(g.catalog().size(), "sequence"), n_bases);
}

std::string_view name_of(candidate_format format) {
  switch (format) {
    case candidate_format::genscan:
      return "GENSCAN";
    case candidate_format::gff3:
      return "GFF3";
    case candidate_format::gtf:
      return "GTF";
    case candidate_format::gff2:
      return "GFF2";
  }
  return "";
}

// A line for each file; an exon that two files state counts in both, one that two tools state in one file once.
std::string describe(const candidate_set& set) {
  std::vector<std::size_t> n_exons(set.sources.size());
  for (const auto& exon : set.exons) {
    std::set<std::uint32_t> files;
    for (const auto& statement : exon.statements) files.insert(statement.source);
    for (const std::uint32_t file : files) ++n_exons[file];
  }
  std::string text;
  for (std::size_t i = 0; i < set.sources.size(); ++i)
    text += fmt::format("{}: {}, {}\n", set.sources[i], name_of(set.formats[i]), counted(n_exons[i], "candidate exon"));
  return text;
}

std::string describe(const target_set& set) {
  const bool is_dna = set.kind == molecule::dna;
  return fmt::format("{}: {}, {} {}\n", set.path(),
                     counted(set.targets.size(), is_dna ? "DNA target" : "protein target"), count_residues(set),
                     is_dna ? "nt" : "aa");
}

// The settings, after the files that they name were read.
scoring_options check_scoring(const std::string& path, molecule kind, report& problems) {
  const scoring_options scoring = read_scoring(path, kind, problems);
  if (problems.error_count() > 0) return scoring;
  read_protein_matrix(scoring.protein_matrix, problems);
  if (scoring.splice_model != no_splice_model) read_splice_model(first_model_name(scoring.splice_model), problems);
  return scoring;
}

// Reads everything; the texts of what is sound.
std::string read_all(const validate_options& options, report& problems) {
  std::string text;
  std::optional<genome> on;
  std::optional<target_set> targets;
  if (!options.data.genome.empty()) {
    on = genome::open(options.data.genome, problems, content_check::always);
    text += describe(*on);
  }
  if (!options.data.candidates.empty())
    text += describe(read_candidates(options.data.candidates, options.data.candidate_rows, on->catalog(), problems));
  if (!options.data.targets.empty()) {
    targets = read_requested_targets(options.data, problems);
    text += describe(*targets);
  }
  if (options.data.has_pairs()) {
    const auto pairs = read_requested_pairs(options.data, on->catalog(), *targets, problems);
    text += options.data.hits.empty()
                ? fmt::format("{}: {}\n", options.data.pairs, counted(pairs->size(), "pair"))
                : fmt::format("{}: {} around hits\n", options.data.hits, counted(pairs->size(), "region"));
  }
  if (!options.scoring.empty())  // without targets as for proteins, for which scores may be halves
    text += fmt::format("{}: scoring, preset {}\n", options.scoring,
                        check_scoring(options.scoring, targets ? targets->kind : molecule::protein, problems).preset);
  return text;
}

void run(const validate_options& options) {
  check(options);
  report problems;
  const std::string text = read_all(options, problems);
  print_warnings(problems);
  problems.throw_if_errors();
  output_file out("-");
  out.write(text);
  out.commit();
}

}  // namespace

void add_validate(CLI::App& app) {
  auto* command = app.add_subcommand("validate", "Check input files and report all of their problems");
  show_examples(*command,
                {{{"exonweave validate genome.fa proteins.fa"}, "Check a genome and its targets before a long run."}});
  auto options = std::make_shared<validate_options>();
  add_genome_input(*command, options->data, presence::optional);
  add_target_inputs(*command, options->data, presence::optional);
  add_candidate_options(*command, options->data);
  add_pairs_options(*command, options->data);
  command->add_option("-s,--scoring", options->scoring, "Scores and costs, YAML; see docs/reference/scoring.md")
      ->type_name("FILE");
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
