#include "exons/candidates/gff_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

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

stop_codon_join join_stop_codon(std::span<const interval> exons, interval stop, strand on) {
  using enum stop_codon_join::kind;
  if (exons.empty()) return {};
  std::size_t last = 0;
  for (std::size_t i = 0; i < exons.size(); ++i) {
    if (exons[i].contains(stop)) return {held, i};
    if (is_read_before(exons[last], exons[i], on)) last = i;
  }
  const interval end = exons[last];
  const bool is_forward = on == strand::forward;
  const std::int64_t gap = is_forward ? stop.start - end.end : end.start - stop.end;
  const bool goes_on =
      is_forward ? stop.start >= end.start && stop.end > end.end : stop.end <= end.end && stop.start < end.start;
  if (!goes_on) return {apart, last};
  return {gap > 0 ? follows : extends, last};
}

bool is_read_before(interval a, interval b, strand on) { return on == strand::forward ? a < b : b < a; }

void warn_of_stop_codon_apart(const candidate_source& source, std::uint64_t line, interval stop) {
  source.warn(line, {.what = "stop codon that does not follow the CDS of its model: it is not used",
                     .got = fmt::format("{}..{}", stop.start + 1, stop.end),
                     .need = "a place in or after the last CDS row of its transcript"});
}

namespace {

constexpr std::int8_t conflict = -2;  // two models say different phases

std::int8_t modulo_3(std::int64_t value) { return static_cast<std::int8_t>(((value % 3) + 3) % 3); }

// An exon of L bases and phase p leaves (L - p) mod 3 bases of a codon, so the next one's phase is (p - L)
// mod 3.
std::int8_t phase_after(std::int8_t phase, std::int64_t length) { return modulo_3(phase - length); }
std::int8_t phase_before(std::int8_t next_phase, std::int64_t length) { return modulo_3(next_phase + length); }

class model {
 public:
  model(std::span<const model_member> members, const std::vector<candidate_exon>& exons) : exons_(exons) {
    for (const auto& member : members) order_.push_back(member.exon);
    const bool forward = at(0).on == strand::forward;
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return forward ? exons[a].where < exons[b].where : exons[b].where < exons[a].where;
    });
  }

  // The phases in reading order; empty: the model does not say.
  [[nodiscard]] std::vector<std::int8_t> phases() const {
    if (!is_chain()) return {};
    std::vector<std::int8_t> phases(order_.size());
    phases[0] = first_phase();
    for (std::size_t i = 1; i < order_.size(); ++i) phases[i] = phase_after(phases[i - 1], at(i - 1).where.length());
    for (std::size_t i = 0; i < order_.size(); ++i)
      if (at(i).phase != no_phase && at(i).phase != phases[i]) return {};
    return phases;
  }

  [[nodiscard]] bool lacks_phase() const {
    return std::any_of(order_.begin(), order_.end(), [&](std::size_t e) { return exons_[e].phase == no_phase; });
  }

  [[nodiscard]] std::size_t exon(std::size_t i) const { return order_[i]; }

 private:
  [[nodiscard]] const candidate_exon& at(std::size_t i) const { return exons_[order_[i]]; }

  [[nodiscard]] bool is_chain() const {
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const auto& a = at(i - 1);
      const auto& b = at(i);
      const bool is_apart = a.where.end <= b.where.start || b.where.end <= a.where.start;
      if (a.sequence != b.sequence || a.on != b.on || !is_apart) return false;
    }
    return true;
  }

  // From the first stated phase back to the model's first exon.
  [[nodiscard]] std::int8_t first_phase() const {
    std::size_t i = 0;
    while (i < order_.size() && at(i).phase == no_phase) ++i;
    if (i == order_.size()) return 0;
    std::int8_t phase = at(i).phase;
    while (i-- > 0) phase = phase_before(phase, at(i).where.length());
    return phase;
  }

  const std::vector<candidate_exon>& exons_;
  std::vector<std::size_t> order_;  // exons in reading order
};

}  // namespace

void derive_phases(std::vector<model_member> members, std::vector<candidate_exon>& exons) {
  std::sort(members.begin(), members.end(), [](const model_member& a, const model_member& b) {
    return std::pair(a.model, a.exon) < std::pair(b.model, b.exon);
  });
  std::unordered_map<std::size_t, std::int8_t> derived;  // exon -> phase or conflict
  for (std::size_t first = 0, last = 0; first < members.size(); first = last) {
    while (last < members.size() && members[last].model == members[first].model) ++last;
    const model one{std::span{members}.subspan(first, last - first), exons};
    if (!one.lacks_phase()) continue;
    const auto phases = one.phases();
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const auto [entry, is_new] = derived.try_emplace(one.exon(i), phases[i]);
      if (!is_new && entry->second != phases[i]) entry->second = conflict;
    }
  }
  for (std::size_t i = 0; i < exons.size(); ++i) {
    if (exons[i].phase != no_phase) continue;
    const auto found = derived.find(i);
    const bool starts = exons[i].type == exon_type::initial || exons[i].type == exon_type::single;
    if (starts)
      exons[i].phase = 0;
    else if (found != derived.end() && found->second != conflict)
      exons[i].phase = found->second;
  }
}

