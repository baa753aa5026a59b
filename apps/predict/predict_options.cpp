// The options of predict. Words and numbers are read here, not by CLI11, which takes 010 for 8 and 1 for a
// word.
#include "predict/predict_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/files/file_text.hpp"
#include "cli/device_options.hpp"
#include "cli/estimate_request.hpp"
#include "cli/help_formatter.hpp"
#include "cli/options.hpp"
#include "cli/run_costs.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/sites/model_fit.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/predict_engine.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_search.hpp"

namespace exonweave::apps {
namespace {

// Nothing learnt: 0.
std::size_t parse_rounds(const std::string& option, const std::string& text) {
  constexpr std::int64_t most = 10;
  if (text == "off") return 0;
  const auto rounds = parse_plain_integer(text);
  if (!rounds || *rounds < 0 || *rounds > most)
    throw bad_usage({.what = option + ": not a number of rounds",
                     .got = text,
                     .need = fmt::format("a whole number from 0 to {}", most)});
  return static_cast<std::size_t>(*rounds);
}

// "self", "self:3", and files alike. What is no number belongs to the name of a file.
void take_splice_model(const std::string& text, scoring_requests& scoring) {
  const std::size_t mark = text.rfind(':');
  const std::string rounds = mark == std::string::npos ? "" : text.substr(mark + 1);
  const bool has_rounds = !rounds.empty() && rounds.find_first_not_of("0123456789") == std::string::npos;
  scoring.splice_model = has_rounds ? text.substr(0, mark) : text;
  if (has_rounds) scoring.training_rounds = parse_rounds("--splice-model", rounds);
}

double parse_loci_fraction(const std::string& option, const std::string& text) {
  const double fraction = parse_fraction(option, text);
  if (fraction == 0)
    throw bad_usage({.what = option + ": nothing is left out", .got = text, .need = "a share above 0"});
  return fraction;
}

// A whole number from 1 to `most`.
auto parse_count_to(std::uint64_t most) {
  return [most](const std::string& option, const std::string& text) { return parse_count(option, text, 1, most); };
}

// Where nobody says others.
scoring_options usual_scoring(molecule targets) { return preset_scoring("default", targets).value(); }

std::string preset_words() { return fmt::format("{}", fmt::join(preset_names(), "|")); }

void add_genetic_code(CLI::App& command, predict_options& options) {
  add_genetic_code_option(command, options.scoring.codes);
}

// A merge has them from its plan.
void add_inputs(CLI::App& command, predict_options& options, run_command which) {
  begin_option_group(command, "Input");
  if (which == run_command::merge) {
    add_named_inputs(command, options.data);
  } else {
    add_genome_input(command, options.data, presence::required);
    add_target_inputs(command, options.data, presence::required);
  }
  add_genetic_code(command, options);
  add_candidate_options(command, options.data);
}

void add_search_options(CLI::App& command, predict_options& options) {
  command.add_flag("--sensitive", options.places.is_sensitive,
                   "More sensitive search for proteins below about 45% identity, in more time");
  command.add_flag("--seed-soft-masked", options.places.seeds_soft_masked,
                   "Seed in soft-masked (lower-case) bases as well (default: only if nothing else is found)");
  mark_advanced(command, {"--seed-soft-masked"});
}

void add_where(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Where to look");
  add_choice_option<search_where>(command, "--where", options.places.where,
                                  {{"size", search_where::by_size},
                                   {"loci", search_where::loci},
                                   {"exhaustive", search_where::exhaustive},
                                   {"everywhere", search_where::everywhere}},
                                  fmt::format("Where to align proteins without --pairs and --hits. 'loci': where a "
                                              "search finds them. 'exhaustive': where a sweep over every position "
                                              "finds them. 'everywhere': on every sequence. 'size': everywhere where "
                                              "that takes some {} s at most, else on loci (default: size)",
                                              max_seconds_everywhere));
  add_search_options(command, options);
  add_choice_option<bool>(command, "--low-complexity", options.places.masks_low_complexity,
                          {{"mask", true}, {"keep", false}},
                          "Mask or keep residues of low complexity in the sweep of --where exhaustive (default: mask)");
  add_pairs_options(command, options.data);
  command.get_option("--flank")->description(
      fmt::format("Bases that a region has on each side, nt (default: {} around hits; around loci {}, or {} where an "
                  "end of the protein is not found; less if introns are short)",
                  usual_hit_flank, usual_flank, far_flank));
  mark_advanced(command, {"--low-complexity"});
}

// `usual` is its default.
void add_splice_model(CLI::App& command, predict_options& options, const std::string& usual) {
  add_text_option(
      command, "--splice-model", [&options](const std::string& text) { take_splice_model(text, options.scoring); },
      "Scores of splice sites and start codons. 'self': the run learns them from its genes. 'auto': learnt or built-in "
      "ones, by their fit. 'auto:3' trains them, and intron costs, in at most 3 rounds, 'auto:0' in none (default: " +
          usual + "; 1 round of auto and self)",
      "auto|self|" + splice_model_words() + "|none|FILE");
}

void add_splice_scores(CLI::App& command, predict_options& options) {
  command
      .add_option("--splice-scores", options.scoring.splice_scores,
                  "Table of splice site scores (minisplice), added to those of the splice model and of the gene model")
      ->type_name("FILE");
  mark_advanced(command, {"--splice-scores"});
}

void add_max_intron(CLI::App& command, predict_options& options) {
  add_parsed_option(
      command, "--max-intron", options.scoring.max_intron,
      [](const std::string& option, const std::string& text) {
        return text == "off" ? std::nullopt : std::optional(parse_length_next_to("off", option, text));
      },
      fmt::format(
          "Longest intron, nt; 0: no introns. With 'off' a search for loci joins exons over up to {} nt (default: off)",
          search_rules{}.max_intron),
      "N|off");
}

// What is wrong with one is reported at once, as far as that is the same for all targets.
void add_setting_option(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&settings](const std::vector<std::string>& given) {
            scoring_options any = usual_scoring(molecule::protein);
            for (const std::string& each : given) set_scoring("--set", each, molecule::protein, any);
            settings = given;
          },
          "Another value for a key of the scoring, such as incomplete=20 or disruption=off. May be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void add_scoring(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Model");
  command
      .add_option("-s,--scoring", options.scoring.base,
                  "Scores and costs: a preset by its name, or YAML; see docs/reference/scoring.md (default: default)")
      ->type_name(fmt::format("{}|FILE", fmt::join(preset_names(), "|")));
  add_setting_option(command, options.scoring.set);
  add_splice_model(command, options, "auto; with candidates vertebrate; for DNA none");
  add_splice_scores(command, options);
  command
      .add_option("--coding-model", options.scoring.coding_model,
                  fmt::format("Scores of codons, which decide on the ends of a gene. 'auto': those that fit the genes "
                              "of the run best; with fewer than {} training genes, those of the splice model, except "
                              "vertebrate. 'off': no scores (default: auto)",
                              fewest_coding_genes))
      ->type_name("auto|off|" + splice_model_words() + "|FILE");
  add_parsed_option(command, "--self-training", options.scoring.training_rounds, parse_rounds,
                    "Rounds of training a splice model", "N|off");
  mark_superseded(command, "--self-training", "a part of --splice-model, as in --splice-model self:3");
  add_max_intron(command, options);
  add_choice_option<intron_kinds>(
      command, "--introns", options.scoring.introns,
      {{"canonical", intron_kinds::canonical}, {"u12", intron_kinds::u12}, {"any", intron_kinds::any}},
      fmt::format("Splice sites of introns. 'canonical': GT-AG and GC-AG. 'u12': also AT-AC, cost {}. 'any': also all "
                  "others, cost {} for each end (default: canonical)",
                  at_ac_cost, other_end_cost));
  add_choice_option<std::optional<block_mode>>(
      command, "--blocks", options.requested_blocks,
      {{"off", block_mode::off}, {"restrict", block_mode::restricted}, {"add", block_mode::add}},
      "ORF exons to add to candidates. 'restrict': only those between borders of candidates. 'add': all (default: off; "
      "without candidates add)");
  mark_advanced(command, {"--scoring", "--set", "--coding-model", "--introns", "--blocks"});
}

