// The options of predict. Words and numbers are read here, not by CLI11, which takes 010 for 8 and 1 for a
// word.
#include "predict/predict_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/files/numbers.hpp"
#include "cli/device_options.hpp"
#include "cli/estimate_request.hpp"
#include "cli/help_formatter.hpp"
#include "cli/length_option.hpp"
#include "cli/options.hpp"
#include "cli/run_costs.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/scoring/scoring_options.hpp"
#include "exons/sites/model_fit.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/engine_words.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_search.hpp"

namespace exonweave::apps {
namespace {

// A score, or a cost, in [least, most], or off.
std::optional<written_score> parse_score_or_off(const std::string& option, const std::string& text, std::int64_t least,
                                                std::int64_t most) {
  if (text == "off") return std::nullopt;
  const auto given = parse_written_score(text);
  if (!given || *given < least || *given > most)
    throw bad_usage({.what = fmt::format("{}: not a {}", option, least < 0 ? "score" : "cost"),
                     .got = text,
                     .need = fmt::format("a number from {} to {}, whole or with .5 at its end, or off", least, most)});
  return *given;
}

// Nothing learnt: 0.
std::size_t parse_rounds(const std::string& option, const std::string& text) {
  constexpr std::int64_t most = 10;
  if (text == "off") return 0;
  const auto rounds = parse_plain_integer(text);
  if (!rounds || *rounds < 1 || *rounds > most)
    throw bad_usage({.what = option + ": not a number of rounds",
                     .got = text,
                     .need = fmt::format("a whole number from 1 to {}, or off", most)});
  return static_cast<std::size_t>(*rounds);
}

// Halves are for protein targets.
void refuse_fine(const std::string& option, written_score given, score_unit unit) {
  if (!unit.holds(given))
    throw bad_usage({.what = option + ": not a whole number",
                     .got = to_string(given),
                     .need = "a whole number",
                     .hint = std::string(halves_hint)});
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

void refuse_preset(const predict_options& options) {
  if (!options.scoring.preset.empty() && !options.scoring.file.empty())
    throw bad_usage({.what = "--preset together with --scoring",
                     .got = options.scoring.preset,
                     .hint = "put 'preset: NAME' into the scoring file"});
  if (!options.scoring.preset.empty() && !preset_scoring(options.scoring.preset, molecule::dna))
    refuse_word("--preset", options.scoring.preset, preset_words());
}

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
                   "More sensitive search for proteins below about 45% identity, in 1.5 times the time");
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
  command.add_flag_callback(
      "--everywhere", [&options] { options.places.where = search_where::everywhere; },
      "The same as --where everywhere");
  add_search_options(command, options);
  add_choice_option<bool>(command, "--low-complexity", options.places.masks_low_complexity,
                          {{"mask", true}, {"keep", false}},
                          "Mask or keep residues of low complexity in the sweep of --where exhaustive (default: mask)");
  add_pairs_options(command, options.data);
  command.get_option("--flank")->description(
      fmt::format("Bases that a region has on each side, nt (default: {} around hits; around loci {}, or {} where an "
                  "end of the protein is not found; less if introns are short)",
                  usual_hit_flank, usual_flank, far_flank));
  mark_advanced(command, {"--everywhere", "--low-complexity"});
}

// `usual` is its default.
void add_splice_model(CLI::App& command, predict_options& options, const std::string& usual) {
  command
      .add_option("--splice-model", options.scoring.splice_model,
                  "Scores of splice sites and start codons. 'self': the run learns them from its genes. 'auto': learnt "
                  "or built-in ones, by their fit (default: " +
                      usual + ")")
      ->type_name("auto|self|" + splice_model_words() + "|none|FILE");
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

void add_min_intron(CLI::App& command, predict_options& options) {
  add_parsed_option(command, "--min-intron", options.scoring.min_intron, parse_length,
                    fmt::format("Shortest intron, nt (default: {}; for DNA {})",
                                usual_scoring(molecule::protein).min_intron, usual_scoring(molecule::dna).min_intron),
                    "N");
}

void add_min_site(CLI::App& command, predict_options& options) {
  add_parsed_option(
      command, "--min-site", options.scoring.min_site,
      [](const std::string& option, const std::string& text) {
        return parse_score_or_off(option, text, -largest_score, largest_score);
      },
      fmt::format("Lowest score of a splice site of ORF exons, half-bits (default: {}; for DNA off)",
                  to_string(usual_scoring(molecule::protein).min_site.value())),
      "N|off");
}

void add_scoring(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Model");
  command
      .add_option("-s,--scoring", options.scoring.file,
                  "Scores and costs, YAML; see docs/reference/scoring.md (default: --preset default)")
      ->type_name("FILE");
  command
      .add_option("--preset", options.scoring.preset,
                  "Scores and costs by their name, instead of --scoring (default: default)")
      ->type_name(preset_words());
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
                    "Rounds of training a splice model and intron costs on the genes of the run, 1 to 10 (default: "
                    "1 with --splice-model auto or self, else off)",
                    "N|off");
  add_min_intron(command, options);
  add_max_intron(command, options);
  add_choice_option<intron_kinds>(
      command, "--introns", options.scoring.introns,
      {{"canonical", intron_kinds::canonical}, {"u12", intron_kinds::u12}, {"any", intron_kinds::any}},
      fmt::format("Splice sites of introns. 'canonical': GT-AG and GC-AG. 'u12': also AT-AC, cost {}. 'any': also all "
                  "others, cost {} for each end (default: canonical)",
                  at_ac_cost, other_end_cost));
  add_min_site(command, options);
  add_choice_option<std::optional<block_mode>>(
      command, "--blocks", options.requested_blocks,
      {{"off", block_mode::off}, {"restrict", block_mode::restricted}, {"add", block_mode::add}},
      "ORF exons to add to candidates. 'restrict': only those between borders of candidates. 'add': all (default: off; "
      "without candidates add)");
  mark_advanced(command, {"--scoring", "--preset", "--coding-model", "--self-training", "--min-intron", "--introns",
                          "--min-site", "--blocks"});
}

// What proteins' models are charged for that are no whole genes.
void add_cut_costs(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Incomplete genes");
  const scoring_options usual = usual_scoring(molecule::protein);
  const auto add_cost = [&](const std::string& name, requested_score& requested, const std::string& what) {
    add_parsed_option(
        command, name, requested,
        [](const std::string& option, const std::string& text) {
          return parse_score_or_off(option, text, 0, largest_cost);
        },
        what, "COST|off");
  };
  add_cost("--open-end", options.scoring.open_end,
           fmt::format("Cost of an open end: the sequence or a gap in it cuts the gene, half-bits (default: {})",
                       to_string(usual.open_end.value())));
  add_cost("--cut-intron", options.scoring.cut_intron,
           fmt::format("Further cost of an open end in an intron, half-bits (default: {})",
                       to_string(usual.cut_intron.value())));
  add_cost("--incomplete", options.scoring.incomplete,
           "Cost of any other end without start or stop codon, half-bits (default: off)");
  command.add_flag("--no-disrupted", options.scoring.no_disrupted,
                   fmt::format("Do not examine genes again for frameshifts and internal stop codons (default: examine "
                               "them, at a cost of {} half-bits each)",
                               to_string(usual.disruption.value())));
  add_cost("--frameshift", options.scoring.frameshift, "Cost of a frameshift within an exon, half-bits (default: off)");
  add_cost("--internal-stop", options.scoring.internal_stop,
           "Cost of a stop codon within the model, half-bits (default: off)");
  mark_advanced(command,
                {"--open-end", "--cut-intron", "--incomplete", "--no-disrupted", "--frameshift", "--internal-stop"});
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
  add_cut_costs(command, options);
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
  add_engine_option(command, options.engine, engines,
                    fmt::format("Engine that computes the alignments. It changes the speed, not the results. 'auto' is "
                                "{} (default: auto)",
                                automatic_engine_words()));
  add_devices_option(command, options.devices, "--engine " + device_engine_words());
  add_calibration_option(command, options.calibration);
}

void add_engine(CLI::App& command, predict_options& options, run_command which) {
  add_machine(command, options, which);
  command.add_flag("--strict", options.is_strict,
                   "Stop at a region that is too large for --memory (default: warn and skip it)");
  mark_advanced(command, {"--strict"});
}

bool may_estimate(run_command which) { return which == run_command::predict || which == run_command::estimate; }

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
  const bool writes_models = which != run_command::shard;
  if (writes_models) add_output_options(command, options);
  add_engine(command, options, which);
  if (may_estimate(which)) {
    add_estimate_options(command, options, which);
    add_journal_options(
        command, options,
        fmt::format("runs of more than {} cells and searches for loci", round_number_text(max_cells_without_journal)));
  }
  if (writes_models) add_plan_options(command, options, which);
  if (which == run_command::estimate) {  // nothing is written
    mark_group_advanced(command, "Output");
    mark_advanced(command, {"--resume"});
  }
  if (which == run_command::merge) {  // the plan gives them
    for (const char* group : {"Input", "Where to look", "Model"}) mark_group_advanced(command, group);
    mark_advanced(command, {"--engine"});
  }
}

