// `exonweave validate`: reads every input that predict would read, tells everything that is wrong with them
// at once, and computes nothing.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exons/candidates.hpp"
#include "exons/genome.hpp"
#include "exons/output.hpp"
#include "exons/pairs.hpp"
#include "exons/scoring_file.hpp"
#include "exons/targets.hpp"
#include "failures.hpp"
#include "options.hpp"
#include "subcommands.hpp"

namespace exonweave::apps {
namespace {

struct validate_options {
  std::string genome;
  std::vector<std::string> candidates;
  std::string targets;
  target_type type = target_type::recognise;
  std::string pairs;
  std::string scoring;
};

[[noreturn]] void refuse(std::string what, std::string need, std::string got = "") {
  problem_report problem;
  problem.what = std::move(what);
  problem.got = std::move(got);
  problem.need = std::move(need);
  throw bad_usage(problem);
}

target_type parse_target_type(const std::string& text) {
  if (text == "recognise") return target_type::recognise;
  if (text == "dna") return target_type::dna;
  if (text == "protein") return target_type::protein;
  refuse("--target-type: unknown type", "recognise, dna or protein", text);
}

void check(const validate_options& options) {
  if (!options.candidates.empty() && options.genome.empty())
    refuse("--candidates cannot be checked alone", "--genome, whose sequences they lie on");
  if (!options.pairs.empty() && (options.genome.empty() || options.targets.empty()))
    refuse("--pairs cannot be checked alone", "--genome and --targets, which they name");
  if (options.genome.empty() && options.targets.empty() && options.scoring.empty())
    refuse("nothing to validate", "at least one of --genome, --targets, --scoring");
  std::vector<named_path> inputs = {{"--genome", options.genome},
                                    {"--targets", options.targets},
                                    {"--pairs", options.pairs},
                                    {"--scoring", options.scoring}};
  for (const auto& path : options.candidates) inputs.push_back({"--candidates", path});
  check_paths(inputs, {});
}

// "1 sequence", "2 sequences".
std::string counted(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

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

// A line for each file; an exon that two files state counts in both.
std::string describe(const candidate_set& set) {
  std::vector<std::size_t> n_exons(set.sources.size());
  for (const auto& exon : set.exons)
    for (const auto& statement : exon.statements) ++n_exons[statement.source];
  std::string text;
  for (std::size_t i = 0; i < set.sources.size(); ++i)
    text += fmt::format("{}: {}, {}\n", set.sources[i], name_of(set.formats[i]),
                        counted(n_exons[i], "candidate exon"));
  return text;
}

std::string describe(const target_set& set) {
  std::size_t n_residues = 0;
  for (const auto& target : set.targets) n_residues += target.residues.size();
  const bool is_dna = set.kind == molecule::dna;
  return fmt::format("{}: {}, {} {}\n", set.path,
                     counted(set.targets.size(), is_dna ? "DNA target" : "protein target"), n_residues,
                     is_dna ? "nt" : "aa");
}

// Reads everything; the texts of what is sound. What cannot be checked because the genome or the targets are
// not readable at all is passed over: their errors come first.
std::string read_all(const validate_options& options, report& problems) {
  std::string text;
  std::optional<genome> on;
  std::optional<target_set> with;
  if (!options.genome.empty()) {
    on = genome::open(options.genome, problems, content_check::always);
    text += describe(*on);
  }
  const bool has_sequences = on && on->catalog().size() > 0;
  if (!options.candidates.empty() && has_sequences)
    text += describe(read_candidates(options.candidates, {}, on->catalog(), problems));
  if (!options.targets.empty()) {
    with = read_targets(options.targets, options.type, problems);
    text += describe(*with);
  }
  if (!options.pairs.empty() && has_sequences && !with->targets.empty())
    text += fmt::format("{}: {}\n", options.pairs,
                        counted(read_pairs(options.pairs, on->catalog(), *with, problems).size(), "pair"));
  if (!options.scoring.empty())
    text += fmt::format("{}: scoring, preset {}\n", options.scoring,
                        read_scoring(options.scoring, problems).preset);
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
  auto* command =
      app.add_subcommand("validate", "Check input files and tell everything that is wrong with them");
  auto options = std::make_shared<validate_options>();
  command->add_option("--genome", options->genome, "FASTA, plain, gzip or BGZF")->type_name("FILE");
  command
      ->add_option("--candidates", options->candidates,
                   "GENSCAN text, GFF3, GTF or GFF2; repeatable; needs --genome")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  command->add_option("--targets", options->targets, "FASTA of cDNA or proteins")->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--target-type", [options](const std::string& text) { options->type = parse_target_type(text); },
          "recognise (by content; the default), dna or protein")
      ->type_name("TYPE");
  command->add_option("--pairs", options->pairs, "Table of regions and targets; needs --genome and --targets")
      ->type_name("FILE");
  command->add_option("--scoring", options->scoring, "YAML of scores and costs")->type_name("FILE");
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
