// `exonweave blocks`: the scored sites of a genome, and every block between them that could be a coding exon.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "cli/data_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sites/site_features.hpp"

namespace exonweave::apps {
namespace {

// Quarters of a bit, as for protein targets.
constexpr score_unit unit = score_unit::halves();

constexpr std::int64_t window_length = 1 << 20;  // nt of sites that are in memory at one time

struct blocks_options {
  data_options data;   // genome
  std::string region;  // empty: all sequences
  std::vector<strand> strands = {strand::forward, strand::reverse};
  std::string model = "vertebrate";
  site_scoring scoring;
  std::optional<written_score> min_donor, min_acceptor, min_start;
  block_limits limits;
  bool sites_only = false;
  std::string out = "-";
};

void drop_below(std::optional<written_score> least, std::vector<scored_site>& sites) {
  if (!least) return;
  const auto is_weak = [least](const scored_site& site) { return unit.written(site.weight) < *least; };
  sites.erase(std::remove_if(sites.begin(), sites.end(), is_weak), sites.end());
}

// A part of a sequence with what the matrices see around it, as its strands read it.
class surroundings {
 public:
  surroundings(genome& sequences, std::size_t sequence, interval where)
      : length_(sequences.catalog().length(sequence)),
        around_{std::max<std::int64_t>(0, where.start - max_context), std::min(length_, where.end + max_context)},
        residues_(sequences.fetch(sequence, around_)) {}

  [[nodiscard]] std::int64_t sequence_length() const { return length_; }
  [[nodiscard]] interval turned(interval forward, strand on) const {
    return on == strand::forward ? forward : flip(forward, length_);
  }

  [[nodiscard]] strand_region all(strand on) const { return region(around_, residues_, on); }
  [[nodiscard]] strand_region only(interval forward, strand on) const {
    return region(forward,
                  residues_.substr(static_cast<std::size_t>(forward.start - around_.start),
                                   static_cast<std::size_t>(forward.length())),
                  on);
  }

 private:
  [[nodiscard]] strand_region region(interval forward, const std::string& residues, strand on) const {
    return {turned(forward, on).start,
            spliced::encode_dna(on == strand::forward ? residues : reverse_complement(residues))};
  }

  std::int64_t length_;
  interval around_;
  std::string residues_;
};

class lister {
 public:
  lister(const blocks_options& options, genome& sequences, const splice_model& model, output_file& out)
      : options_(options), sequences_(sequences), scorer_(model, options.scoring, unit), out_(out) {}

  void list(const genomic_region& region) {
    const std::int64_t step = options_.sites_only ? window_length : std::max<std::int64_t>(1, region.where.length());
    for (std::int64_t first = region.where.start; first < region.where.end; first += step)
      list_part(region, {first, std::min(first + step, region.where.end)});
  }

 private:
  // The rows of the region that begin in `part`; their ends may lie after it.
  void list_part(const genomic_region& region, interval part) {
    const interval where{part.start, std::min(part.end + static_cast<std::int64_t>(codon_length), region.where.end)};
    const surroundings here(sequences_, region.sequence, where);
    std::vector<site_feature> rows;
    for (const strand on : options_.strands) add_strand(here, where, on, rows);
    rows.erase(
        std::remove_if(rows.begin(), rows.end(), [&](const site_feature& row) { return row.where.start >= part.end; }),
        rows.end());
    std::sort(rows.begin(), rows.end());
    const std::string& name = sequences_.catalog().name(region.sequence);
    for (const auto& row : rows)
      out_.write(feature_row(row, name, row.is == site_feature::kind::block ? ++n_blocks_ : 0, unit));
  }

  void add_strand(const surroundings& here, interval where, strand on, std::vector<site_feature>& rows) const {
    const strand_region around = here.all(on);
    strand_sites sites = find_sites(around, scorer_, here.turned(where, on));
    drop_below(options_.min_acceptor, sites.acceptors);
    drop_below(options_.min_donor, sites.donors);
    drop_below(options_.min_start, sites.starts);
    const auto add = [&](const std::vector<site_feature>& more) { rows.insert(rows.end(), more.begin(), more.end()); };
    add(features_of(sites, on, here.sequence_length()));
    add(features_of_stops(find_stops(around, here.turned(where, on)), on, here.sequence_length()));
    if (!options_.sites_only)
      add(features_of(enumerate_blocks(here.only(where, on), sites, options_.limits), on, here.sequence_length()));
  }

