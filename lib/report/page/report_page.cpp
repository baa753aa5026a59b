#include "report/page/report_page.hpp"

#include <fmt/format.h>
#include <htslib/hts.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exons/sequences/genome.hpp"
#include "exons/sites/splice_model.hpp"
#include "report/features/model_proteins.hpp"
#include "report/packing/packed_text.hpp"
#include "report/packing/two_bit.hpp"
#include "report/page/feature_columns.hpp"
#include "report/page/page_sources.hpp"
#include "report/page/report_libraries.hpp"
#include "report/page/run_account.hpp"
#include "report/page/unplaced_table.hpp"

namespace exonweave {
namespace {

using json = nlohmann::ordered_json;

std::string packed(const json& data) {
  return as_base64(as_gzip(data.dump(-1, ' ', false, json::error_handler_t::replace)));
}

// What a base at each position is worth, on average over the bases before it; A, C, G, T.
json mean_bits(const weight_matrix& matrix) {
  json rows = json::array();
  for (const weight_row& row : matrix) {
    std::array<double, n_dna_bases> sums{};
    for (std::size_t k = 0; k < row.size(); ++k) sums[k % n_dna_bases] += row[k];
    json means = json::array();
    for (const double sum : sums)
      means.push_back(std::stod(fmt::format("{:.3f}", sum * n_dna_bases / static_cast<double>(row.size()))));
    rows.push_back(means);
  }
  return rows;
}

json logo_entry(const weight_matrix& matrix, const site_window& window) {
  return {{"n_before", window.n_before}, {"bits", mean_bits(matrix)}};
}

json splice_model_entry(const splice_model& model) {
  return {{"name", model.name},
          {"donor", logo_entry(model.donor, donor_window)},
          {"acceptor", logo_entry(model.acceptor, acceptor_window)},
          {"start", logo_entry(model.start, start_window)}};
}

// All that the files say.
struct page_material {
  json run, unplaced;
  std::optional<genome> sequences;
  known_sequences known;
  feature_table genes;
  std::optional<feature_table> alignments;
  std::optional<splice_model> sites;
  std::map<std::string, std::string> proteins;  // by the ID of the model
};

void warn_of_other_proteins(const std::string& path, const page_material& read, report& problems) {
  const auto has_protein = [&read](const feature_model& model) { return read.proteins.contains(model.id); };
  if (read.proteins.empty() || std::ranges::any_of(read.genes.models, has_protein)) return;
  problems.warn({.where = {path},
                 .what = "no protein has the ID of an mRNA",
                 .got = read.proteins.begin()->first,
                 .need = read.genes.models.front().id});
}

page_material read_material(const report_files& files, report& problems) {
  page_material read;
  read.run = read_run_account(files.run, problems);
  if (!files.genome.empty()) {
    read.sequences = genome::open(files.genome, problems);
    problems.throw_if_errors();
    read.known = known_sequences(read.sequences->catalog());
  }
  const sequence_catalog nothing;
  const sequence_catalog& catalog = read.sequences ? read.sequences->catalog() : nothing;
  read.genes = read_features(files.models, catalog, read.known, problems);
  if (!files.alignments.empty()) read.alignments = read_features(files.alignments, catalog, read.known, problems);
  if (!files.unplaced.empty()) read.unplaced = read_unplaced(files.unplaced, problems);
  if (!files.splice_model.empty()) read.sites = read_splice_model(files.splice_model, problems);
  if (!files.proteins.empty() && !read.genes.models.empty())  // a file without records is refused
    read.proteins = read_model_proteins(files.proteins, problems);
  warn_of_other_proteins(files.proteins, read, problems);
  problems.throw_if_errors();
  return read;
}

// Empty where there is no genome, or one that is too large for a page.
std::string page_bases(page_material& read) {
  if (!read.sequences) return "";
  const sequence_catalog& catalog = read.sequences->catalog();
  std::int64_t n_bases = 0;
  for (std::size_t s = 0; s < catalog.size(); ++s) {
    n_bases += catalog.length(s);
    if (n_bases > most_page_bases || catalog.name(s).size() > longest_two_bit_name) return "";
  }
  std::vector<two_bit_sequence> sequences;
  for (std::size_t s = 0; s < catalog.size(); ++s)
    sequences.push_back({catalog.name(s), read.sequences->fetch_as_written(s, {0, catalog.length(s)})});
  return as_base64(as_two_bit(sequences));
}

std::uint64_t count_letters(const std::map<std::string, std::string>& texts) {
  std::uint64_t n = 0;
  for (const auto& [name, text] : texts) n += text.size();
  return n;
}

// One for each model, or null; nothing where no file has them, or they are too many for a page.
std::string page_proteins(const page_material& read) {
  if (read.proteins.empty() || count_letters(read.proteins) > most_page_residues) return "";
  json proteins = json::array();
  for (const feature_model& model : read.genes.models) {
    const auto found = read.proteins.find(model.id);
    proteins.push_back(found == read.proteins.end() ? json(nullptr) : json(found->second));
  }
  return packed(proteins);
}

void add_names(const json& names, std::set<std::string>& all) {
  for (const json& name : names)
    if (name.is_string()) all.insert(name.get<std::string>());
}

// How many targets have a model, and how many there are; null where the files do not say it.
json target_counts(const page_material& read) {
  const json results = read.run.value("results", json::object());
  std::set<std::string> placed, all;
  if (read.alignments)
    for (const feature_model& model : read.alignments->models)
      if (model.target) placed.insert(model.target->name);
  add_names(results.value("targets", json::array()), all);
  all.insert(placed.begin(), placed.end());
  json counts = {{"with_model", read.alignments ? json(placed.size()) : results.value("with_model", json())}};
  if (!read.unplaced.is_null()) add_names(read.unplaced["target_id"], all);
  counts["all"] = read.unplaced.is_null() ? json() : json(all.size());
  return counts;
}

// What the page shows of the run.
json run_entry(json run) {
  if (run.contains("results")) run["results"].erase("targets");
  return run;
}

// By the ID of the element that holds it.
std::map<std::string, std::string> packed_data(page_material& read) {
  std::map<std::string, std::string> data;
  const bool has_alignments = read.alignments && read.alignments->models.size() <= most_page_alignments;
  data["genes"] = packed(gene_columns(read.genes));
  data["parts"] = packed(part_columns(read.genes));
  data["alignments"] = has_alignments ? packed(gene_columns(*read.alignments)) : "";
  data["alignment-parts"] = has_alignments ? packed(part_columns(*read.alignments)) : "";
  data["bases"] = page_bases(read);
  data["proteins"] = page_proteins(read);
  json account = {{"run", run_entry(read.run)},
                  {"targets", target_counts(read)},
                  {"sequences", {{"name", read.known.names()}, {"length", read.known.lengths()}}},
                  {"unplaced", read.unplaced},
                  {"splice_model", read.sites ? splice_model_entry(*read.sites) : json(nullptr)},
                  {"has_genome", read.sequences.has_value()},
                  {"n_alignments", read.alignments ? json(read.alignments->models.size()) : json(nullptr)},
                  {"most_bases", most_page_bases},
                  {"most_alignments", most_page_alignments},
                  {"n_residues", count_letters(read.proteins)},
                  {"most_residues", most_page_residues}};
  data["account"] = packed(account);
  const report_libraries* libraries = built_in_report_libraries();
  data["charts"] = libraries != nullptr ? libraries->charts : "";
  data["browser"] = libraries != nullptr ? libraries->browser : "";
  return data;
}

// A word that only scripts of this page have: the policy of the page lets no other script run.
std::string word_of(const std::map<std::string, std::string>& data) {
  struct release {
    void operator()(hts_md5_context* context) const { hts_md5_destroy(context); }
  };
  const std::unique_ptr<hts_md5_context, release> context(hts_md5_init());
  for (const auto& [name, text] : data) hts_md5_update(context.get(), text.data(), text.size());
  std::array<unsigned char, 16> digest;
  hts_md5_final(digest.data(), context.get());
  std::array<char, 33> hex;
  hts_md5_hex(hex.data(), digest.data());
  return hex.data();
}

// `page` with the text that stands for each {{name}}.
void fill(std::string_view page, const std::map<std::string, std::string_view>& texts, const text_sink& sink) {
  constexpr std::string_view opening = "{{", closing = "}}";
  while (!page.empty()) {
    const std::size_t begin = page.find(opening);
    sink(page.substr(0, begin));
    if (begin == std::string_view::npos) return;
    page.remove_prefix(begin + opening.size());
    const std::size_t end = page.find(closing);
    sink(texts.at(std::string(page.substr(0, end))));
    page.remove_prefix(end + closing.size());
  }
}

}  // namespace

void write_report_page(const report_files& files, report& problems, const text_sink& sink) {
  page_material read = read_material(files, problems);
  const auto data = packed_data(read);
  const std::string word = word_of(data);
  const report_libraries* libraries = built_in_report_libraries();
  std::map<std::string, std::string_view> texts(data.begin(), data.end());
  texts["word"] = word;
  texts["style"] = page_style();
  texts["scripts"] = page_scripts();
  texts["licences"] = libraries != nullptr ? libraries->licences : std::string_view();
  fill(page_template(), texts, sink);
}

}  // namespace exonweave
