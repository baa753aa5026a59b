#include "exons/candidates/gff_models.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exonweave {
namespace {

// Types whose features may lie in several pieces, a row each.
bool may_be_in_pieces(std::string_view type) {
  return type == "CDS" || type.find("UTR") != std::string_view::npos || type.find("match") != std::string_view::npos;
}

std::string shown(interval where) { return fmt::format("{}..{}", where.start + 1, where.end); }

}  // namespace

std::uint32_t gff_models::number_of(const std::string& id) {
  const auto [entry, is_new] = numbers_.try_emplace(id, static_cast<std::uint32_t>(features_.size()));
  if (is_new) features_.emplace_back().id = &entry->first;
  return entry->second;
}

void gff_models::define(const std::string& id, const gff_feature& row, const std::vector<std::string>& parents) {
  const std::uint32_t number = number_of(id);
  const std::uint32_t first_parent = parents.empty() ? nobody : number_of(parents.front());
  for (const auto& parent : parents) edges_.emplace_back(number_of(parent), number);
  feature& known = features_[number];
  if (known.line == 0) {
    known.line = row.line;
    known.type = row.type;
    known.sequence = row.sequence;
    known.where = row.where;
    known.on = row.on;
    known.first_parent = first_parent;
    known.is_part = row.is_part || row.is_trans_spliced;
    known.is_trans_spliced |= row.is_trans_spliced;
    known.support = row.support;
    known.score = row.score;
    return;
  }
  const bool is_at_same_place = known.sequence == row.sequence && known.where == row.where && known.on == row.on;
  if (row.is_gtf && is_at_same_place) return;
  const bool is_part = known.is_part && (row.is_part || row.is_trans_spliced);
  const bool is_alike = known.type == row.type && known.first_parent == first_parent;
  const bool is_near = known.sequence == row.sequence;
  known.is_trans_spliced |= row.is_trans_spliced;
  if (is_alike && is_near && (is_part || may_be_in_pieces(row.type))) {
    known.where = hull(known.where, row.where);
  } else if (is_alike && (is_part || (may_be_in_pieces(row.type) && first_parent != nobody))) {
    known.is_trans_spliced = true;
    for (const auto& parent : parents) mark_trans_spliced(number_of(parent));
  } else if (is_alike && (known.is_trans_spliced || seems_trans_spliced(known, row))) {
    known.is_trans_spliced = true;
    supposed_parts_.push_back({row.line, number});
  } else {
    tell_duplicate(row.line, known);
  }
}

bool gff_models::seems_trans_spliced(const feature& known, const gff_feature& row) {
  if (known.first_parent == nobody && !row.is_gtf && !row.type.ends_with("gene")) return false;
  if (known.sequence != row.sequence) return true;
  const bool are_both_ways = (known.on == '+' && row.on == '-') || (known.on == '-' && row.on == '+');
  return are_both_ways || row.where.start - known.where.end > far_apart ||
         known.where.start - row.where.end > far_apart;
}

void gff_models::tell_duplicate(std::uint64_t line, const feature& known) const {
  source_.error(line, {.what = "duplicate ID",
                       .got = *known.id,
                       .need = fmt::format("an ID other than that of line {}", known.line),
                       .hint = "Only the rows of one CDS, with one Parent, share an ID"});
}

// Of nuclear genes few are trans-spliced, and organelles have a dozen. Where most features are in two places two files
// were put together.
void gff_models::tell_duplicates() const {
  constexpr std::size_t of_one_gene = 3, of_organelles = 20;
  const std::size_t n = features_.size();
  const std::size_t most = std::max({of_one_gene, std::min(of_organelles, n / 4), n / 20});
  if (supposed_parts_.size() <= most) return;
  for (const supposed_part& part : supposed_parts_) tell_duplicate(part.line, features_[part.number]);
}

