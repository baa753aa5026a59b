#include "exons/solving/region_material.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "exons/sequences/genome.hpp"

namespace exonweave {
namespace {

spliced::score weight_of(const merged_exon& exon, const evidence_rules& rules) {
  std::optional<spliced::score> best;
  for (const auto& statement : exon.statements)
    if (const auto weight = evidence_weight(rules, statement)) best = std::max(best, weight);  // nothing is least
  return best.value_or(0);
}

// Roles that the types of a place's candidates allow.
struct allowed_roles {
  bool begins = false, follows = false, ends = false, goes_on = false;

  void allow(exon_type type) {
    const auto is_one_of = [type](std::initializer_list<exon_type> types) {
      return type == exon_type::unknown || std::find(types.begin(), types.end(), type) != types.end();
    };
    begins |= is_one_of({exon_type::initial, exon_type::single});
    follows |= is_one_of({exon_type::internal, exon_type::terminal});
    ends |= is_one_of({exon_type::terminal, exon_type::single});
    goes_on |= is_one_of({exon_type::initial, exon_type::internal});
  }

  [[nodiscard]] role_weights weights(spliced::score mismatch) const {
    const auto cost = [mismatch](bool is_allowed) { return is_allowed ? 0 : -mismatch; };
    return {cost(begins), cost(follows), cost(ends), cost(goes_on)};
  }
};

strand_exon make_exon(interval where, const std::vector<std::size_t>& indices, const candidate_set& candidates,
                      const candidate_scoring& scoring) {
  allowed_roles allowed;
  spliced::score weight = weight_of(candidates.exons[indices.front()], scoring.evidence);
  for (const std::size_t c : indices) {
    weight = std::max(weight, weight_of(candidates.exons[c], scoring.evidence));
    allowed.allow(candidates.exons[c].type);
  }
  return {where, weight, allowed.weights(scoring.type_mismatch)};
}

}  // namespace

region_material make_material(const alignment_task& locus, const candidate_set& candidates,
                              std::int64_t sequence_length, const candidate_scoring& scoring) {
  const bool is_reverse = locus.on == strand::reverse;
  std::map<interval, std::vector<std::size_t>> by_place;  // strand coordinates
  for (const std::size_t c : exons_in(candidates, locus.sequence, locus.region, locus.on)) {
    const interval where = candidates.exons[c].where;
    by_place[is_reverse ? flip(where, sequence_length) : where].push_back(c);
  }
  region_material made;
  for (auto& [where, indices] : by_place) {
    made.exons.push_back(make_exon(where, indices, candidates, scoring));
    made.candidates.push_back(std::move(indices));
  }
  return made;
}

strand_region make_strand_region(interval where, strand on, std::string_view residues, std::int64_t sequence_length) {
  if (on == strand::forward) return {where.start, spliced::encode_dna(residues)};
  return {flip(where, sequence_length).start, spliced::encode_dna(reverse_complement(residues))};
}

std::uint64_t bytes_of(const region_material& material) {
  const auto bytes = []<class Value>(const std::vector<Value>& values) {
    return std::uint64_t{values.size()} * sizeof(Value);
  };
  std::uint64_t sum = bytes(material.exons) + bytes(material.candidates) + bytes(material.region.residues);
  for (const auto& at_place : material.candidates) sum += bytes(at_place);
  if (!material.blocks) return sum;
  const block_sites& blocks = *material.blocks;
  sum += bytes(blocks.sites.acceptors) + bytes(blocks.sites.donors) + bytes(blocks.sites.starts);
  sum += bytes(blocks.begins) + bytes(blocks.ends) + bytes(blocks.cut_begins) + bytes(blocks.cut_ends);
  if (blocks.limits) sum += bytes(blocks.limits->starts) + bytes(blocks.limits->ends);
  return sum;
}

std::optional<std::size_t> find_exon(const std::vector<strand_exon>& exons, interval where) {
  const auto found = std::ranges::lower_bound(exons, where, {}, &strand_exon::where);
  if (found == exons.end() || found->where != where) return std::nullopt;
  return static_cast<std::size_t>(found - exons.begin());
}

}  // namespace exonweave
