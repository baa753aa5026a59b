#include "exons/candidates/gff_phases.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

namespace exonweave {
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

}  // namespace exonweave