// On a region. Of proteins it holds long rows of copies: they are distinguished apart, whatever the limit is.
constexpr std::size_t max_loci_of_protein = 1'000, max_loci_of_dna = 1;

void add_max_loci(CLI::App& command, predict_options& options) {
  add_parsed_option(
      command, "--max-loci", options.places.max_loci, parse_count_to(1'000'000),
      fmt::format("Most loci of a target; the best ones are kept (default: {} of a search; on a region {}; for DNA {})",
                  search_rules{}.max_n_loci, max_loci_of_protein, max_loci_of_dna),
      "N");
  mark_advanced(command, {"--max-loci"});
}

// What is a model, and how many there are.
void add_thresholds(CLI::App& command, predict_options& options) {
  add_parsed_option(
      command, "--max-evalue", options.models.max_e_value, parse_e_value,
      fmt::format("Highest E-value of a model, for proteins without candidates (default: {})", usual_max_e_value), "E");
  add_parsed_option(command, "--min-score", options.models.min_score, parse_score,
                    fmt::format("Lowest score of a model, instead of --max-evalue (default: off; for DNA, or with "
                                "candidates, {} with free target ends)",
                                to_string(usual_min_score)),
                    "N");
  add_parsed_option(command, "--min-coverage", options.models.min_coverage, parse_fraction,
                    "Lowest share of the target that a model covers, 0 to 1 (default: 0)", "SHARE");
  add_max_loci(command, options);
  add_parsed_option(command, "--min-loci-score", options.places.min_loci_score, parse_loci_fraction,
                    fmt::format("Lowest score of a locus, as a share of the target's best one, above 0 to 1 (default: "
                                "{})",
                                place_requests{}.min_loci_score),
                    "SHARE");
  add_parsed_option(command, "-k,--top", options.models.n_chains, parse_count_to(10'000),
                    "Chains to report for each target and region, as mRNAs of one gene (default: 1)", "N");
  command.add_flag_callback(
      "--no-margins", [&options] { options.models.with_margins = false; },
      "Omit margins and support. With --max-loci 1 the run takes half the time");
  mark_advanced(command, {"--min-score", "--min-coverage", "--min-loci-score", "--top", "--no-margins"});
}

void add_model(CLI::App& command, predict_options& options) {
  add_scoring(command, options);
  add_thresholds(command, options);
}

// An estimate and a plan may be for another machine.
void add_threads(CLI::App& command, predict_options& options, run_command which) {
  if (which == run_command::merge)
    return add_threads_option(command, options.threads, run_place::here, help_of_threads);
  add_threads_option(command, options.threads, run_place::elsewhere,
                     which == run_command::shard
                         ? "Threads of a part, which decide on its memory (default: all processors of this machine)"
                         : help_of_threads);
}

void add_machine(CLI::App& command, predict_options& options, run_command which) {
  begin_option_group(command, "Run", option_role::other);
  add_threads(command, options, which);
  add_memory_option(command, options.memory,
                    fmt::format("Most memory of the whole run, such as 8G. Without it, graphs and rows have a limit "
                                "(default: {}; at most half of the machine's)",
                                thread_memory_words()));
  std::vector<named_engine> engines;
  for (const spliced::engine_facts& each : gpu::known_engines().facts())
    engines.push_back({each.name, each.is_automatic});
  add_engine_option(command, {options.engine.name, options.engine.devices}, engines,
                    fmt::format("Engine that computes the alignments. It changes their speed, not their results. With "
                                "'cuda' the search compares all residues on the GPU, and finds more loci. 'auto' is "
                                "{}. '{}:0,2' takes these GPUs of 'exonweave devices' (default: auto, and all GPUs)",
                                automatic_engine_words(), device_engine_words()));
  add_calibration_option(command, options.calibration);
}

void add_engine(CLI::App& command, predict_options& options, run_command which) {
  add_machine(command, options, which);
  command.add_flag("--strict", options.is_strict,
                   "Stop at a region that is too large for --memory (default: warn and skip it)");
  mark_advanced(command, {"--strict"});
}

// What a run goes on from, by itself or as a part of one.
void add_resuming(CLI::App& command, predict_options& options) {
  add_journal_options(
      command, options,
      fmt::format("runs of more than {} cells and searches for loci", round_number_text(max_cells_without_journal)));
  add_plan_options(command, options, run_command::predict);
}

std::string note_of_options(const std::string& groups) {
  return fmt::format(
      "The options of 'exonweave predict' under {} are the same: 'exonweave predict --help-all' lists them.", groups);
}

// "90", "90s", "15m", "2h", "1.5d".
double parse_duration(const std::string& option, const std::string& text) {
  constexpr std::pair<char, double> units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
  double unit = 1;
  std::string number = text;
  for (const auto& [letter, seconds] : units)
    if (!text.empty() && text.back() == letter) {
      unit = seconds;
      number.pop_back();
    }
  const auto value = parse_plain_decimal(number);
  if (!value || *value <= 0)
    throw bad_usage(
        {.what = option + ": not a time", .got = text, .need = "a number above 0 and s, m, h or d, such as 90m"});
  return *value * unit;
}

// What an estimate writes, and nothing that a run would leave.
void settle_estimate(predict_options& options) {
  options.other_outputs = {{"--json", options.estimate.json_out}, {"--by-locus", options.estimate.by_locus_out}};
  if (!options.role.is_estimate) {
    for (const named_path& each : options.other_outputs)
      if (!each.path.empty()) refuse_without_estimate(each.option);
    if (options.estimate.budget) refuse_without_estimate("--budget");
    options.threads.of_run = options.threads.here;
    return;
  }
  if (!options.role.plan.empty()) throw bad_usage({.what = "--plan in an estimate", .need = "a run that is whole"});
  options.out.clear();
  options.journal = no_journal;
  options.resumes = false;
}

}  // namespace

