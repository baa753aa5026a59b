#include "exons/writers/model_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "exons/sequences/target_header.hpp"

namespace exonweave {
namespace {

// But with genes models stand alone, so each chain is sorted by its own place.
std::vector<locus_models> one_by_one(std::vector<locus_models> loci) {
  std::vector<locus_models> single;
  for (auto& locus : loci)
    for (auto& model : locus) single.push_back({std::move(model)});
  return single;
}

// Every exon of every model, for loci that agree in all else.
std::vector<std::vector<interval>> places(const locus_models& locus) {
  std::vector<std::vector<interval>> all;
  for (const auto& model : locus) {
    all.emplace_back();
    for (const auto& exon : model.exons) all.back().push_back(exon.where);
  }
  return all;
}

}  // namespace

model_listing::model_listing(std::vector<locus_models> loci, const sequence_catalog& sequences,
                             const target_set& targets, listing_form form, std::size_t n_before)
    : sequences_(sequences), targets_(targets), form_(std::move(form)), n_before_(n_before) {
  if (form_.style != gff3_style::gene) loci = one_by_one(std::move(loci));
  const auto key = [&](const locus_models& locus) {
    const gene_model& best = locus.front();
    const interval span = span_of(locus);
    return std::tuple<std::size_t, std::int64_t, std::int64_t, strand, const std::string&, spliced::score>(
        best.sequence, span.start, span.end, best.on, target_of(best).name, -best.score);
  };
  std::sort(loci.begin(), loci.end(), [&](const locus_models& a, const locus_models& b) {
    const auto first = key(a), second = key(b);
    return first != second ? first < second : places(a) < places(b);
  });
  loci_ = std::make_shared<const std::vector<locus_models>>(std::move(loci));
  if (is_gene_set()) names_ = std::make_shared<const std::vector<std::string>>(unique_names(*loci_, targets_));
}

model_listing model_listing::in_style(gff3_style style) const {
  model_listing other = *this;
  other.form_.style = style;
  return other;
}

std::string model_listing::locus_id(std::size_t locus) const {
  const std::size_t number = n_before_ + locus + 1;
  const std::string& prefix = form_.id_prefix;
  constexpr std::size_t tag_step = 10;  // genes that are found later get tags between
  if (has_locus_tags()) return fmt::format("{}_{:06}", prefix, tag_step * number);
  if (is_gene_set()) return fmt::format("gene{}", number);
  if (loci()[locus].front().joint_score) return fmt::format("{}locus{}", prefix, number);
  switch (style()) {
    case gff3_style::match:
      return fmt::format("{}match{}", prefix, number);
    case gff3_style::miniprot:
      return fmt::format("{}MP{:06}", prefix, number);
    case gff3_style::gene:
      break;
  }
  return fmt::format("{}gene{}", prefix, number);
}

std::string model_listing::model_id(std::size_t locus, std::size_t rank) const {
  return style() == gff3_style::gene ? fmt::format("{}.t{}", locus_id(locus), rank + 1) : locus_id(locus);
}

named_product product_of(const gene_model& model, const target& aligned) {
  if (!model.has_target()) return {std::string(unknown_product)};
  const target_header header = read_header(aligned);
  if (model.coverage >= min_product_coverage && model.identity >= min_product_identity) return {header.product};
  return {std::string(unknown_product), "similar to " + (header.product.empty() ? header.name : header.product)};
}

std::vector<std::string> unique_names(const std::vector<locus_models>& loci, const target_set& targets) {
  std::vector<std::string> names;
  for (const locus_models& each : loci)
    names.push_back(each.front().has_target() ? read_header(targets.targets[each.front().target]).name : "");
  std::set<std::string> taken(names.begin(), names.end());
  std::vector<std::size_t> by_score(loci.size());
  std::iota(by_score.begin(), by_score.end(), std::size_t{0});
  std::ranges::stable_sort(by_score, std::greater(), [&](std::size_t l) { return loci[l].front().score; });
  std::map<std::string, std::size_t> n_copies;
  for (const std::size_t l : by_score) {
    const std::string shared = names[l];
    if (shared.empty()) continue;
    std::size_t& n = n_copies[shared];
    if (++n == 1) continue;
    while (!taken.insert(names[l] = fmt::format("{}_{}", shared, n)).second) ++n;
  }
  return names;
}

listing_queue::listing_queue(const sequence_catalog& sequences, const target_set& targets, listing_form form,
                             receiver receive)
    : sequences_(sequences), targets_(targets), form_(std::move(form)), receive_(std::move(receive)) {}

void listing_queue::begin(std::size_t sequence) {
  if (sequence_ != sequence) finish();
  sequence_ = sequence;
}

void listing_queue::finish() {
  if (waiting_.empty()) return;
  const model_listing listing(std::exchange(waiting_, {}), sequences_, targets_, form_, n_listed_);
  n_listed_ += listing.loci().size();
  receive_(listing);
}

}  // namespace exonweave
