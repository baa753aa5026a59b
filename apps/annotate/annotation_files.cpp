#include "annotate/annotation_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "base/files/indexed_output.hpp"
#include "shell/word_list.hpp"

namespace exonweave::apps {
namespace {

struct optional_file {
  std::string_view word;
  std::string_view name;
  std::string output_wishes::*path;
};

constexpr std::array optional_files{
    optional_file{"hints", "hints.gff.gz", &output_wishes::hints_out},
    optional_file{"evm", "evm.gff3.gz", &output_wishes::evm_out},
    optional_file{"paf", "alignments.paf.gz", &output_wishes::paf_out},
    optional_file{"miniprot", "miniprot.gff.gz", &output_wishes::miniprot_out},
};

std::string path_in(const predict_options& options, std::string_view name) {
  return (std::filesystem::path(options.folder) / name).string();
}

bool is_regular_file(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(path, unreadable);
}

}  // namespace

std::vector<std::string> parse_also(const std::string& option, const std::string& text) {
  std::vector<std::string_view> known;
  for (const optional_file& each : optional_files) known.push_back(each.word);
  return parse_word_list(option, text, known);
}

void set_outputs(predict_options& options, const std::vector<std::string>& also) {
  options.outputs.style = gff3_style::match;
  options.out = path_in(options, "alignments.gff3.gz");
  options.outputs.locus_out = path_in(options, "genes.gff3.gz");
  options.outputs.locus_gtf_out = path_in(options, "genes.gtf.gz");
  options.outputs.locus_protein_out = path_in(options, "genes.pep.fa.gz");
  options.outputs.locus_cds_out = path_in(options, "genes.cds.fa.gz");
  options.outputs.locus_bed_out = path_in(options, "genes.bed.gz");
  options.outputs.unplaced_out = path_in(options, "unplaced.tsv");
  options.outputs.model_out = path_in(options, "splice-model.yaml");
  options.outputs.summary = path_in(options, "run.json");
  options.outputs.multiqc_out = path_in(options, "exonweave_mqc.json");
  for (const optional_file& each : optional_files)
    if (std::ranges::find(also, each.word) != also.end()) options.outputs.*each.path = path_in(options, each.name);
  options.other_outputs.push_back({"--out", report_path(options)});
  options.journal = path_in(options, "run.journal");
  options.resumes = is_regular_file(options.journal);
  options.resumes_by_itself = true;
}

std::string report_path(const predict_options& options) { return path_in(options, "report.html"); }

void remove_others(const predict_options& options) {
  std::error_code is_not_there;
  for (const optional_file& each : optional_files) {
    if (!(options.outputs.*each.path).empty()) continue;
    const std::string path = path_in(options, each.name);
    for (const std::string& index : index_paths(path)) std::filesystem::remove(index, is_not_there);
    std::filesystem::remove(path, is_not_there);
  }
  std::filesystem::remove(report_path(options), is_not_there);
}

}  // namespace exonweave::apps
