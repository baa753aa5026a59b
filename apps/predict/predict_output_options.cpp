// The options of predict that name its outputs, say how they look, and what it goes on from.
#include "predict/predict_output_options.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/files/output_group.hpp"
#include "cli/help_formatter.hpp"

namespace exonweave::apps {
namespace {

std::vector<choice<gff3_style>> styles() {
  return {{"gene", gff3_style::gene}, {"match", gff3_style::match}, {"miniprot", gff3_style::miniprot}};
}

// What GFF3 would have to escape in an attribute, and blanks, where names end.
bool is_reserved(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7f || std::string_view(";=&,%").find(c) != std::string_view::npos;
}

struct output_kind {
  const char* option;
  std::string output_requests::*path;
  bool is_indexed = false;  // rows with places
  bool is_of_loci = false;
};

// All but --out.
constexpr std::array output_kinds = {
    output_kind{.option = "--locus-out", .path = &output_requests::locus_out, .is_indexed = true, .is_of_loci = true},
    output_kind{
        .option = "--locus-out", .path = &output_requests::locus_gtf_out, .is_indexed = true, .is_of_loci = true},
    output_kind{.option = "--evm-out", .path = &output_requests::evm_out, .is_indexed = true},
    output_kind{.option = "--bed-out", .path = &output_requests::bed_out, .is_indexed = true},
    output_kind{.option = "--protein-out", .path = &output_requests::protein_out},
    output_kind{.option = "--cds-out", .path = &output_requests::cds_out},
    output_kind{.option = "--locus-protein-out", .path = &output_requests::locus_protein_out, .is_of_loci = true},
    output_kind{.option = "--locus-cds-out", .path = &output_requests::locus_cds_out, .is_of_loci = true},
    output_kind{
        .option = "--locus-out", .path = &output_requests::locus_bed_out, .is_indexed = true, .is_of_loci = true},
    output_kind{.option = "--hints-out", .path = &output_requests::hints_out, .is_indexed = true, .is_of_loci = true},
    output_kind{.option = "the genes for training", .path = &output_requests::training_out, .is_indexed = true},
    output_kind{.option = "--alignment-out", .path = &output_requests::alignment_out},
    output_kind{.option = "--paf-out", .path = &output_requests::paf_out},
    output_kind{.option = "the output in the style of miniprot", .path = &output_requests::miniprot_out},
    output_kind{.option = "--unplaced-out", .path = &output_requests::unplaced_out},
    output_kind{.option = "the table of completeness", .path = &output_requests::completeness_out},
    output_kind{.option = "--summary", .path = &output_requests::multiqc_out},
    output_kind{.option = "--model-out", .path = &output_requests::model_out},
    output_kind{.option = "the gene model of the run", .path = &output_requests::gene_model_out},
    output_kind{.option = "--summary", .path = &output_requests::summary},
    output_kind{.option = "the page of the run", .path = &output_requests::page_out},
};

bool has_format(std::string_view path, std::string_view ending) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(ending);
}

// A file of a gene set, by its name.
void take_locus_output(const std::string& path, output_requests& outputs) {
  std::string& requested = has_format(path, ".gtf")   ? outputs.locus_gtf_out
                           : has_format(path, ".bed") ? outputs.locus_bed_out
                                                      : outputs.locus_out;
  if (!requested.empty())
    throw bad_usage({.what = "--locus-out: two files of one format",
                     .got = path,
                     .need = "one GFF3, one GTF (.gtf) and one BED12 (.bed) at most"});
  requested = path;
}

// A summary, or counts for MultiQC, which finds them by their name.
void take_summary(const std::string& path, output_requests& outputs) {
  std::string& requested = path.ends_with("_mqc.json") ? outputs.multiqc_out : outputs.summary;
  if (!requested.empty())
    throw bad_usage({.what = "--summary: two files of one kind",
                     .got = path,
                     .need = "one summary and one file for MultiQC (_mqc.json) at most"});
  requested = path;
}

// Declares an option whose files `take` is given, one at a time.
template <class Take>
void add_taken_files(CLI::App& command, const char* option, output_requests& outputs, Take take,
                     const std::string& help) {
  command
      .add_option_function<std::vector<std::string>>(
          option,
          [&outputs, take](const std::vector<std::string>& paths) {
            for (const std::string& path : paths) take(path, outputs);
          },
          help)
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

// Declares options that name a file each.
struct file_options {
  CLI::App& command;
  void add(const std::string& names, std::string& path, const std::string& help) const {
    command.add_option(names, path, help)->type_name("FILE");
  }
};

void add_alignment_outputs(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Output", option_role::other);
  const file_options files{command};
  files.add(
      "-o,--out", options.out,
      "Models of all targets, GFF3. Outputs named .gz are bgzip-compressed and indexed (default: standard output)");
  add_choice_option<gff3_style>(command, "--style", options.outputs.style, styles(),
                                "Features of the GFF3. 'gene': gene, mRNA, exon, CDS. 'match': match, match_part. "
                                "'miniprot': those of miniprot --gff, for proteins (default: gene)");
  files.add("--protein-out", options.outputs.protein_out, "Proteins of the models, FASTA");
  files.add("--cds-out", options.outputs.cds_out, "Coding sequences of the models, with stop codons, FASTA");
  files.add("--bed-out", options.outputs.bed_out, "Models, one row each, BED12");
  files.add("--alignment-out", options.outputs.alignment_out, "Alignments as text to read");
  files.add("--evm-out", options.outputs.evm_out, "Exons of the models as evidence for EVidenceModeler, GFF3");
  files.add("--paf-out", options.outputs.paf_out, "Alignments of proteins as miniprot writes them, PAF");
  mark_advanced(command, {"--style", "--cds-out", "--bed-out", "--alignment-out", "--evm-out", "--paf-out"});
  command.add_flag("--trans", options.outputs.with_translation_lines, "Add ##STA to PAF and --style miniprot");
  mark_superseded(command, "--trans", "'exonweave miniprot --trans'");
  command.add_flag("--aln", options.outputs.with_alignment_lines,
                   "Add ##ATN, ##ATA, ##AAS, ##AQA to PAF and --style miniprot");
  mark_superseded(command, "--aln", "'exonweave miniprot --aln'");
}

void add_locus_outputs(CLI::App& command, predict_options& options) {
  const file_options files{command};
  add_taken_files(
      command, "--locus-out", options.outputs, take_locus_output,
      "Gene set: for each locus the model on which its targets agree best. GTF or BED12 if the name ends in "
      ".gtf or .bed, else GFF3. May be repeated, once for each format");
  files.add("--locus-gtf-out", options.outputs.locus_gtf_out, "Gene set, GTF");
  mark_superseded(command, "--locus-gtf-out", "--locus-out FILE.gtf");
  files.add("--locus-protein-out", options.outputs.locus_protein_out, "Proteins of the gene set, FASTA");
  files.add("--locus-cds-out", options.outputs.locus_cds_out,
            "Coding sequences of the gene set, with stop codons, FASTA");
  files.add("--locus-bed-out", options.outputs.locus_bed_out, "Gene set, one row per mRNA, BED12");
  mark_superseded(command, "--locus-bed-out", "--locus-out FILE.bed");
  files.add("--hints-out", options.outputs.hints_out, "Gene set as hints for AUGUSTUS, GFF");
  add_min_support_option(command, options,
                         "Lowest support of a gene of the gene set, 0 to 1, for proteins without candidates (default: "
                         "keep all)");
  add_review_option(command, options);
  add_isoforms_option(command, options);
  command.add_flag("--keep-antisense", options.genes.keeps_antisense,
                   "Keep genes with half of their coding bases antisense to a better gene, marked with antisense_to "
                   "(default: exclude them)");
  mark_advanced(command, {"--locus-cds-out", "--hints-out", "--isoforms", "--keep-antisense", "--review"});
}

void add_report_outputs(CLI::App& command, predict_options& options) {
  const file_options files{command};
  files.add("--unplaced-out", options.outputs.unplaced_out,
            "Table of pairs or targets without a model, with the reasons");
  add_taken_files(command, "--summary", options.outputs, take_summary,
                  "Inputs, settings, counts and times of the run, JSON; counts for MultiQC if the name ends in "
                  "_mqc.json. May be repeated, once for each");
  files.add("--multiqc-out", options.outputs.multiqc_out, "Counts of the run for MultiQC, JSON");
  mark_superseded(command, "--multiqc-out", "--summary FILE_mqc.json");
  files.add("--model-out", options.outputs.model_out,
            "Splice model of the run, for --splice-model of later runs, YAML");
  add_id_prefix_option(command, options, "Prefix of every ID, to combine outputs of several runs");
  mark_advanced(command, {"--summary", "--model-out", "--id-prefix"});
}

}  // namespace

std::string parse_id_prefix(const std::string& option, const std::string& text) {
  if (std::ranges::any_of(text, is_reserved))
    throw bad_usage({.what = option + ": not the beginning of an ID",
                     .got = text,
                     .need = "characters other than blanks, control characters and ; = & , %"});
  return text;
}

void add_min_support_option(CLI::App& command, predict_options& options, const std::string& help) {
  add_parsed_option(command, "--min-support", options.genes.min_support, parse_fraction, help, "X");
}

void add_review_option(CLI::App& command, predict_options& options) {
  command
      .add_option("--review", options.genes.review,
                  "Marks of genes that the report of an earlier run has saved, TSV. Rejected genes are excluded; "
                  "accepted ones stay, whatever their support and overlaps")
      ->type_name("FILE");
}

void add_isoforms_option(CLI::App& command, predict_options& options) {
  constexpr std::uint64_t most = 100;
  add_parsed_option(
      command, "--isoforms", options.genes.n_isoforms,
      [](const std::string& option, const std::string& text) {
        return static_cast<std::size_t>(parse_count(option, text, 1, most));
      },
      "Most mRNAs of a gene. Further ones have other introns, which other targets support (default: 1)", "N");
}

void add_id_prefix_option(CLI::App& command, predict_options& options, const std::string& help) {
  add_parsed_option(command, "--id-prefix", options.outputs.id_prefix, parse_id_prefix, help, "PREFIX");
}

void add_output_options(CLI::App& command, predict_options& options) {
  add_alignment_outputs(command, options);
  add_locus_outputs(command, options);
  add_report_outputs(command, options);
}

void add_plan_options(CLI::App& command, predict_options& options, run_command which) {
  auto* const plan =
      command.add_option("--plan", options.role.plan,
                         "Plan of the run, from 'exonweave shard'. It gives --genome, --targets and the other options");
  plan->type_name("FILE");
  if (which == run_command::merge) {
    plan->required();
    command.add_option("PART", options.role.parts, "Journals of the parts: --journal of predict --part")
        ->type_name("FILE")
        ->required();
    return;
  }
  add_parsed_option(
      command, "--part", options.role.part,
      [](const std::string& option, const std::string& text) {
        return static_cast<std::size_t>(parse_count(option, text, 1, max_parts));
      },
      "Compute part K of --plan alone. Its results go to --journal; 'exonweave merge' writes the outputs", "K");
  mark_advanced(command, {"--plan", "--part"});
}

bool output_requests::has_locus_models() const { return !first_locus_option(*this).empty(); }

std::string first_locus_option(const output_requests& outputs) {
  const auto first = std::ranges::find_if(
      output_kinds, [&](const output_kind& each) { return each.is_of_loci && !(outputs.*each.path).empty(); });
  return first == output_kinds.end() ? "" : first->option;
}

std::string locus_option_list() {
  std::vector<std::string> options;
  for (const output_kind& each : output_kinds)
    if (each.is_of_loci && std::ranges::find(options, each.option) == options.end()) options.emplace_back(each.option);
  const std::string last = std::move(options.back());
  options.pop_back();
  return fmt::format("{} or {}", fmt::join(options, ", "), last);
}

std::vector<named_path> output_paths(const predict_options& options) {
  std::vector<named_path> paths = {{"--out", options.out}};
  std::vector<named_path> indexed = paths;
  for (const output_kind& each : output_kinds) {
    paths.push_back({each.option, options.outputs.*each.path});
    if (each.is_indexed) indexed.push_back(paths.back());
  }
  for (const named_path& each : indexed)
    for (const std::string& index : index_paths(each.path)) paths.push_back({"the index of " + each.option, index});
  paths.push_back(named_journal(options));
  paths.insert(paths.end(), options.other_outputs.begin(), options.other_outputs.end());
  if (options.outputs.is_annotation())
    for (named_path& each : paths) each.option = "--out";
  return paths;
}

std::string style_word(gff3_style style) {
  for (const auto& each : styles())
    if (each.value == style) return each.word;
  return "";
}

void check_outputs(const predict_options& options, molecule kind) {
  if ((options.outputs.with_alignment_lines || options.outputs.with_translation_lines) &&
      options.outputs.style != gff3_style::miniprot && options.outputs.paf_out.empty())
    throw bad_usage({.what = std::string(options.outputs.with_translation_lines ? "--trans" : "--aln") +
                             " without an output as miniprot writes it",
                     .need = "--style miniprot, or --paf-out FILE"});
  if (options.genes.keeps_antisense && !options.outputs.has_locus_models())
    throw bad_usage({.what = "--keep-antisense without models of loci", .need = locus_option_list()});
  if (options.genes.n_isoforms > 1 && !options.outputs.has_locus_models())
    throw bad_usage({.what = "--isoforms without models of loci", .need = locus_option_list()});
  if (kind == molecule::protein) return;
  if (options.outputs.is_annotation())
    throw bad_data({.where = {options.data.targets.front()},
                    .what = "DNA where proteins are needed",
                    .need = "proteins",
                    .hint = "translate the records, or align them with 'exonweave predict'"});
  const auto refuse = [](const std::string& what) {
    throw bad_usage({.what = what + " with DNA targets", .need = "proteins", .hint = "translate the targets"});
  };
  if (options.outputs.style == gff3_style::miniprot) refuse("--style miniprot");
  if (!options.outputs.paf_out.empty()) refuse("--paf-out");
}

}  // namespace exonweave::apps