  const blocks_options& options_;
  genome& sequences_;
  site_scorer scorer_;
  output_file& out_;
  std::uint64_t n_blocks_ = 0;
};

// What is to be listed, in the order of the genome.
std::vector<genomic_region> regions_of(const blocks_options& options, const sequence_catalog& sequences) {
  if (!options.region.empty()) return {parse_region("--region", options.region, sequences)};
  std::vector<genomic_region> regions;
  for (std::size_t i = 0; i < sequences.size(); ++i)
    if (sequences.length(i) > 0) regions.push_back({i, {0, sequences.length(i)}});
  return regions;
}

void run(const blocks_options& options) {
  std::vector<named_path> inputs = input_paths(options.data);
  inputs.push_back({"--splice-model", options.model});
  check_paths(inputs, {{"--out", options.out}});
  input_watch watch(inputs);
  output_file out(options.out);
  report problems;
  const splice_model model = read_splice_model(options.model, problems);
  genome sequences = genome::open(options.data.genome, problems);
  watch.all_are_open();
  print_warnings(problems);
  problems.throw_if_errors();
  const auto regions = regions_of(options, sequences.catalog());
  out.write("##gff-version 3\n");
  for (const auto& region : regions)
    out.write(
        sequence_region_line(sequences.catalog().name(region.sequence), sequences.catalog().length(region.sequence)));
  lister each(options, sequences, model, out);
  for (const auto& region : regions) each.list(region);
  print_and_check({}, watch);
  out.commit();
}

void add_score(CLI::App& command, const std::string& name, std::optional<written_score>& score,
               const std::string& help) {
  command
      .add_option_function<std::string>(
          name, [&score, name](const std::string& text) { score = parse_score(name, text); }, help)
      ->type_name("N");
}

void add_sites(CLI::App& command, blocks_options& options) {
  command.add_option("--splice-model", options.model, "Scores of splice sites and start codons (default: vertebrate)")
      ->type_name(splice_model_words() + "|FILE");
  command
      .add_option_function<std::string>(
          "--gc-donor",
          [&options](const std::string& text) { options.scoring.gc_donor = parse_cost("--gc-donor", text); },
          "Cost of a GC donor, half-bits (default: 14)")
      ->type_name("COST");
  command
      .add_option_function<std::string>(
          "--at-ac", [&options](const std::string& text) { options.scoring.at_ac = parse_cost("--at-ac", text); },
          "Cost of an AT donor with an AC acceptor, half-bits (default: no AT-AC sites)")
      ->type_name("COST");
  add_score(command, "--min-donor", options.min_donor, "Lowest score of a donor, half-bits (default: any)");
  add_score(command, "--min-acceptor", options.min_acceptor, "Lowest score of an acceptor, half-bits (default: any)");
  add_score(command, "--min-start", options.min_start, "Lowest score of a start codon, half-bits (default: any)");
}

void add_blocks_themselves(CLI::App& command, blocks_options& options) {
  command.add_flag("--sites-only", options.sites_only, "List the sites, not the ORF exons between them");
  command
      .add_option_function<std::string>(
          "--max-length",
          [&options](const std::string& text) {
            options.limits.max_length = static_cast<std::int64_t>(parse_count("--max-length", text, 1, 1'000'000'000));
          },
          "Longest ORF exon, nt (default: any)")
      ->type_name("N");
  command
      .add_option_function<std::string>(
          "--max-blocks",
          [&options](const std::string& text) {
            options.limits.max_blocks = parse_count("--max-blocks", text, 1, 1'000'000'000);
          },
          "Stop with an error at more ORF exons on a strand (default: 1000000)")
      ->type_name("N");
  mark_advanced(command, {"--gc-donor", "--at-ac", "--max-blocks"});
}

}  // namespace

void add_blocks(CLI::App& app) {
  auto* command =
      app.add_subcommand("blocks", "List scored splice sites, start codons, and the ORF exons between them");
  show_examples(*command, {{{"exonweave blocks genome.fa --region chr1:1-20000 --min-donor 0 -o sites.gff3"},
                            "List the sites of a region whose donors score 0 or more, and its ORF exons."}});
  auto options = std::make_shared<blocks_options>();
  begin_option_group(*command, "Input");
  add_genome_input(*command, options->data, presence::required);
  command
      ->add_option("-r,--region", options->region,
                   "SEQUENCE or SEQUENCE:FIRST-LAST, 1-based; either end may be omitted (default: every sequence)")
      ->type_name("REGION");
  add_choice_option<std::vector<strand>>(
      *command, "--strand", options->strands,
      {{"+", {strand::forward}}, {"-", {strand::reverse}}, {"both", {strand::forward, strand::reverse}}},
      "Strands to list (default: both)");
  begin_option_group(*command, "Model");
  add_sites(*command, *options);
  begin_option_group(*command, "Output");
  add_blocks_themselves(*command, *options);
  command->add_option("-o,--out", options->out, "Sites and ORF exons, GFF3 (default: standard output)")
      ->type_name("FILE");
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
