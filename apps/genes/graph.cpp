// `exonweave graph`: the exon DAG of one region as Graphviz or GraphML, with the chains of a result marked.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <locale>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "cli/data_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/subcommands.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/graph/exon_dag.hpp"
#include "exons/loci/cases.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave::apps {
namespace {

struct graph_command {
  data_options data;  // genome and candidates
  std::string region;
  strand on = strand::forward;
  std::string result;                                      // GFF3 models to mark; empty: none
  std::string transcript;                                  // only this one of them; empty: all that lie in the region
  std::int64_t min_intron = scoring_options{}.min_intron;  // nt
  bool direct = false;
  bool as_graphml = false;
  std::string out = "-";
};

std::string label_of(const merged_exon& exon) {
  std::string label;
  for (const auto& statement : exon.statements)
    if (!statement.id.empty()) label += (label.empty() ? "" : ", ") + statement.id;
  return label;
}

// One vertex per place; candidates that differ in phase or type share it.
std::vector<dag_exon> make_vertices(const candidate_set& candidates, std::size_t sequence, interval region, strand on) {
  std::vector<dag_exon> vertices;
  for (const std::size_t c : exons_in(candidates, sequence, region, on)) {
    const merged_exon& exon = candidates.exons[c];
    const std::string label = label_of(exon);
    if (vertices.empty() || vertices.back().where != exon.where)
      vertices.push_back({exon.where, label, false});
    else if (!label.empty())
      vertices.back().label += (vertices.back().label.empty() ? "" : ", ") + label;
  }
  return vertices;
}

void mark_result(exon_dag& dag, const graph_command& command, const genomic_region& region,
                 const sequence_catalog& catalog, report& problems) {
  std::size_t n_marked = 0;
  for (const auto& transcript : read_annotation(command.result, catalog, problems, annotated_rows::coding_or_exons)) {
    const bool is_here = transcript.sequence == region.sequence && transcript.on == command.on &&
                         region.where.contains({transcript.exons.front().start, transcript.exons.back().end});
    if (!is_here || (!command.transcript.empty() && transcript.id != command.transcript)) continue;
    ++n_marked;
    if (const auto n_unknown = mark_chain(dag, transcript.exons, command.on); n_unknown > 0)
      problems.warn({.where = {command.result, transcript.line},
                     .what = "exons of the result are no candidates of the region and are not drawn",
                     .got = fmt::format("{} of {}", n_unknown, transcript.id)});
  }
  problems.throw_if_errors();
  if (n_marked == 0)
    problems.error({.where = {command.result},
                    .what = "no model to mark lies in the region on this strand",
                    .got = command.transcript.empty() ? command.region : command.transcript,
                    .hint = "choose the --region and --strand of a model of the result"});
  problems.throw_if_errors();
}

void draw(const graph_command& command) {
  std::vector<named_path> inputs = input_paths(command.data);
  inputs.push_back({"--result", command.result});
  check_paths(inputs, {{"--out", command.out}});
  input_watch watch(inputs);
  output_file out(command.out);
  report problems;
  const genome sequences = genome::open(command.data.genome, problems);
  problems.throw_if_errors();
  const genomic_region region = parse_region("--region", command.region, sequences.catalog());
  const candidate_set candidates =
      read_candidates(command.data.candidates, command.data.candidate_rows, sequences.catalog(), problems);
  problems.throw_if_errors();
  exon_dag dag =
      build_exon_dag(make_vertices(candidates, region.sequence, region.where, command.on), command.on,
                     {.min_intron = command.min_intron}, command.direct ? dag_edges::direct : dag_edges::all);
  if (!command.result.empty()) mark_result(dag, command, region, sequences.catalog(), problems);
  watch.all_are_open();
  std::ostringstream text;
  text.imbue(std::locale::classic());
  if (command.as_graphml)
    write_graphml(text, dag);
  else
    write_dot(text, dag, fmt::format("{} {}", command.region, to_char(command.on)));
  out.write(text.str());
  print_and_check(problems, watch);
  out.commit();
}

}  // namespace

void add_graph(CLI::App& app) {
  CLI::App* command = app.add_subcommand("graph", "Draw the graph of the candidate exons of a region");
  show_examples(*command, {{{"exonweave graph genome.fa candidates.gff3 --region chr1:1-5000 | dot -Tsvg > graph.svg"},
                            "Draw the candidate exons of a region and their possible introns."}});
  const auto options = std::make_shared<graph_command>();
  begin_option_group(*command, "Input");
  add_genome_input(*command, options->data, presence::required);
  add_candidate_inputs(*command, options->data);
  command
      ->add_option("-r,--region", options->region,
                   "SEQUENCE or SEQUENCE:FIRST-LAST, 1-based; either end may be omitted")
      ->type_name("REGION")
      ->required();
  add_choice_option<strand>(*command, "--strand", options->on, {{"+", strand::forward}, {"-", strand::reverse}},
                            "Strand of the exons (default: +)");
  begin_option_group(*command, "Output");
  command->add_option("--result", options->result, "Mark the chains of these models: GFF3 of predict")
      ->type_name("FILE");
  command->add_option("--transcript", options->transcript, "Mark only the mRNA with this ID of --result")
      ->type_name("ID");
  command
      ->add_option_function<std::string>(
          "--min-intron",
          [options](const std::string& text) {
            options->min_intron = static_cast<std::int64_t>(parse_count("--min-intron", text, 0, 1'000'000'000));
          },
          "Shortest intron, nt (default: 20)")
      ->type_name("N");
  command->add_flag("--direct", options->direct, "Omit edges that a path through other exons implies");
  auto* dot = command->add_flag("--dot")->description("Write DOT, for Graphviz (default)");
  command->add_flag("--graphml", options->as_graphml, "Write GraphML")->excludes(dot);
  command->add_option("-o,--out", options->out, "The graph (default: standard output)")->type_name("FILE");
  command->callback([options] { draw(*options); });
}

}  // namespace exonweave::apps