void settle_options(predict_options& options, const CLI::App& command) {
  options.given = given_options(command);
  settle_estimate(options);
}

std::string scoring_requests::file() const { return preset_scoring(base, molecule::dna) ? "" : base; }

predict_options::predict_options() = default;
predict_options::predict_options(const predict_options& other) = default;
predict_options::predict_options(predict_options&& other) noexcept = default;
predict_options& predict_options::operator=(const predict_options& other) = default;
predict_options& predict_options::operator=(predict_options&& other) noexcept = default;
predict_options::~predict_options() = default;

void add_predict_options(CLI::App& command, predict_options& options, run_command which) {
  add_inputs(command, options, which);
  add_where(command, options);
  add_model(command, options);
  if (which != run_command::shard) add_output_options(command, options);
  add_engine(command, options, which);
  switch (which) {
    case run_command::predict:
      add_estimate_flag(command, options.role.is_estimate, help_of_estimate);
      return add_resuming(command, options);
    case run_command::estimate:
      add_estimate_outputs(command, options);
      begin_option_group(command, "Output", option_role::other);  // nothing is written
      add_resuming(command, options);
      return leave_to_note(command, {"Where to look", "Model", "Output"},
                           note_of_options("Where to look, Model, Output and Run"));
    case run_command::shard:
      return leave_to_note(command, {"Where to look", "Model"}, note_of_options("Where to look and Model"));
    default:
      add_plan_options(command, options, which);
      leave_to_note(command, {"Input", "Where to look", "Model"}, "The plan gives all other options of the run.");
  }
}

