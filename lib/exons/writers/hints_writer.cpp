#include "exons/writers/hints_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/files/percent_encoding.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/writers/end_codons.hpp"

namespace exonweave {
namespace {

// Of introns, starts and stops that are enforced. Of 397 in S. pombe by proteins of S. cerevisiae all were right; of
// those that one or two proteins have, or with support from 0.99 on, up to 2% were wrong.
constexpr double enforced_support = 0.995;
constexpr std::size_t enforced_targets = 3;

// As AUGUSTUS's own converters cut exons of alignments.
interval sure_part(const interval& exon) {
  constexpr std::int64_t margin = 15;  // nt
  if (exon.length() > 2 * margin) return {exon.start + margin, exon.end - margin};
  const std::int64_t middle = (exon.start + exon.end - 1) / 2;
  return {middle, middle + 1};
}

struct evidence {
  std::optional<double> support{};        // nothing: it has none
  std::vector<std::string> supporters{};  // names of targets, sorted
};

// What stands in two exons both.
evidence both(const evidence& a, const evidence& b) {
  evidence made;
  if (a.support && b.support) made.support = std::min(*a.support, *b.support);
  std::ranges::set_intersection(a.supporters, b.supporters, std::back_inserter(made.supporters));
  return made;
}

// What speaks for a row that stands twice.
evidence either(const evidence& a, const evidence& b) {
  evidence made{std::max(a.support, b.support), {}};
  std::ranges::set_union(a.supporters, b.supporters, std::back_inserter(made.supporters));
  return made;
}

// The rows of a gene set, equal ones once.
class hint_rows {
 public:
  explicit hint_rows(const model_listing& genes) : genes_(genes) {}

  void add(std::size_t l) {
    const locus_models& gene = genes_.loci()[l];
    if (names_.empty() || names_.back() != genes_.sequence_name(gene.front()))
      names_.push_back(genes_.sequence_name(gene.front()));
    is_sure_ = is_sure(gene.front(), genes_.unit());
    source_ = is_sure_ ? fmt::format("src=C;grp={}", genes_.locus_id(l)) : "src=P";
    for (const gene_model& each : gene)
      if (each.is_aligned()) add(each);
  }

  void write(const text_sink& sink) const {
    for (const auto& [row, found] : rows_) {
      const auto& [sequence, start, end, type, on, source] = row;
      const std::string score = found.support ? fmt::format("{:.3f}", *found.support) : ".";
      sink(fmt::format("{}\texonweave\t{}\t{}\t{}\t{}\t{}\t.\tmult={};{};pri=4{}\n",
                       percent_encode_controls(names_[sequence]), type, start + 1, end, score, to_char(on),
                       std::max<std::size_t>(found.supporters.size(), 1), source,
                       found.support ? ";al_score=" + score : ""));
    }
  }

 private:
  void add(const gene_model& model) {
    std::vector<evidence> exons;
    std::optional<std::int64_t> end;  // of the exon before
    for (const auto& parts : whole_exons(model)) {
      const interval exon{parts.front().where.start, parts.back().where.end};
      evidence here = evidence_of(parts.front(), model);
      for (const model_exon& each : parts.subspan(1)) here = both(here, evidence_of(each, model));
      if (end) add("intron", {*end, exon.start}, model.on, both(exons.back(), here));
      add("CDSpart", sure_part(exon), model.on, here);
      end = exon.end;
      exons.push_back(std::move(here));
    }
    if (model.on == strand::reverse) std::ranges::reverse(exons);
    if (const auto start = start_codon_of(model); start.size() == 1)
      add("start", start.front(), model.on, exons.front());
    if (const auto stop = stop_codon_of(model); stop.size() == 1) add("stop", stop.front(), model.on, exons.back());
  }

  void add(std::string_view type, const interval& where, strand on, const evidence& found) {
    add(type, where, on, found, source_);
    const bool is_enforced = is_sure_ && type != "CDSpart" && found.support >= enforced_support &&
                             found.supporters.size() >= enforced_targets;
    if (is_enforced) add(type, where, on, found, "src=M");
  }

  void add(std::string_view type, const interval& where, strand on, const evidence& found, const std::string& source) {
    const auto [row, is_new] = rows_.try_emplace({names_.size() - 1, where.start, where.end, type, on, source}, found);
    if (!is_new) row->second = either(row->second, found);
  }

  // Of an exon without a margin the support of the whole model.
  [[nodiscard]] evidence evidence_of(const model_exon& exon, const gene_model& model) const {
    const auto support = support_of(exon, model, genes_.unit());
    return {support ? support : support_of(model, genes_.unit()), exon.supporters};
  }

  const model_listing& genes_;
  std::vector<std::string> names_{};  // of the sequences so far
  bool is_sure_ = false;              // the gene at hand
  std::string source_{};              // of it
  std::map<std::tuple<std::size_t, std::int64_t, std::int64_t, std::string_view, strand, std::string>, evidence>
      rows_{};
};

}  // namespace

void write_hints(const model_listing& genes, const text_sink& sink) {
  hint_rows rows(genes);
  for (std::size_t l = 0; l < genes.loci().size(); ++l) rows.add(l);
  rows.write(sink);
}

}  // namespace exonweave
