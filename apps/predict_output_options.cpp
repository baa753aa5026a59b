// The options of predict that name its outputs, say how they look, and what it goes on from.
#include "predict_output_options.hpp"

#include <algorithm>
#include <string_view>

#include "exons/io/indexed_output.hpp"

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
    throw bad_usage({{},
                     option + ": not the beginning of an ID",
                     text,
                     "characters other than blanks, control characters and ; = & , %",
                     ""});
  return text;
}

}  // namespace

void add_output_options(CLI::App& command, predict_options& options) {
  command
      .add_option("-o,--out", options.out,
                  "gene models, GFF3; a name in .gz is packed and indexed [standard output]")
      ->type_name("FILE");
  add_choice_option<gff3_style>(
      command, "--style", options.style, styles(),
      "features: gene, mRNA, exon, CDS; match, match_part; or, of proteins, those of miniprot [gene]");
  const auto add_file = [&](const char* name, std::string& path, const char* help) {
    command.add_option(name, path, help)->type_name("FILE");
  };
  add_file("--locus-out", options.locus_out, "one model per locus, on which its targets agree best, GFF3");
  add_file("--protein-out", options.protein_out, "the models' proteins, FASTA");
  add_file("--cds-out", options.cds_out, "their coding sequences with the stop codon, FASTA");
  add_file("--alignment-out", options.alignment_out,
           "target, model and codons above each other, for reading");
  add_file("--evm-out", options.evm_out, "the models as evidence, a row per exon, for EVidenceModeler; GFF3");
  add_file("--bed-out", options.bed_out, "the models, a row each, for browsers and bedtools; BED12");
  add_file("--paf-out", options.paf_out, "the models' alignments as miniprot writes them; proteins; PAF");
  add_file("--unplaced-out", options.unplaced_out, "pairs, or targets, without a model and why; a table");
  add_file("--multiqc-out", options.multiqc_out,
           "a row of MultiQC's General Statistics: what came of the targets, JSON; a name in _mqc.json");
  add_file("--model-out", options.model_out,
           "the splice model that was learnt or chosen, for --splice-model of later runs, YAML");
  add_file("--summary", options.summary, "what was run on what and how long it took, JSON");
  add_parsed_option(command, "--id-prefix", options.id_prefix, parse_id_prefix,
                    "what every ID begins with, so that outputs of several runs can be put together",
                    "PREFIX");
}

void add_plan_options(CLI::App& command, predict_options& options, run_command which) {
  auto* const plan =
      command.add_option("--plan", options.plan, "what 'exonweave shard' has written for this run");
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
      "this part of --plan alone: its results go to --journal, and 'exonweave merge' writes all outputs",
      "K");
}

std::vector<named_path> output_paths(const predict_options& options) {
  const std::vector<named_path> indexed = {{"--out", options.out},
                                           {"--locus-out", options.locus_out},
                                           {"--evm-out", options.evm_out},
                                           {"--bed-out", options.bed_out}};
  std::vector<named_path> paths = {
      {"--protein-out", options.protein_out},     {"--cds-out", options.cds_out},
      {"--alignment-out", options.alignment_out}, {"--paf-out", options.paf_out},
      {"--unplaced-out", options.unplaced_out},   {"--multiqc-out", options.multiqc_out},
      {"--model-out", options.model_out},         {"--summary", options.summary}};
  paths.insert(paths.begin(), indexed.begin(), indexed.end());
  for (const named_path& each : indexed)
    for (const std::string& index : index_paths(each.path))
      paths.push_back({"the index of " + each.option, index});
  paths.push_back({"--journal", possible_journal(options)});
  paths.insert(paths.end(), options.other_outputs.begin(), options.other_outputs.end());
  return paths;
}

std::string style_word(gff3_style style) {
  for (const auto& each : styles())
    if (each.value == style) return each.word;
  return "";
}

void check_outputs(const predict_options& options, molecule of) {
  if (of == molecule::protein) return;
  const auto refuse = [](const std::string& what) {
    throw bad_usage({{}, what + " with DNA targets", "", "proteins", "translate the targets"});
  };
  if (options.style == gff3_style::miniprot) refuse("--style miniprot");
  if (!options.paf_out.empty()) refuse("--paf-out");
}

}  // namespace exonweave::apps
