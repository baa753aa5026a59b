// The options of predict that name its outputs, say how they look, and what it goes on from.
#include "predict/predict_output_options.hpp"

#include <algorithm>
#include <string_view>

#include "base/files/indexed_output.hpp"
#include "shell/help_formatter.hpp"

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

std::string parse_id_prefix(const std::string& option, const std::string& text) {
  if (std::ranges::any_of(text, is_reserved))
    throw bad_usage({.what = option + ": not the beginning of an ID",
                     .got = text,
                     .need = "characters other than blanks, control characters and ; = & , %"});
  return text;
}

}  // namespace

namespace {

// Declares options that name a file each.
struct file_options {
  CLI::App& command;
  void add(const std::string& names, std::string& path, const std::string& help) const {
    command.add_option(names, path, help)->type_name("FILE");
  }
};

void add_alignment_outputs(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Outputs: every alignment of a target", option_role::other);
  const file_options files{command};
  files.add("-o,--out", options.out,
            "the models, GFF3. A name in .gz is packed and indexed, here and below (default: standard output)");
  add_choice_option<gff3_style>(command, "--style", options.style, styles(),
                                "how GFF3 looks. gene: gene, mRNA, exon, CDS. match: match, match_part. miniprot: as "
                                "miniprot --gff has it, for proteins (default: gene)");
  files.add("--protein-out", options.protein_out, "the models' proteins, FASTA");
  files.add("--cds-out", options.cds_out, "their coding sequences with the stop codon, FASTA");
  files.add("--bed-out", options.bed_out, "the models, a row each, for browsers and bedtools, BED12");
  files.add("--alignment-out", options.alignment_out, "target, model and codons above each other, for reading");
  files.add("--evm-out", options.evm_out, "the models as evidence, a row per exon, for EVidenceModeler, GFF3");
  files.add("--hints-out", options.hints_out, "the models as hints for AUGUSTUS, GFF");
  files.add("--paf-out", options.paf_out, "the alignments of proteins as miniprot writes them, PAF");
  command.add_flag("--trans", options.with_translation_lines,
                   "as miniprot --trans: a line of the model's protein (##STA) behind each PAF line of --paf-out and "
                   "--style miniprot");
  command.add_flag(
      "--aln", options.with_alignment_lines,
      "as miniprot --aln: the alignment letter by letter (##ATN, ##ATA, ##AAS, ##AQA) behind each PAF line");
}

void add_locus_outputs(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Outputs: a gene set, one model per locus", option_role::other);
  const file_options files{command};
  files.add("--locus-out", options.locus_out, "the models on which the targets of each locus agree best, GFF3");
  files.add("--locus-gtf-out", options.locus_gtf_out, "the same models, GTF");
  files.add("--locus-protein-out", options.locus_protein_out, "their proteins, FASTA");
  files.add("--locus-cds-out", options.locus_cds_out, "their coding sequences with the stop codon, FASTA");
  files.add("--locus-bed-out", options.locus_bed_out, "the same models, a row each, BED12");
  add_min_support_option(command, options);
  add_isoforms_option(command, options);
  command.add_flag("--keep-antisense", options.keeps_antisense,
                   "genes stay in these files whose coding bases lie by half or more opposite to those of a "
                   "better one, with antisense_to in GFF3 (default: they are left out)");
}

void add_report_outputs(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Outputs: what came of the run", option_role::other);
  const file_options files{command};
  files.add("--unplaced-out", options.unplaced_out, "pairs, or targets, without a model and why, a table");
  files.add("--summary", options.summary, "what was run on what and how long it took, JSON");
  files.add("--multiqc-out", options.multiqc_out,
            "a row of MultiQC's General Statistics: what came of the targets, JSON. Its name ends in _mqc.json");
  files.add("--model-out", options.model_out,
            "the splice model that was learnt or chosen, for --splice-model of later runs, YAML");
  add_id_prefix_option(command, options,
                       "what every ID begins with, so that outputs of several runs can be put together");
}

}  // namespace

void add_min_support_option(CLI::App& command, predict_options& options) {
  add_parsed_option(command, "--min-support", options.min_support, parse_share,
                    "genes with less support are left out, 0 to 1. For proteins without candidates (default: no gene "
                    "is left out)",
                    "X");
}