namespace {

// The exons of one model on the stop codon's strand, by place and by index.
struct model_exons {
  std::vector<interval> places;
  std::vector<std::size_t> indices;
};

model_exons exons_next_to(const candidate_exon& stop, std::uint32_t model, const std::vector<candidate_exon>& exons,
                          const std::vector<model_member>& members) {
  model_exons found;
  const auto first = std::ranges::lower_bound(members, model, {}, &model_member::model);
  for (auto member = first; member != members.end() && member->model == model; ++member) {
    const candidate_exon& exon = exons[member->exon];
    if (exon.sequence != stop.sequence || exon.on != stop.on) continue;
    found.places.push_back(exon.where);
    found.indices.push_back(member->exon);
  }
  return found;
}

// The type of what lies after an intron after `last`, which is not the last exon any more.
exon_type pass_end_on(candidate_exon& last) {
  if (last.type != exon_type::terminal && last.type != exon_type::single) return exon_type::unknown;
  last.type = last.type == exon_type::single ? exon_type::initial : exon_type::internal;
  return exon_type::terminal;
}

}  // namespace

void join_stop_codons(std::vector<gff_stop_codon> stops, const candidate_source& source,
                      std::vector<candidate_exon>& exons, std::vector<model_member>& members) {
  using enum stop_codon_join::kind;
  std::ranges::stable_sort(members, {}, &model_member::model);
  std::ranges::stable_sort(stops, [](const gff_stop_codon& a, const gff_stop_codon& b) {
    if (a.model != b.model) return a.model < b.model;
    return is_read_before(a.piece.where, b.piece.where, a.piece.on);
  });
  std::vector<model_member> added;
  for (auto& [model, piece] : stops) {
    const model_exons next_to = exons_next_to(piece, model, exons, members);
    const stop_codon_join join = join_stop_codon(next_to.places, piece.where, piece.on);
    if (join.how == apart) {
      warn_of_stop_codon_apart(source, piece.line, piece.where);
    } else if (join.how == extends) {
      candidate_exon& last = exons[next_to.indices[join.exon]];
      last.where = hull(last.where, piece.where);
    } else if (join.how == follows) {
      piece.type = pass_end_on(exons[next_to.indices[join.exon]]);
      added.push_back({model, exons.size()});
      exons.push_back(std::move(piece));
    }
  }
  members.insert(members.end(), added.begin(), added.end());
}

namespace {

// The trans-spliced models that have members, and the line of the first member of each.
std::map<std::uint32_t, std::uint64_t> lines_of_trans_spliced(const gff_models& models,
                                                              const std::vector<candidate_exon>& exons,
                                                              const std::vector<model_member>& members) {
  std::map<std::uint32_t, std::uint64_t> lines;
  for (const model_member& member : members) {
    if (!models.is_trans_spliced(member.model)) continue;
    const std::uint64_t line = exons[member.exon].line;
    const auto entry = lines.try_emplace(member.model, line).first;
    entry->second = std::min(entry->second, line);
  }
  return lines;
}

void tell(const candidate_source& source, const gff_models& models,
          const std::map<std::uint32_t, std::uint64_t>& lines) {
  const auto first = std::ranges::min_element(lines, {}, [](const auto& entry) { return entry.second; });
  const bool is_one = lines.size() == 1;
  source.warn(first->second,
              {fmt::format("{} trans-spliced transcript{} skipped", lines.size(), is_one ? " is" : "s are"),
               models.id(first->first), "exons on one strand of one sequence"});
}

}  // namespace

void leave_out_trans_spliced(const candidate_source& source, const gff_models& models,
                             std::vector<candidate_exon>& exons, std::vector<model_member>& members) {
  const auto lines = lines_of_trans_spliced(models, exons, members);
  if (lines.empty()) return;
  tell(source, models, lines);
  std::vector<char> is_tied(exons.size()), is_kept(exons.size());
  for (const model_member& member : members) {
    is_tied[member.exon] = 1;
    if (!lines.contains(member.model)) is_kept[member.exon] = 1;
  }
  std::vector<std::size_t> places(exons.size());  // among those that stay
  std::size_t n_kept = 0;
  for (std::size_t i = 0; i < exons.size(); ++i) {
    if (is_tied[i] != 0 && is_kept[i] == 0) continue;
    places[i] = n_kept;
    if (n_kept != i) exons[n_kept] = std::move(exons[i]);
    ++n_kept;
  }
  exons.resize(n_kept);
  std::erase_if(members, [&](const model_member& member) { return lines.contains(member.model); });
  for (model_member& member : members) member.exon = places[member.exon];
}

}  // namespace exonweave