void add_estimate_outputs(CLI::App& command, predict_options& options) {
  add_estimate_json(command, options.estimate.json_out);
  command
      .add_option("--by-locus", options.estimate.by_locus_out,
                  "Table of time, memory and work of each result of the estimate")
      ->type_name("FILE");
  add_parsed_option(command, "--budget", options.estimate.budget, parse_duration,
                    "Estimate how many results take this time, the shortest first: 90m, 2h", "TIME");
}

void add_annotation_options(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Where to look");
  add_search_options(command, options);
  add_max_loci(command, options);
  begin_option_group(command, "Model");
  add_genetic_code(command, options);
  add_splice_model(command, options, "auto");
  add_splice_scores(command, options);
  add_max_intron(command, options);
  add_machine(command, options, run_command::annotate);
}

void add_other_options(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Run", option_role::other);
  command.add_flag("-q,--quiet", options.quiet, "Print no progress, no closing line and no notes on the splice model");
}

std::size_t usual_max_loci(molecule kind) { return kind == molecule::protein ? max_loci_of_protein : max_loci_of_dna; }

std::vector<named_path> run_input_paths(const predict_options& options) {
  std::vector<named_path> paths = input_paths(options.data);
  paths.push_back({"--scoring", options.scoring.file()});
  paths.push_back({"--splice-model", options.scoring.splice_model});
  paths.push_back({"--coding-model", options.scoring.coding_model});
  paths.push_back({"--splice-scores", options.scoring.splice_scores});
  paths.push_back({"--gene-model", options.genes.gene_model_file});
  for (const std::string& path : options.genes.candidates) paths.push_back({"--candidates", path});
  paths.push_back({"--completeness", options.genes.completeness});
  paths.push_back({"--review", options.genes.review});
  paths.push_back({"--plan", options.role.plan});
  paths.push_back(calibration_input(options.calibration));
  for (const std::string& part : options.role.parts) paths.push_back({"PART", part});
  return paths;
}

