// `exonweave scan`: exact local alignments of proteins to a database of proteins, or to all reading frames of a genome.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/stage_clock.hpp"
#include "cli/subcommands.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/engine_options.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/scan/database_file.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_run.hpp"
#include "pairwise/scan/scan_statistics.hpp"
#include "pairwise/scan_options.hpp"

namespace exonweave::apps {
namespace {

// By what a scan goes, as its options say.

// What NCBI publishes where it knows the matrix by its name, else what a simulation finds.
std::optional<score_law> statistics_of(const scan_options& options, const scan_scoring& scoring) {
  if (const auto known = published_statistics(options.matrix, scoring.gaps)) return known;
  return simulated_statistics(scoring);
}

void check_without_statistics(const scan_options& options) {
  if (options.min_score == 0)
    throw bad_usage({.what =
                         "E-values of this matrix and these gap costs are not known: scores of random proteins grow "
                         "with their lengths, or are all the same",
                     .need = "--min-score",
                     .hint = "use higher gap costs, or a matrix with a mean below 0"});
  const bool has_given_e_value = std::ranges::count(options.given, "--max-evalue", &given_option::name) > 0;
  if (has_given_e_value)
    throw bad_usage({.what = "--max-evalue where E-values are not known", .need = "--min-score alone"});
  if (options.comp_based_stats > 0)
    throw bad_usage({.what = "--comp-based-stats where E-values are not known", .need = "--min-score alone"});
}

void check_composition(const scan_scoring& scoring) {
  if (!implied_frequencies(*scoring.substitution))
    throw bad_usage({.what = "--comp-based-stats 2 with scores that imply no frequencies of residues",
                     .need = "a matrix of log-odds, as BLOSUM62",
                     .hint = "--comp-based-stats 1 takes any"});
}

// Throws bad_usage for options that need E-values, or frequencies of residues, where the scoring has none.
scan_rules make_rules(const scan_options& options, const scan_scoring& scoring) {
  scan_rules rules{scoring, statistics_of(options, scoring)};
  if (!rules.statistics) check_without_statistics(options);
  rules.composition = static_cast<composition_mode>(options.comp_based_stats);
  if (rules.composition == composition_mode::adjusted) check_composition(scoring);
  rules.mask_queries = options.mask_queries;
  rules.max_e_value = options.max_e_value;
  rules.min_score = static_cast<spliced::score>(std::max<std::uint64_t>(options.min_score, 1));
  rules.max_hits = static_cast<std::size_t>(options.max_hits);
  rules.max_hsps = static_cast<std::size_t>(options.max_hsps);
  rules.memory = options.memory.value_or(half_of_memory());
  rules.n_threads = options.n_threads;
  return rules;
}

// `exonweave scan --format-db`: a database for later scans.

formatted_size write_database(const scan_options& options, output_file& out, input_watch& watch, report& problems,
                              run_control& control) {
  const auto shown = [&](const auto& work) {
    return stoppable({.what = "formatting", .is_quiet = options.quiet}, control, work);
  };
  const auto all_is_read = [&] {
    watch.all_are_open();
    print_and_check(problems, watch);
  };
  if (options.genome.empty() && formatted_database(options) == nullptr) {
    const target_set proteins = shown([&] { return read_targets(options.databases, target_type::protein, problems); });
    problems.throw_if_errors();
    all_is_read();
    return shown([&] { return format_proteins(proteins, mask_of_database(options), out); });
  }
  const scan_database made = shown([&] { return read_database(options, problems, control); });
  all_is_read();
  check_mask(options, made);
  made.write(out);
  made.throw_if_changed();  // it may be a formatted one itself
  return {made.blocks().n_sequences(), made.n_residues()};
}

// Writes the database, whole or not at all. Throws what readers throw, nothing_to_compare, bad_usage, io_failure.
void format_database(const scan_options& options) {
  const stage_clock clock;
  output_file out(options.format_db);
  if (out.temporary().empty()) refuse_database_file(options);
  input_watch watch(scan_input_paths(options));
  report problems;
  run_control control;
  const formatted_size made = write_database(options, out, watch, problems, control);
  control.throw_if_stopped();  // at the last moment
  out.commit();
  if (!options.quiet)
    print_closing_line({{static_cast<std::size_t>(made.n_sequences), "sequence", "sequences"},
                        {static_cast<std::size_t>(made.n_residues), "residue", "residues"}},
                       clock.total());
}

// Where a GPU fails, the CPU does the rest.
void find_matches_anyway(const scan_context& context, const scan_engine& engine, const scan_rules& rules, scan_log& log,
                         const match_sink& sink, run_control& control) {
  const auto find_with = [&](const scan_engine& any) { find_matches(context, any, rules, control, log, sink); };
  const auto warn = [](const std::string& what) {
    report problems;
    problems.warn({.what = what});
    print_warnings(problems);
  };
  const auto find_on_cpu = [&] {
    control.take_back_cells(control.cells() - count_cells(context, log.scanned));
    find_with(*make_parasail_scan(rules.n_threads));
  };
  gpu::on_gpu_or_cpu(
      "does the rest", warn, [&] { find_with(engine); }, find_on_cpu);
}

// What a scan reports of what it found.
report warnings_of(const scan_options& options, const target_set& queries, const scan_log& log) {
  report problems;
  if (!log.masked_queries.empty()) {
    const target& first = queries.targets[log.masked_queries.front()];
    problems.warn({.where = queries.where(first),
                   .what = fmt::format("wholly masked queries have no match: {}", log.masked_queries.size()),
                   .got = first.name,
                   .hint = "--mask-queries none compares them"});
  }
  if (log.n_matches == 0)
    problems.warn({.where = {queries.path()}, .what = "no query has a match: the result is empty"});
  if (log.n_left_out > 0)
    problems.warn({.where = {queries.path()},
                   .what = fmt::format("sequences beyond --max-hits are excluded: {}", log.n_left_out),
                   .need = fmt::format("up to {} of a query", options.max_hits),
                   .hint = "raise --max-hits"});
  return problems;
}

// How much there is to do, and what does it.
struct scan_plan {
  scan_scoring scoring;
  scan_sizes sizes;
  pairwise_plan work;
  std::unique_ptr<scan_engine> engine;