void add_isoforms_option(CLI::App& command, predict_options& options) {
  constexpr std::uint64_t most = 100;
  add_parsed_option(
      command, "--isoforms", options.n_isoforms,
      [](const std::string& option, const std::string& text) {
        return static_cast<std::size_t>(parse_count(option, text, 1, most));
      },
      "most mRNAs of a gene. Each one after the first has other introns, which other targets support (default: 1)",
      "N");
}

void add_id_prefix_option(CLI::App& command, predict_options& options, const std::string& help) {
  add_parsed_option(command, "--id-prefix", options.id_prefix, parse_id_prefix, help, "PREFIX");
}

void add_output_options(CLI::App& command, predict_options& options) {
  add_alignment_outputs(command, options);
  add_locus_outputs(command, options);
  add_report_outputs(command, options);
}

void add_plan_options(CLI::App& command, predict_options& options, run_command which) {
  auto* const plan = command.add_option("--plan", options.plan, "a file of 'exonweave shard' for this run");
  plan->type_name("FILE");
  if (which == run_command::merge) {
    plan->required();
    command.add_option("PART", options.parts, "the journals of its parts, --journal of predict --part")
        ->type_name("FILE")
        ->required();
    return;
  }
  add_parsed_option(
      command, "--part", options.part,
      [](const std::string& option, const std::string& text) {
        return static_cast<std::size_t>(parse_count(option, text, 1, most_parts));
      },
      "work out this part of --plan alone. Its results go to --journal, and 'exonweave merge' writes all "
      "outputs",
      "K");
}

std::vector<named_path> output_paths(const predict_options& options) {
  const std::vector<named_path> indexed = {{"--out", options.out},
                                           {"--locus-out", options.locus_out},
                                           {"--locus-gtf-out", options.locus_gtf_out},
                                           {"--evm-out", options.evm_out},
                                           {"--hints-out", options.hints_out},
                                           {"--bed-out", options.bed_out},
                                           {"--locus-bed-out", options.locus_bed_out}};
  std::vector<named_path> paths = {{"--protein-out", options.protein_out},
                                   {"--cds-out", options.cds_out},
                                   {"--locus-protein-out", options.locus_protein_out},
                                   {"--locus-cds-out", options.locus_cds_out},
                                   {"--alignment-out", options.alignment_out},
                                   {"--paf-out", options.paf_out},
                                   {"the output in the style of miniprot", options.miniprot_out},
                                   {"--unplaced-out", options.unplaced_out},
                                   {"--multiqc-out", options.multiqc_out},
                                   {"--model-out", options.model_out},
                                   {"--summary", options.summary}};
  paths.insert(paths.begin(), indexed.begin(), indexed.end());
  for (const named_path& each : indexed)
    for (const std::string& index : index_paths(each.path)) paths.push_back({"the index of " + each.option, index});
  paths.push_back(named_journal(options));
  paths.insert(paths.end(), options.other_outputs.begin(), options.other_outputs.end());
  if (options.is_annotation())
    for (named_path& each : paths) each.option = "--out";
  return paths;
}

std::string style_word(gff3_style style) {
  for (const auto& each : styles())
    if (each.value == style) return each.word;
  return "";
}

void check_outputs(const predict_options& options, molecule of) {
  if ((options.with_alignment_lines || options.with_translation_lines) && options.style != gff3_style::miniprot &&
      options.paf_out.empty())
    throw bad_usage({.what = std::string(options.with_translation_lines ? "--trans" : "--aln") +
                             " without an output as miniprot writes it",
                     .need = "--style miniprot, or --paf-out FILE"});
  if (options.keeps_antisense && !options.wants_locus_models())
    throw bad_usage({.what = "--keep-antisense without models of loci", .need = locus_options});
  if (options.n_isoforms > 1 && !options.wants_locus_models())
    throw bad_usage({.what = "--isoforms without models of loci", .need = locus_options});
  if (of == molecule::protein) return;
  if (options.is_annotation())
    throw bad_data({.where = {options.data.targets.front()},
                    .what = "DNA where proteins are needed",
                    .need = "proteins",
                    .hint = "translate the records, or align them with 'exonweave predict'"});
  const auto refuse = [](const std::string& what) {
    throw bad_usage({.what = what + " with DNA targets", .need = "proteins", .hint = "translate the targets"});
  };
  if (options.style == gff3_style::miniprot) refuse("--style miniprot");
  if (!options.paf_out.empty()) refuse("--paf-out");
}

}  // namespace exonweave::apps
