// `exonweave compare`: what became of each gene from one gene set to another, and how accurate the first one is.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "base/files/output.hpp"
#include "base/files/output_group.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/options.hpp"
#include "cli/output_folder.hpp"
#include "cli/subcommands.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/comparison/gene_comparison.hpp"
#include "report/page/comparison_page.hpp"

namespace exonweave::apps {
namespace {

namespace fs = std::filesystem;

struct compare_command {
  std::string a, b;
  std::string out;  // a directory; empty: none
};

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// The file with the genes, which is in the output directory of a run where `path` is one.
std::string gene_file(const std::string& path) {
  if (!is_folder(path)) return path;
  const fs::path genes = fs::path(path) / "genes.gff3.gz";
  std::error_code ignored;
  if (fs::exists(genes, ignored)) return genes.string();
  throw missing_input({.where = {path},
                       .what = "a directory without a gene set",
                       .need = "genes.gff3.gz in it, as annotate writes it, or a GFF3 or GTF file"});
}

// The name of the file or directory, without those above it.
std::string short_name(const std::string& path) {
  if (path == "-") return "standard input";
  const std::string name = fs::path(path).filename().string();
  return name.empty() ? fs::path(path).parent_path().filename().string() : name;
}

// Sequences are numbered as rows name them first, so those of B alone stand after all of A.
void check_sequences(const coding_set& a, const coding_set& b, const sequence_catalog& sequences,
                     const compare_command& command, report& problems) {
  std::size_t n_of_a = 0;
  for (const coding_gene& gene : a.genes) n_of_a = std::max(n_of_a, gene.sequence + 1);
  const auto is_known = [n_of_a](const coding_gene& gene) { return gene.sequence < n_of_a; };
  if (a.genes.empty() || b.genes.empty() || std::ranges::any_of(b.genes, is_known)) return;
  problems.error(
      {.where = {command.b},
       .what = "the gene sets have no sequence in common",
       .got = sequences.name(b.genes.front().sequence),
       .need = fmt::format("a sequence of {}, such as {}", command.a, sequences.name(a.genes.front().sequence)),
       .hint = "Both must be of one assembly, with the same names of sequences"});
}

gene_set_comparison compare_files(const compare_command& command, const std::string& a, const std::string& b,
                                  input_watch& watch, report& problems) {
  sequence_catalog sequences;
  coding_set set_a = make_coding_set(read_gene_set(a, sequences, problems));
  coding_set set_b = make_coding_set(read_gene_set(b, sequences, problems));
  watch.all_are_open();
  problems.throw_if_errors();
  check_sequences(set_a, set_b, sequences, command, problems);
  print_and_check(problems, watch);
  problems.throw_if_errors();
  return compare_gene_sets(std::move(sequences), std::move(set_a), std::move(set_b));
}

std::string percent_text(double fraction) { return std::isnan(fraction) ? "-" : fmt::format("{:.2f}", 100 * fraction); }

std::string summary_of(const gene_set_comparison& compared, const compare_command& command) {
  const auto set_line = [](const char* letter, const std::string& path, const coding_set& set, const char* role) {
    return fmt::format("{} {}: {} genes, {} transcripts{}\n", letter, path, set.genes.size(), set.transcripts.size(),
                       role);
  };
  std::string text = set_line("A", command.a, compared.a, "") + set_line("B", command.b, compared.b, " (reference)");
  const gene_counts &a = compared.genes_a, &b = compared.genes_b;
  text += fmt::format("\n{:<16}{:>10}{:>10}\n", "Genes", "A", "B");
  text += fmt::format("{:<16}{:>10}{:>10}\n", "exact", a.exact, b.exact);
  text += fmt::format("{:<16}{:>10}{:>10}\n", "changed", a.changed, b.changed);
  text += fmt::format("{:<16}{:>10}{:>10}\n", "only in one", a.only, b.only);
  text += fmt::format("\n{:<16}{:>10}\n", "Changes", "pairs");
  for (std::size_t k = 0; k < gene_change_words.size(); ++k)
    text += fmt::format("{:<16}{:>10}\n", gene_change_words[k], compared.n_changes[k]);
  text += fmt::format("\n{:<16}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "Level", "Sn", "Sp", "A", "B", "shared");
  for (const level_accuracy& each : compared.levels)
    text += fmt::format("{:<16}{:>10}{:>10}{:>10}{:>10}{:>10}\n", each.level, percent_text(each.sensitivity()),
                        percent_text(each.precision()), each.n_a, each.n_b, each.shared_b);
  return text;
}

void compare(const compare_command& command) {
  const std::string a = gene_file(command.a), b = gene_file(command.b);
  const bool has_folder = !command.out.empty();
  const auto path_of = [&command](const char* name) { return (fs::path(command.out) / name).string(); };
  const std::vector<named_path> inputs = {{"A", a}, {"B", b}};
  check_paths(inputs, has_folder ? std::vector<named_path>{{"--out", path_of("compare.tsv")},
                                                           {"--out", path_of("compare.html")}}
                                 : std::vector<named_path>{});
  input_watch watch(inputs);
  std::optional<output_folder> folder;
  std::optional<output_file> table, page;
  if (has_folder) {
    folder.emplace(command.out);
    table.emplace(path_of("compare.tsv"));
    page.emplace(path_of("compare.html"));
  }
  report problems;
  const gene_set_comparison compared = compare_files(command, a, b, watch, problems);
  output_file summary("-");
  summary.write(summary_of(compared, command));
  output_group outputs;
  if (has_folder) {
    write_comparison_table(compared, [&table](std::string_view text) { table->write(text); });
    write_comparison_page(compared, {short_name(command.a), short_name(command.b), EXONWEAVE_VERSION},
                          [&page](std::string_view text) { page->write(text); });
    outputs.add(*table);
    outputs.add(*page);
  }
  outputs.add(summary);
  outputs.commit();
}

}  // namespace

void add_compare(CLI::App& app) {
  CLI::App* command = app.add_subcommand("compare", "Compare two gene sets gene by gene, with B as the reference");
  const auto options = std::make_shared<compare_command>();
  show_examples(*command, {{{"exonweave compare out annotation.gff3.gz -o compared"},
                            "Compare a run with an annotation: a summary, a table and a page."},
                           {{"exonweave compare new-run old-run"}, "Print how the genes of two runs differ."}});
  begin_option_group(*command, "Input");
  const auto add_set = [command](const char* name, std::string& path, const std::string& help) {
    command->add_option(name, path, help)->type_name("FILE|DIR")->required();
  };
  add_set("A", options->a,
          "Gene set: output directory of annotate, or GFF3 or GTF with CDS rows, plain or gzip. Only CDS rows are "
          "compared. Transcripts that name no gene form genes by the codons that they share");
  add_set("B", options->b,
          "Gene set to compare with, which is the reference of Sn and Sp. A gene counts by its best-matching "
          "transcript: the one with the same coding exons, otherwise the one that shares the largest part of its "
          "coding bases in one frame");
  begin_option_group(*command, "Output");
  command
      ->add_option("-o,--out", options->out,
                   "Output directory for compare.tsv, a row for each gene or pair of genes, and compare.html, a page "
                   "with their models (default: only the summary is printed)")
      ->type_name("DIR");
  command->callback([options] { compare(*options); });
}

}  // namespace exonweave::apps
