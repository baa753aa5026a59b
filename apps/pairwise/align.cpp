// `exonweave align`: exact global alignments of pairs of sequences (Needleman-Wunsch).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/output.hpp"
#include "base/memory/memory_budget.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/stage_clock.hpp"
#include "cli/subcommands.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "pairwise/align/align_run.hpp"
#include "pairwise/engine_options.hpp"

namespace exonweave::apps {
namespace {

enum class pair_format { pairwise, cigar, paf };

struct align_options {
  std::string query;
  std::string target;
  target_type kind = target_type::recognise;
  std::optional<std::string> matrix;
  std::optional<std::uint64_t> match;
  std::optional<std::uint64_t> mismatch;
  std::optional<std::uint64_t> gap_open;
  std::optional<std::uint64_t> gap_extend;
  bool score_only = false;
  std::optional<std::int64_t> min_score;
  pairwise_engine_options engine;
  thread_numbers threads;
  unsigned n_threads = 1;  // some of these
  std::optional<std::uint64_t> memory;
  pair_format format = pair_format::pairwise;
  std::string out = "-";
  estimate_request time;
  bool quiet = false;
};

std::vector<named_path> inputs_of(const align_options& options) {
  std::vector<named_path> inputs{{"QUERY", options.query}, {"TARGET", options.target}};
  if (options.matrix && !spliced::named_protein_matrix(*options.matrix))
    inputs.push_back({"--matrix", *options.matrix});
  return inputs;
}

void check_options(const align_options& options) {
  if (options.score_only && options.min_score)
    throw bad_usage({.what = "--score-only together with --min-score", .need = "one of them"});
  check_engine_options("align", options.engine);
  check_pairwise_paths(options.time, inputs_of(options), {{"--out", options.out}});
}

target_set read_side(const std::string& path, target_type kind, report& problems) {
  const std::size_t n_before = problems.error_count();
  target_set read = read_targets({path}, kind, problems);
  if (!read.without_residues.empty())
    problems.error({.where = {path},
                    .what = "a record without residues: records of both files are paired by their order",
                    .got = read.without_residues.front()});
  if (read.targets.empty() && problems.error_count() == n_before)
    problems.error({.where = {path}, .what = "no sequences", .need = "a FASTA record at least"});
  return read;
}

sequence_pairs read_pairs(const align_options& options, report& problems) {
  sequence_pairs read{read_side(options.query, options.kind, problems),
                      read_side(options.target, options.kind, problems)};
  if (problems.error_count() > 0) return read;
  if (read.queries.kind != read.targets.kind)
    problems.error({.where = {options.target},
                    .what = read.targets.kind == molecule::dna ? "DNA targets with a protein query"
                                                               : "protein targets with a DNA query",
                    .need = "sequences of one kind",
                    .hint = "say with --target-type what they are"});
  const std::size_t n = read.queries.targets.size();
  if (n != 1 && n != read.size())
    problems.error({.where = {options.target},
                    .what = "another number of records than in " + options.query,
                    .got = std::to_string(read.size()),
                    .need = fmt::format("{}, since records are paired by their order", n),
                    .hint = "a single query is aligned with all targets"});
  return read;
}

struct pair_scoring {
  spliced::substitution_matrix substitution;
  spliced::gap_costs gaps;