void add_estimate_options(CLI::App& command, predict_options& options, run_command which) {
  if (which != run_command::estimate) add_estimate_flag(command, options.role.is_estimate, help_of_estimate);
  add_estimate_json(command, options.estimate.json_out);
  command
      .add_option("--by-locus", options.estimate.by_locus_out,
                  "Table of time, memory and work of each result of the estimate")
      ->type_name("FILE");
  add_parsed_option(command, "--budget", options.estimate.budget, parse_duration,
                    "Estimate how many results take this time, the shortest first: 90m, 2h", "TIME");
  if (which != run_command::estimate) mark_advanced(command, {"--json", "--by-locus", "--budget"});
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

std::size_t max_n_loci(const predict_options& options, molecule kind) {
  return options.places.max_loci.value_or(kind == molecule::protein ? max_loci_of_protein : max_loci_of_dna);
}

bool is_of_another_machine(const predict_options& options) {
  return options.role.is_estimate && options.threads.of_run > options.threads.here;
}

std::uint64_t memory_of(const predict_options& options) {
  const spliced::engine_facts* const requested = gpu::known_engines().find(options.engine);
  const std::uint64_t for_each_thread = (requested != nullptr ? *requested : spliced::engine_facts{}).memory_per_thread;
  if (is_of_another_machine(options)) return options.memory.value_or(options.threads.of_run * for_each_thread);
  return options.memory.value_or(std::min(half_of_memory(), options.threads.here * for_each_thread));
}

std::vector<named_path> run_input_paths(const predict_options& options) {
  std::vector<named_path> paths = input_paths(options.data);
  paths.push_back({"--scoring", options.scoring.file});
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
  refuse_preset(options);
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
  scoring_options scoring =
      options.scoring.file.empty()
          ? *preset_scoring(options.scoring.preset.empty() ? "default" : options.scoring.preset, kind)
          : read_scoring(options.scoring.file, kind, problems);
  if (options.scoring.min_intron) scoring.min_intron = *options.scoring.min_intron;
  if (options.scoring.max_intron) scoring.max_intron = *options.scoring.max_intron;
  const auto set = [&](const char* option, const requested_score& requested, std::optional<written_score>& setting,
                       molecule is_for) {
    if (!requested) return;
    setting = *requested;
    if (setting) refuse_fine(option, *setting, unit_of(scoring, is_for));
  };
  allow_introns(options.scoring.introns, scoring.sites);
  set("--min-site", options.scoring.min_site, scoring.min_site, kind);
  set("--open-end", options.scoring.open_end, scoring.open_end, molecule::protein);
  set("--cut-intron", options.scoring.cut_intron, scoring.cut_intron, molecule::protein);
  set("--incomplete", options.scoring.incomplete, scoring.incomplete, molecule::protein);
  set("--frameshift", options.scoring.frameshift, scoring.frameshift, molecule::protein);
  set("--internal-stop", options.scoring.internal_stop, scoring.internal_stop, molecule::protein);
  if (options.scoring.no_disrupted) scoring.disruption.reset();
  if (!options.scoring.splice_model.empty()) scoring.splice_model = options.scoring.splice_model;
  if (kind == molecule::protein && scoring.frameshift && scoring.min_intron <= longest_skip)
    problems.error({.where = {options.scoring.file},
                    .what = "frameshift together with such short introns: a gap could be either",
                    .got = fmt::format("min_intron {}", scoring.min_intron),
                    .need = fmt::format("min_intron of {} or more", longest_skip + 1)});
  if (scoring.max_intron.value_or(0) > 0 && *scoring.max_intron < scoring.min_intron)
    problems.error({.where = {options.scoring.file},
                    .what = "the longest intron is shorter than the shortest",
                    .got = fmt::format("max_intron {}", *scoring.max_intron),
                    .need = fmt::format("min_intron, {}, or more, or 0: no introns", scoring.min_intron)});
  return scoring;
}

std::optional<written_score> lowest_score(const predict_options& options, const scoring_options& scoring) {
  if (options.models.min_score) return options.models.min_score;
  return scoring.free_target_ends ? std::optional(usual_min_score) : std::nullopt;
}

spliced::score lowest_score_inside(const predict_options& options, const scoring_options& scoring, molecule kind) {
  const auto least = lowest_score(options, scoring);
  if (!least) return spliced::unreachable;
  const score_unit unit = unit_of(scoring, kind);
  refuse_fine("--min-score", *least, unit);
  constexpr written_score limit = spliced::score_limit;  // beyond all scores
  return unit.inside(std::clamp(*least, written_score(-spliced::score_limit), limit));
}

}  // namespace exonweave::apps
