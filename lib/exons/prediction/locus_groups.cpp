#include "exons/prediction/locus_groups.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace exonweave {
namespace {

exon_chain chain_of(const gene_model& model) {
  exon_chain exons;
  for (const auto& parts : whole_exons(model))
    exons.push_back({parts.front().where.start, parts.back().where.end});
  return exons;
}

std::int64_t length_of(const exon_chain& exons) {
  std::int64_t sum = 0;
  for (const interval& exon : exons) sum += exon.length();
  return sum;
}

std::int64_t shared_length(const exon_chain& a, const exon_chain& b) {
  std::int64_t sum = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end(); (x->end < y->end ? ++x : ++y))
    sum += std::max<std::int64_t>(0, std::min(x->end, y->end) - std::max(x->start, y->start));
  return sum;
}

// Of two on one strand of one sequence.
bool belongs(const exon_chain& leader, const exon_chain& other) {
  return 2 * shared_length(leader, other) >= std::min(length_of(leader), length_of(other));
}

// Loci by where the exons of their leaders lie. An exon is listed under every window that it meets, so a leader that
// shares a base with a model is listed under a window of the model.
class leader_index {
 public:
  void add(std::size_t locus, const grouped_model& leader) {
    for_each_window(leader, [&](window at) { loci_[at].push_back(locus); });
  }

  // Those whose leaders may share a base with a model, ascending.
  [[nodiscard]] std::vector<std::size_t> near(const grouped_model& model) const {
    std::vector<std::size_t> found;
    for_each_window(model, [&](window at) {
      if (const auto listed = loci_.find(at); listed != loci_.end())
        found.insert(found.end(), listed->second.begin(), listed->second.end());
    });
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    return found;
  }

 private:
  using window = std::tuple<std::size_t, strand, std::int64_t>;  // of a sequence; the last: its number
  static constexpr std::int64_t window_length = 4096;            // nt

  template <class Visitor>
  static void for_each_window(const grouped_model& of, const Visitor& visit) {
    std::int64_t next = 0;  // exons ascend, and several may lie in one window
    for (const interval& exon : of.exons) {
      const std::int64_t last = (exon.end - 1) / window_length;
      for (next = std::max(next, exon.start / window_length); next <= last; ++next)
        visit(window(of.model().sequence, of.model().on, next));
    }
  }

  std::map<window, std::vector<std::size_t>> loci_;
};

std::vector<grouped_model> by_score(std::span<const elective_model> models, const target_set& targets) {
  std::vector<grouped_model> sorted;
  sorted.reserve(models.size());
  for (const elective_model& each : models) sorted.push_back({&each, chain_of(each.model)});
  const auto key = [&](const grouped_model& of) {
    const gene_model& model = of.model();
    return std::tuple<spliced::score, std::size_t, const exon_chain&, strand, std::string_view, std::size_t>(
        -model.score, model.sequence, of.exons, model.on, targets.targets[model.target].name, model.target);
  };
  std::ranges::sort(sorted, [&](const grouped_model& a, const grouped_model& b) { return key(a) < key(b); });
  return sorted;
}

}  // namespace

std::vector<locus_group> group_into_loci(std::span<const elective_model> models, const target_set& targets) {
  std::vector<locus_group> groups;
  leader_index leaders;
  for (grouped_model& each : by_score(models, targets)) {
    const std::vector<std::size_t> near = leaders.near(each);
    const auto home = std::ranges::find_if(
        near, [&](std::size_t group) { return belongs(groups[group].front().exons, each.exons); });
    if (home != near.end()) {
      groups[*home].push_back(std::move(each));
    } else {
      leaders.add(groups.size(), each);
      groups.push_back({std::move(each)});
    }
  }
  return groups;
}

}  // namespace exonweave