  [[nodiscard]] align_scoring view() const { return {&substitution, gaps}; }
};

pair_scoring make_scoring(const align_options& options, molecule kind, report& problems) {
  const bool is_dna = kind == molecule::dna;
  if (is_dna && options.matrix)
    throw bad_usage({.what = "--matrix with DNA",
                     .got = *options.matrix,
                     .need = "proteins",
                     .hint = "DNA has --match and --mismatch"});
  if (!is_dna && (options.match || options.mismatch))
    throw bad_usage({.what = "--match or --mismatch with proteins", .need = "DNA", .hint = "proteins have --matrix"});
  const auto number = [](const std::optional<std::uint64_t>& given, std::uint64_t otherwise) {
    return static_cast<spliced::score>(given.value_or(otherwise));
  };
  const spliced::gap_costs gaps{number(options.gap_open, is_dna ? 0 : 11), number(options.gap_extend, is_dna ? 2 : 1)};
  if (is_dna)
    return {spliced::dna_matrix(spliced::match_mismatch(number(options.match, 2), -number(options.mismatch, 2))), gaps};
  return {read_protein_matrix(options.matrix.value_or("BLOSUM62"), problems, "--matrix"), gaps};
}

// Of all pairs, as if each scored enough for its alignment.
pairwise_run run_of(const align_options& options, const sequence_pairs& inputs, const pair_scoring& scoring) {
  pairwise_run run{.command = "align", .has_linear_gaps = scoring.gaps.open == 0};
  run.n_threads = static_cast<unsigned>(std::min<std::size_t>(options.n_threads, inputs.size()));
  run.max_gpus = options.engine.devices.empty() ? run.n_threads
                                                : std::min<std::size_t>(run.n_threads, options.engine.devices.size());
  for (std::size_t pair = 0; pair < inputs.size(); ++pair) {
    const auto work = work_of_pair({static_cast<double>(inputs.query_of(pair).residues.size()),
                                    static_cast<double>(inputs.target_of(pair).residues.size()), !options.score_only,
                                    static_cast<double>(scoring.substitution.largest())});
    run.work += work;
    if (work[pairwise_unit::cell] >= run.longest[pairwise_unit::cell]) run.longest = work;
  }
  return run;
}

std::string text_of(const aligned_pair& pair, pair_format format) {
  switch (format) {
    case pair_format::cigar:
      return cigar_row(pair);
    case pair_format::paf:
      return pair_paf_row(pair);
    default:
      return pair_blocks(pair);
  }
}

// What is aligned, and how.
struct align_task {
  sequence_pairs pairs;
  pair_scoring scoring;
  pairwise_plan plan;
};

std::uint64_t n_cells_of(const align_task& task) {
  return static_cast<std::uint64_t>(task.plan.run.work[pairwise_unit::cell]);
}

std::uint64_t memory_of(const align_options& options) { return options.memory.value_or(half_of_memory()); }

align_task read_task(const align_options& options, input_watch& watch) {
  report problems;
  sequence_pairs pairs = read_pairs(options, problems);
  run_costs costs = run_costs::read(options.time.calibration, problems);
  print_warnings(problems);
  problems.throw_if_errors();
  pair_scoring scoring = make_scoring(options, pairs.targets.kind, problems);
  watch.all_are_open();
  problems.throw_if_errors();
  const pairwise_run work = run_of(options, pairs, scoring);
  return {std::move(pairs), std::move(scoring), make_pairwise_plan(options.engine.engine, work, std::move(costs))};
}

pairwise_facts facts_of(const align_options& options, const align_task& task) {
  const auto n_residues = static_cast<double>(count_residues(task.pairs.queries) + count_residues(task.pairs.targets));
  double longest_target = 0;
  for (const target& sequence : task.pairs.targets.targets)
    longest_target = std::max(longest_target, static_cast<double>(sequence.residues.size()));
  const std::size_t n_pairs = task.pairs.size();
  return {.counts = {{"pairs", n_pairs}, {"cells", n_cells_of(task)}},
          .max_alignments = options.score_only ? 0 : n_pairs,
          .memory = bytes_of_program + n_residues,
          .memory_bound = static_cast<double>(memory_of(options)),
          .device_memory = device_bytes(*task.plan.engine, task.plan.run, longest_target)};
}

struct aligned_texts {
  std::vector<std::string> of_pairs;  // in their order
  double seconds = 0;
};

aligned_texts align_all(const align_options& options, const align_task& task, const align_engine& engine) {
  align_rules rules{.scoring = task.scoring.view(), .wants_paths = !options.score_only};
  if (options.min_score) rules.least = static_cast<spliced::score>(*options.min_score);
  rules.memory = memory_of(options);
  rules.n_threads = options.n_threads;
  aligned_texts made{std::vector<std::string>(task.pairs.size())};
  const auto keep = [&](std::size_t pair, const global_alignment& alignment) {
    made.of_pairs[pair] = text_of({task.pairs.query_of(pair), task.pairs.target_of(pair), alignment}, options.format);
  };
  const stage_clock clock;
  run_control control;
  stoppable({"aligning", "cells", n_cells_of(task), options.quiet}, control,
            [&] { align_pairs(task.pairs, engine, rules, control, keep); });
  made.seconds = clock.total();
  control.throw_if_stopped();  // at the last moment
  return made;
}

void run(const align_options& options) {
  check_options(options);
  const stage_clock clock;
  std::optional<output_file> out;
  if (!options.time.is_estimate) out.emplace(options.out);
  input_watch watch(inputs_of(options));
  const align_task task = read_task(options, watch);
  engine_warnings warnings;
  const auto engine = make_align_engine({std::string(task.plan.engine->name), options.engine.devices},
                                        task.plan.is_automatic, task.scoring.view(), warnings);
  if (options.time.is_estimate)
    return write_pairwise_estimate(task.plan, facts_of(options, task), options.time.json, options.quiet);
  const aligned_texts made = align_all(options, task, *engine);
  for (const std::string& text : made.of_pairs) out->write(text);
  report after;
  warnings.tell(after);
  print_and_check(after, watch);
  out->commit();
  if (options.quiet) return;
  // Those that score less than --min-score have no alignments, so less was to do.
  if (!options.min_score && after.warnings().empty())
    tell_pairwise_drift("alignments", task.plan, {task.plan.run.work, made.seconds});
  print_closing_line({{made.of_pairs.size(), "pair", "pairs"}}, clock.total());
}

std::int64_t parse_least(const std::string& option, const std::string& text) {
  constexpr std::int64_t most = 1'000'000'000;
  const std::optional<std::int64_t> value = parse_plain_integer(text);
  if (!value || *value < -most || *value > most)
    throw bad_usage(
        {.what = option + ": not a number in its range", .got = text, .need = fmt::format("-{} to {}", most, most)});
  return *value;
}

void add_scoring(CLI::App& command, align_options& options) {
  const auto count = [](const std::string& option, const std::string& text) {
    return parse_count(option, text, 0, 10'000);
  };
  command
      .add_option(
          "--matrix", options.matrix,
          "Scores of amino acid pairs: BLOSUM45, BLOSUM62, BLOSUM80, or a file in NCBI's format (default: BLOSUM62)")
      ->type_name("NAME|FILE");
  add_parsed_option(command, "--match", options.match, count, "Score of a pair of equal bases (default: 2)", "N");
  add_parsed_option(command, "--mismatch", options.mismatch, count, "Cost of a pair of different bases (default: 2)",
                    "N");
  add_parsed_option(command, "--gap-open", options.gap_open, count,
                    "Cost to open a gap; 0 means linear gaps (default: 11; for DNA 0)", "N");
  add_parsed_option(command, "--gap-extend", options.gap_extend, count,
                    "Cost of each residue in a gap (default: 1; for DNA 2)", "N");
}

void add_requested(CLI::App& command, align_options& options) {
  command.add_flag("--score-only", options.score_only, "Write scores without alignments");
  add_parsed_option(command, "--min-score", options.min_score, parse_least,
                    "Lowest score of a pair to write with its alignment, also below 0 (default: any)", "N");
  add_choice_option(command, "--format", options.format,
                    {{"pairwise", pair_format::pairwise}, {"cigar", pair_format::cigar}, {"paf", pair_format::paf}},
                    "Format: blocks of 60 columns, a table with CIGARs, or PAF (default: pairwise)");
  command.add_option("-o,--out", options.out, "The alignments (default: standard output)")->type_name("FILE");
}

}  // namespace

void add_align(CLI::App& app) {
  auto* command = app.add_subcommand("align", "Align pairs of sequences from end to end (Needleman-Wunsch)");
  show_examples(*command, {{{"exonweave align query.fa target.fa --format cigar"},
                            "Align each query with the target at the same position in its file."}});
  auto options = std::make_shared<align_options>();
  begin_option_group(*command, "Input");
  command->add_option("query", options->query, "Query sequences: FASTA, one record for each target or one for all")
      ->type_name("FILE")
      ->required();
  command->add_option("target", options->target, "Target sequences: FASTA, paired with queries by their order")
      ->type_name("FILE")
      ->required();
  add_choice_option(
      *command, "--target-type", options->kind,
      {{"recognise", target_type::recognise}, {"dna", target_type::dna}, {"protein", target_type::protein}},
      "Kind of all sequences. With 'recognise' their residues decide (default: recognise)");
  begin_option_group(*command, "Model");
  add_scoring(*command, *options);
  begin_option_group(*command, "Output");
  add_requested(*command, *options);
  begin_option_group(*command, "Run");
  add_engine_options(*command, "align", options->engine);
  add_pairwise_threads(*command, options->threads);
  add_memory_option(*command, options->memory,
                    "Most memory for rows of alignments, such as 8G (default: half of the machine's)");
  add_pairwise_options(*command, options->time);
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no closing line");
  command->callback([options] {
    options->n_threads = threads_of(options->threads, options->time);
    run(*options);
  });
}

}  // namespace exonweave::apps