  [[nodiscard]] std::uint64_t n_cells() const { return static_cast<std::uint64_t>(work.run.work[pairwise_unit::cell]); }
};

// `inputs` must outlive it. Throws bad_usage for options that do not suit what was read.
scan_plan make_scan_plan(const scan_options& options, const scan_inputs& inputs) {
  const spliced::gap_costs gaps{static_cast<spliced::score>(options.gap_open),
                                static_cast<spliced::score>(options.gap_extend)};
  const scan_scoring scoring{&inputs.matrix, gaps};
  const scan_sizes sizes = sizes_of_scan(inputs.queries, inputs.database ? &*inputs.database : nullptr);
  const auto run = run_of_scan(options.engine.devices, options.n_threads, options.gap_open == 0, sizes);
  const pairwise_plan work = make_pairwise_plan(options.engine.engine, run, inputs.costs);
  auto engine =
      gpu::scan_engines({.devices = options.engine.devices, .warn = {}}, options.n_threads).make(work.engine->name);
  refuse_scoring(work.engine->name, engine->refusal(scoring));
  if (inputs.database) check_code(options, *inputs.database);
  if (inputs.database) check_mask(options, *inputs.database);
  return {scoring, sizes, work, std::move(engine)};
}

void estimate_scan(const scan_options& options) {
  input_watch watch(scan_input_paths(options));
  run_control control;
  const scan_inputs inputs = read_scan_inputs(options, watch, control);
  const scan_plan plan = make_scan_plan(options, inputs);
  write_pairwise_estimate(plan.work, facts_of_scan(plan.sizes, options.max_hits, options.memory), options.time.json,
                          options.quiet);
}

// A scan from its inputs to its outputs. These are opened before anything is read.
class scan_command {
 public:
  explicit scan_command(const scan_options& options)
      : options_(options),
        outputs_({options.out, options.paf_out, options.gff3_out, options.pairwise_out}, options.columns),
        watch_(scan_input_paths(options)),
        sums_(sum_inputs(options)),
        inputs_(read_scan_inputs(options, watch_, control_)) {
    if (inputs_.database && inputs_.database->is_mapped())
      watch_.trust(options.databases.front(), [this] { inputs_.database->throw_if_changed(); });
  }
  scan_command(const scan_command&) = delete;
  scan_command& operator=(const scan_command&) = delete;

  void run() {
    if (inputs_.is_empty()) return finish_empty();
    const scan_plan plan = make_scan_plan(options_, inputs_);
    const scan_rules rules = make_rules(options_, plan.scoring);
    const scan_context context{inputs_.queries, *inputs_.database, inputs_.matrix, rules.statistics.has_value()};
    const auto journal = make_journal(options_, plan.n_cells(), *inputs_.database, watch_, sums_);
    scan_log log = make_log(options_, context, journal.get());
    try {
      scan(plan, rules, context, log);
    } catch (...) {
      leave_journal(options_, journal.get(), watch_.has_other_bytes(sums_));
      throw;
    }
    if (journal) journal->remove();
  }

 private:
  // A result as any other.
  void finish_empty() {
    print_and_check({}, watch_, sums_);
    outputs_.write_nothing();
    outputs_.commit();
    tell_end(0);
  }

  void scan(const scan_plan& plan, const scan_rules& rules, const scan_context& context, scan_log& log) {
    control_.add_cells(count_cells(context, log.scanned));
    const timed_scan timed(*plan.engine);
    const auto write = [&](std::span<const scan_match> of_query) { outputs_.write(context, of_query); };
    stoppable({"scanning", "cells", plan.n_cells(), options_.quiet}, control_,
              [&] { find_matches_anyway(context, timed, rules, log, write, control_); });
    control_.throw_if_stopped();  // at the last moment
    outputs_.end(*inputs_.database);
    print_and_check(warnings_of(options_, inputs_.queries, log), watch_, sums_);
    outputs_.commit();
    if (!options_.quiet) tell_pairwise_drift("scores", plan.work, timed.done());
    tell_end(log.n_matches);
  }

  void tell_end(std::uint64_t n_matches) const {
    if (!options_.quiet)
      print_closing_line({{static_cast<std::size_t>(n_matches), "match", "matches"}}, clock_.total());
  }

  const scan_options& options_;
  const stage_clock clock_;
  scan_outputs outputs_;
  input_watch watch_;
  const std::vector<input_file> sums_;
  run_control control_;
  const scan_inputs inputs_;
};

void run(const scan_options& options) {
  check_scan_options(options);
  if (!options.format_db.empty()) return format_database(options);
  check_engine_options("scan", options.engine);
  if (options.time.is_estimate) return estimate_scan(options);
  scan_command(options).run();
}

}  // namespace

void add_scan(CLI::App& app) {
  auto* command = app.add_subcommand("scan", "Compare proteins with a database or a genome (Smith-Waterman)");
  show_examples(*command, {{{"exonweave scan --queries proteins.fa --database uniprot.fa -o matches.tsv"},
                            "Find the exact local alignments of proteins to a database."}});
  auto options = std::make_shared<scan_options>();
  add_scan_options(*command, *options);
  command->callback([options, command] {
    options->given = given_options(*command);
    options->n_threads = threads_of(options->threads, options->time);
    run(*options);
  });
}

}  // namespace exonweave::apps
