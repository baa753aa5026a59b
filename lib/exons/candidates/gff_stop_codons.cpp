#include "exons/candidates/gff_stop_codons.hpp"

#include <algorithm>
#include <utility>

#include "exons/candidates/stop_codons.hpp"

namespace exonweave {
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

}  // namespace exonweave
