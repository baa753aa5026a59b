#include "exons/writers/gene_naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>

#include "exons/sequences/target_header.hpp"

namespace exonweave {

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

}  // namespace exonweave
