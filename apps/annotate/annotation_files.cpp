#include "annotate/annotation_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/files/output_group.hpp"
#include "base/files/report.hpp"
#include "cli/options.hpp"
#include "report/page/run_account.hpp"

namespace exonweave::apps {
namespace {

struct folder_file {
  std::string_view name;
  std::string output_requests::*path;
  std::string_view word = "";  // of --also; empty: always there, but for a gene model that is not used
};

constexpr std::array folder_files{
    folder_file{"genes.gff3.gz", &output_requests::locus_out},
    folder_file{"genes.gtf.gz", &output_requests::locus_gtf_out},
    folder_file{"genes.pep.fa.gz", &output_requests::locus_protein_out},
    folder_file{"genes.cds.fa.gz", &output_requests::locus_cds_out},
    folder_file{"genes.bed.gz", &output_requests::locus_bed_out},
    folder_file{"unplaced.tsv", &output_requests::unplaced_out},
    folder_file{"completeness.tsv", &output_requests::completeness_out},
    folder_file{"splice-model.yaml", &output_requests::model_out},
    folder_file{"gene-model.yaml", &output_requests::gene_model_out},
    folder_file{"run.json", &output_requests::summary},
    folder_file{"exonweave_mqc.json", &output_requests::multiqc_out},
    folder_file{"report.html", &output_requests::page_out},
    folder_file{"hints.gff.gz", &output_requests::hints_out, "hints"},
    folder_file{"training.gtf.gz", &output_requests::training_out, "training"},
    folder_file{"evm.gff3.gz", &output_requests::evm_out, "evm"},
    folder_file{"alignments.paf.gz", &output_requests::paf_out, "paf"},
    folder_file{"miniprot.gff.gz", &output_requests::miniprot_out, "miniprot"},
};

std::vector<std::string_view> known_also_words() {
  std::vector<std::string_view> known;
  for (const folder_file& each : folder_files)
    if (!each.word.empty()) known.push_back(each.word);
  return known;
}

std::string path_in(const predict_options& options, std::string_view name) {
  return (std::filesystem::path(options.outputs.folder) / name).string();
}

void add_with_indexes(const std::string& path, std::vector<std::string>& paths) {
  paths.push_back(path);
  std::ranges::copy(index_paths(path), std::back_inserter(paths));
}

bool is_regular_file(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(path, unreadable);
}

bool is_annotation(const std::string& summary) {
  if (!is_regular_file(summary)) return false;
  report problems;
  try {
    const auto run = read_run_account(summary, problems);
    return !run.is_null() && run.value("subcommand", "") == "annotate";
  } catch (const failure&) {
    return false;  // it cannot be read
  }
}

}  // namespace

std::string also_words() { return fmt::format("{}", fmt::join(known_also_words(), ",")); }

std::vector<std::string> parse_also(const std::string& option, const std::string& text) {
  return parse_word_list(option, text, known_also_words());
}

bool is_also_word(std::string_view word) {
  return !word.empty() && std::ranges::find(folder_files, word, &folder_file::word) != folder_files.end();
}

void set_outputs(predict_options& options, const std::vector<std::string>& also) {
  options.outputs.style = gff3_style::match;
  options.out = path_in(options, "alignments.gff3.gz");
  for (const folder_file& each : folder_files)
    if (each.word.empty() || std::ranges::find(also, each.word) != also.end())
      options.outputs.*each.path = path_in(options, each.name);
    else
      add_with_indexes(path_in(options, each.name), options.outputs.superseded);
  // By an old index samtools would read other sequences, without a word.
  for (const std::string& path : {options.outputs.locus_protein_out, options.outputs.locus_cds_out})
    for (const char* index : {".fai", ".gzi"}) options.outputs.superseded.push_back(path + index);
  options.journal = path_in(options, "run.journal");
  options.resumes_by_itself = true;
}

void go_on_from_journal(predict_options& options) { options.resumes = is_regular_file(options.journal); }

void check_folder(const predict_options& options) {
  std::vector<std::string> paths;
  add_with_indexes(options.out, paths);
  for (const folder_file& each : folder_files) add_with_indexes(path_in(options, each.name), paths);
  const auto first = std::ranges::find_if(paths, is_regular_file);
  if (first == paths.end() || is_annotation(options.outputs.summary)) return;
  throw cannot_create({.where = {*first},
                       .what = "the file would be replaced, and no earlier run of annotate has written it",
                       .need = "a folder without such files, or with the run.json of annotate",
                       .hint = "Name another folder, move the file away, or give --overwrite"});
}

folder_content::folder_content(const predict_options& options) {
  for (const folder_file& each : folder_files)
    if (const std::string path = path_in(options, each.name); is_regular_file(path))
      files_.push_back({path, each.word});
}

std::vector<std::string> folder_content::texts_of_removed() const {
  std::vector<std::string> texts;
  for (const auto& [path, word] : files_)
    if (!is_regular_file(path))
      texts.push_back(fmt::format("{} is removed: this run {}", path,
                                  word.empty() ? "uses no gene model" : fmt::format("has no --also {}", word)));
  return texts;
}

}  // namespace exonweave::apps