std::uint32_t gff_models::add_child(const std::string& parent, const gff_feature& row) {
  const std::uint32_t number = number_of(parent);
  feature& about = features_[number];
  if (about.child_line == 0) {
    about.child_line = row.line;
    about.child_sequence = row.sequence;
    about.children = row.where;
  }
  about.children = hull(about.children, row.where);
  about.has_stray_child |= row.sequence != about.child_sequence;
  about.has_forward_child |= row.on == '+';
  about.has_reverse_child |= row.on == '-';
  if (!row.is_exon) return number;
  if (about.exons_on == 0) {
    about.exons_on = row.on;
    about.exons_sequence = row.sequence;
    about.gene = row.gene;
  }
  about.is_trans_spliced |= about.exons_on != row.on || about.exons_sequence != row.sequence;
  return number;
}

std::string gff_models::gene(std::uint32_t model) const {
  const feature& about = features_[model];
  return about.gene.empty() && about.first_parent != nobody ? id(about.first_parent) : about.gene;
}

void gff_models::tell_ties(bool needs_parents) const {
  for (const auto& about : features_)
    if (about.child_line != 0) tell_feature(about, needs_parents);
}

void gff_models::tell_feature(const feature& about, bool needs_parents) const {
  if (about.is_trans_spliced) return;
  if (about.has_forward_child && about.has_reverse_child && !about.is_part)
    source_.warn(about.child_line, {.what = "strands mixed in one parent", .got = *about.id, .need = "one strand"});
  if (about.line == 0) {
    if (needs_parents)
      source_.warn(about.child_line, {.what = "no row has the ID that Parent names", .got = *about.id});
    return;
  }
  if (about.is_part) return;
  const bool is_within =
      about.where.contains(about.children) && !about.has_stray_child && about.child_sequence == about.sequence;
  if (!is_within)
    source_.warn(about.line, {.what = "children lie outside of their parent",
                              .got = shown(about.children),
                              .need = fmt::format("{} as {} has", shown(about.where), *about.id)});
}

// Takes away, again and again, the features whose parents are all gone. What stays is in a cycle or below
// one; for each such feature one such parent, `nobody` for the others.
std::vector<std::uint32_t> gff_models::parents_without_root() const {
  auto edges = edges_;
  std::sort(edges.begin(), edges.end());
  std::vector<std::uint32_t> n_parents(features_.size());
  for (const auto& [parent, child] : edges) ++n_parents[child];
  std::vector<std::uint32_t> free;
  for (std::uint32_t i = 0; i < features_.size(); ++i)
    if (n_parents[i] == 0) free.push_back(i);
  while (!free.empty()) {
    const std::uint32_t parent = free.back();
    free.pop_back();
    for (auto edge = std::lower_bound(edges.begin(), edges.end(), std::pair(parent, std::uint32_t{0}));
         edge != edges.end() && edge->first == parent; ++edge)
      if (--n_parents[edge->second] == 0) free.push_back(edge->second);
  }
  std::vector<std::uint32_t> stuck(features_.size(), nobody);
  for (const auto& [parent, child] : edges)
    if (n_parents[parent] > 0 && n_parents[child] > 0) stuck[child] = parent;
  return stuck;
}

// Follows these parents from each feature; a walk that comes back to a feature of its own has found a cycle.
void gff_models::tell_cycles() const {
  const auto parent_of = parents_without_root();
  std::vector<std::uint32_t> walk_of(features_.size(), nobody);
  for (std::uint32_t first = 0; first < features_.size(); ++first) {
    if (parent_of[first] == nobody || walk_of[first] != nobody) continue;
    std::uint32_t feature = first;
    while (walk_of[feature] == nobody) {
      walk_of[feature] = first;
      feature = parent_of[feature];
    }
    if (walk_of[feature] == first) tell_cycle(feature, parent_of);
  }
}

void gff_models::tell_cycle(std::uint32_t first, const std::vector<std::uint32_t>& parent_of) const {
  constexpr std::size_t longest = 10;  // names shown
  std::string path = *features_[first].id;
  std::uint64_t line = features_[first].line;
  std::size_t n_shown = 1;
  for (std::uint32_t feature = parent_of[first]; feature != first; feature = parent_of[feature], ++n_shown) {
    if (n_shown < longest) path += " -> " + *features_[feature].id;
    line = std::min(line, features_[feature].line);
  }
  source_.error(line, {.what = "cycle of Parent",
                       .got = path + (n_shown < longest ? " -> " : " -> ... -> ") + *features_[first].id,
                       .need = "a feature that is not its own ancestor"});
}

}  // namespace exonweave