void check(const predict_options& options) {
  check_paths(run_input_paths(options), output_paths(options));
  check_pairs(options.data);
  if (!options.may_search()) check_flank(options.data, flank_need);
  if (!options.genes.review.empty() && !options.outputs.has_locus_models())
    throw bad_usage({.what = "--review without models of loci", .need = locus_option_list()});
  if (options.models.max_e_value && options.models.min_score)
    throw bad_usage({.what = "--max-evalue together with --min-score",
                     .need = "one of them",
                     .hint = "each is a limit of models, --min-score by the score alone"});
  if (options.data.candidates.empty() && options.blocks() != block_mode::add)
    throw bad_usage(
        {.what = "--blocks without candidates", .need = "--candidates", .hint = "ORF exons alone need no --blocks"});
}

scoring_options chosen_scoring(const predict_options& options, molecule kind, report& problems) {
  const std::string file = options.scoring.file();
  const std::string& preset = options.scoring.base;
  scoring_options scoring =
      file.empty() ? *preset_scoring(preset.empty() ? "default" : preset, kind) : read_scoring(file, kind, problems);
  if (options.scoring.max_intron) scoring.max_intron = *options.scoring.max_intron;
  allow_introns(options.scoring.introns, scoring.sites);
  for (const std::string& each : options.scoring.set) set_scoring("--set", each, kind, scoring);
  if (!options.scoring.splice_model.empty()) scoring.splice_model = options.scoring.splice_model;
  if (kind == molecule::protein && scoring.frameshift && scoring.min_intron <= longest_skip)
    problems.error({.where = {file},
                    .what = "frameshift together with such short introns: a gap could be either",
                    .got = fmt::format("min_intron {}", scoring.min_intron),
                    .need = fmt::format("min_intron of {} or more", longest_skip + 1)});
  if (scoring.max_intron.value_or(0) > 0 && *scoring.max_intron < scoring.min_intron)
    problems.error({.where = {file},
                    .what = "the longest intron is shorter than the shortest",
                    .got = fmt::format("max_intron {}", *scoring.max_intron),
                    .need = fmt::format("min_intron, {}, or more, or 0: no introns", scoring.min_intron)});
  return scoring;
}

}  // namespace exonweave::apps
