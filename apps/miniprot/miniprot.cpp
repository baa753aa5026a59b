// `exonweave miniprot`: takes the options of miniprot 0.18 and writes its output, for pipelines that call it. It is a
// run of predict. What tunes miniprot's own search has no effect here, and what sets its scores is refused.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/output_folder.hpp"
#include "cli/subcommands.hpp"
#include "exons/sequences/genome.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_whole.hpp"

namespace exonweave::apps {
namespace {

// The file of `miniprot -d`: it names the genome, which needs no index here, for pipelines that make one first.
//
//   #exonweave-genome 1
//   /data/genome.fa          its absolute path, links followed
//   12345678                 its size in bytes

constexpr std::string_view any_version = "#exonweave-genome ";
constexpr std::string_view this_version = "#exonweave-genome 1";
constexpr std::string_view index_of_miniprot = "MPI";
constexpr const char* index_hint = "write it again: exonweave miniprot -d INDEX GENOME";

// Pipes are left alone.
bool is_file(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(path, unreadable);
}

[[noreturn]] void refuse_index(const std::string& path, const std::string& what, const std::string& got,
                               const std::string& need) {
  throw bad_data({.where = {path}, .what = what, .got = got, .need = need, .hint = index_hint});
}

// The genome that `path` stands for: the one that such a file names, else `path`. Throws bad_data for a damaged file,
// one of another version or of miniprot itself, and one whose genome has another size now; missing_input where the
// genome is not there.
std::string genome_of_index(const std::string& path) {
  if (!is_file(path)) return path;
  std::ifstream file(path, std::ios::binary);
  std::string begin(any_version.size(), '\0'), version, genome_path, size;
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin.starts_with(index_of_miniprot))
    refuse_index(path, "an index of miniprot itself, which exonweave does not read", "MPI",
                 "the genome, FASTA, or an index of exonweave miniprot -d");
  if (begin != any_version) return path;
  std::getline(file, version);
  std::getline(file, genome_path);
  if (std::string(any_version) + version != this_version)
    refuse_index(path, "an index of another version", version, std::string(this_version));
  if (!std::getline(file, size) || file.eof())
    refuse_index(path, "the index ends too early", genome_path, "a path and a size");
  std::error_code missing;
  const std::uintmax_t size_now = std::filesystem::file_size(genome_path, missing);
  if (missing)
    throw missing_input(
        {.where = {path}, .what = "the genome of the index cannot be read", .got = genome_path, .hint = index_hint});
  if (std::to_string(size_now) != size)
    refuse_index(path, "the genome has changed since the index was written",
                 fmt::format("{}, {} bytes", genome_path, size_now), size + " bytes");
  return genome_path;
}

// Writes such a file to `path`, of a genome that it checks. Throws bad_usage where that is no file, what genome::open
// throws, and bad_data for its content; cannot_create, io_failure.
void write_genome_index(const std::string& path, const std::string& genome_path) {
  if (!is_file(genome_path))
    refuse_option("-d", {.what = "not the name of a genome file", .got = genome_path, .need = "a file"});
  report problems;
  genome::open(genome_path, problems);
  problems.throw_if_errors();
  print_warnings(problems);
  output_file file(path);
  file.write(fmt::format("{}\n{}\n{}\n", this_version, resolved_path(genome_path).string(),
                         std::filesystem::file_size(genome_path)));
  file.commit();
}

constexpr unsigned usual_threads = 4;  // these, and the next, are miniprot's
constexpr std::size_t usual_secondary = 30, usual_models = 1000;
constexpr double usual_coverage = 0.1;

struct miniprot_options {
  predict_options run;
  miniprot_listing listing{};
  std::string index_out;                        // -d
  std::size_t max_secondary = usual_secondary;  // -N
  std::size_t max_models = usual_models;        // --outn
  std::set<std::string> without_effect{};       // that were given
};

// "200k", "1.5M", "3": with K, M and G for powers of 1000.
std::int64_t parse_number(const std::string& option, const std::string& text) {
  constexpr std::string_view units = "kKmMgG";
  constexpr double most = 1e9;
  const std::size_t unit = text.empty() ? std::string::npos : units.find(text.back());
  const bool has_unit = unit != std::string_view::npos;
  const auto number = parse_plain_decimal(text.substr(0, text.size() - has_unit));
  const double value = number.value_or(-1) * (has_unit ? std::pow(1000, 1 + unit / 2) : 1);
  if (value < 0 || value > most || (!has_unit && value != std::floor(value)))
    refuse_option(option, {.what = "not a number",
                           .got = text,
                           .need = "a whole number from 0 to 1000000000, or one with K, M or G behind it"});
  return std::llround(value);
}

std::size_t parse_count_of(const std::string& option, const std::string& text) {
  return static_cast<std::size_t>(std::min<std::int64_t>(parse_number(option, text), 100'000));
}

std::string parse_text(const std::string&, const std::string& text) { return text; }

std::string parse_delimiter(const std::string& option, const std::string& text) {
  return parse_id_prefix(option, text).substr(0, 1);
}

std::string parse_splice_model(const std::string& option, const std::string& text) {
  if (text != "0" && text != "1" && text != "2")
    refuse_option(option, {.what = "not a splice model", .got = text, .need = "0, 1 or 2"});
  return text == "0" ? "none" : "auto";
}

// An option whose value `take(option, text)` gets. In the manner of miniprot the last one counts that is given.
template <class Take>
void add_taken(CLI::App& command, const std::string& name, Take take, const std::string& help,
               const std::string& type) {
  command
      .add_option_function<std::string>(
          name, [name, take](const std::string& text) { take(name, text); }, help)
      ->type_name(type)
      ->take_last();
}

template <class Value, class Parse>
void add_value(CLI::App& command, const std::string& name, Value& value, Parse parse, const std::string& help,
               const std::string& type) {
  add_taken(
      command, name,
      [&value, parse](const std::string& option, const std::string& text) { value = parse(option, text); }, help, type);
}

void add_switch(CLI::App& command, const std::string& name, bool& is_on, const std::string& help, bool value = true) {
  command.add_flag_callback(
      name, [&is_on, value] { is_on = value; }, help);
}

void add_inputs_of(CLI::App& command, miniprot_options& options) {
  begin_option_group(command, "Input");
  options.run.data.genome_name = "GENOME";
  options.run.data.targets_name = "PROTEINS";
  command.add_option("GENOME", options.run.data.genome, "Genome, FASTA, or the file that -d wrote of it")
      ->type_name("FILE")
      ->required();
  command.add_option("PROTEINS", options.run.data.targets, "Proteins, FASTA, one or more files; none with -d alone")
      ->type_name("FILE");
  add_value(command, "-d", options.index_out, parse_text,
            "Write a text file that names the genome and can be given instead of it", "FILE");
  add_value(command, "-T", options.run.scoring.codes.usual, parse_genetic_code,
            "Genetic code by its number at NCBI (default: 1)", "N");
}

void add_search_of(CLI::App& command, miniprot_options& options) {
  begin_option_group(command, "Alignments");
  add_value(command, "-G", options.run.scoring.max_intron, parse_number,
            "Longest intron, nt (default: no limit but that of the search)", "NUM");
  command.add_flag_callback(
      "-I", [] {}, "No effect: costs of intron lengths are trained on the genome");
  command.add_flag_callback(
      "-S", [&options] { options.run.scoring.max_intron = 0; }, "No introns");
  add_value(command, "-N", options.max_secondary, parse_count_of,
            fmt::format("Most loci of a protein besides its best one (default: {})", usual_secondary), "NUM");
  add_value(command, "-p", options.run.places.min_loci_score, parse_fraction,
            fmt::format("Lowest score of a locus, as a share of the best one in its region (default: {})",
                        place_requests{}.min_loci_score),
            "SHARE");
  add_value(command, "-j", options.run.scoring.splice_model, parse_splice_model,
            "0: no scores of splice sites; 1 or 2: trained or built-in ones (default: 1)", "N");
  add_value(command, "--spsc", options.run.scoring.splice_scores, parse_text,
            "Table of splice site scores of minisplice, to add to those of the splice model", "FILE");
}

void add_outputs_of(CLI::App& command, miniprot_options& options) {
  begin_option_group(command, "Output", option_role::other);
  miniprot_listing& listing = options.listing;
  add_switch(command, "--gff", listing.has_rows, "GFF3 with ##PAF lines, instead of PAF");
  command.add_flag_callback(
      "--gff-only", [&listing] { listing.has_rows = true, listing.has_paf = false; }, "GFF3 without ##PAF lines");
  add_switch(command, "--aln", options.run.outputs.with_alignment_lines,
             "Add the alignment by residues: ##ATN, ##ATA, ##AAS, ##AQA");
  add_switch(command, "--trans", options.run.outputs.with_translation_lines, "Add the protein of the model: ##STA");
  add_switch(command, "--no-cs", listing.has_differences, "Leave out the tag cs", false);
  add_switch(command, "-u", listing.has_unmapped, "Add a line of PAF for each protein without an alignment");
  add_value(command, "-P", listing.id_prefix, parse_id_prefix, "Prefix of IDs (default: " + listing.id_prefix + ")",
            "PREFIX");
  add_value(command, "--gff-delim", listing.id_delimiter, parse_delimiter,
            "IDs are the name of the protein, this character and the rank", "CHAR");
  add_value(command, "--outn", options.max_models, parse_count_of,
            fmt::format("Most alignments of a protein (default: {})", usual_models), "NUM");
  add_value(command, "--outs", listing.lowest_score, parse_fraction,
            fmt::format("Lowest score of an alignment, as a share of the protein's best one (default: {})",
                        listing.lowest_score),
            "SHARE");
  options.run.models.min_coverage = usual_coverage;
  add_value(command, "--outc", options.run.models.min_coverage, parse_fraction,
            fmt::format("Lowest share of the protein that is aligned (default: {})", usual_coverage), "SHARE");
}

void add_run_of(CLI::App& command, miniprot_options& options) {
  begin_option_group(command, "Run", option_role::other);
  const auto threads = [](unsigned requested) { return resolve_threads(requested, run_place::here, n_processors()); };
  options.run.threads = threads(usual_threads);
  add_value(
      command, "-t", options.run.threads,
      [threads](const std::string& option, const std::string& text) {
        return threads(static_cast<unsigned>(parse_count(option, text, 1, max_threads)));
      },
      fmt::format("Threads, at most all processors of the run (default: {})", usual_threads), "N");
  command.add_flag_callback(
      "--version", [] { throw CLI::CallForVersion("0.18+exonweave." EXONWEAVE_VERSION, 0); },
      "Print the version of miniprot whose options these are, and that of exonweave");
}

// They are in no help.
void add_others(CLI::App& command, miniprot_options& options) {
  begin_option_group(command, "", option_role::other);
  for (const char* name :
       {"-k", "-M", "-L", "-s", "-l", "-b", "-c", "-n", "-m", "-K", "-e", "-w", "-g", "--max-skip", "--xdrop"})
    add_taken(
        command, name,
        [&options](const std::string& option, const std::string&) { options.without_effect.insert(option); }, "",
        "NUM");
  for (const char* name :
       {"--no-pre-chain", "--no-kalloc", "--dbg-qname", "--dbg-no-refine", "--dbg-aflt", "--dbg-anchor", "--dbg-chain"})
    command.add_flag_callback(name, [&options, name] { options.without_effect.insert(name); });
  const auto refuse = [](const std::string& option, const std::string& text) {
    refuse_option(option, {.what = "the scores of miniprot cannot be set here",
                           .got = text,
                           .need = "the command without it",
                           .hint = "exonweave has scores of its own: 'exonweave predict --scoring FILE' sets them"});
  };
  for (const char* name : {"-O", "-E", "-J", "-C", "-F", "-B", "--J2", "--ie-coef", "--spsc0", "--spsc-max"})
    add_taken(command, name, refuse, "", "NUM");
  const auto refuse_output = [](const std::string& option, const std::string&) {
    refuse_option(option, {.what = "this output of miniprot is not supported", .need = "--gff, or neither for PAF"});
  };
  for (const char* name : {"--gtf", "-A"})
    command.add_flag_callback(name, [name, refuse_output] { refuse_output(name, ""); });
  add_taken(command, "--max-intron-out", refuse_output, "", "NUM");
}

// What there is no option for.
void settle(miniprot_options& options) {
  predict_options& run = options.run;
  run.journal = no_journal;
  run.models.with_margins = false;
  run.places.max_loci = options.max_secondary + 1;
  constexpr double min_fraction = 1e-6;  // nothing is left out
  run.places.min_loci_score = std::max({run.places.min_loci_score, options.listing.lowest_score, min_fraction});
  run.outputs.style = gff3_style::miniprot;
  options.listing.max_models = std::min(options.max_models, options.max_secondary + 1);
  run.outputs.by_target = options.listing;
  if (!options.without_effect.empty())
    tell("exonweave: no effect here, since they tune the search of miniprot: {}\n",
         fmt::join(options.without_effect, ", "));
}

void align(miniprot_options& options) {
  data_options& data = options.run.data;
  if (data.targets.empty() && options.index_out.empty())
    refuse_option("PROTEINS", {.what = "no proteins", .need = "FILE, or -d FILE for an index alone"});
  settle(options);
  check_paths(run_input_paths(options.run), {{"-d", options.index_out}});
  check_readable(run_input_paths(options.run));
  data.genome = genome_of_index(data.genome);
  if (!options.index_out.empty()) write_genome_index(options.index_out, data.genome);
  if (!data.targets.empty()) predict(options.run);
}

}  // namespace

void add_miniprot(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("miniprot", "Align proteins to a genome by the options, and in the formats, of miniprot");
  show_examples(*command, {{{"exonweave miniprot -t8 -d genome.mpi genome.fa"},
                            "Write a file that names the genome, for pipelines that make an index first."},
                           {{"exonweave miniprot -Iut8 --gff genome.mpi proteins.fa > miniprot.gff"},
                            "Align proteins. A link to exonweave that is called miniprot does the same."}});
  const auto options = std::make_shared<miniprot_options>();
  add_inputs_of(*command, *options);
  add_search_of(*command, *options);
  add_outputs_of(*command, *options);
  add_run_of(*command, *options);
  add_others(*command, *options);
  command->callback([options] { align(*options); });
}

}  // namespace exonweave::apps
