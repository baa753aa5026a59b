#include "exons/graph/chain_graph.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "exons/graph/graph_builder.hpp"

namespace exonweave {
namespace {

void check(std::span<const strand_exon> exons, const strand_region& region) {
  const interval whole{region.start, region.end()};
  for (std::size_t k = 0; k < exons.size(); ++k) {
    if (exons[k].where.length() < 1 || !whole.contains(exons[k].where))
      throw std::invalid_argument("an exon is empty or lies outside its region");
    if (k > 0 && !(exons[k - 1].where < exons[k].where))
      throw std::invalid_argument("exons must be sorted and distinct");
  }
}

}  // namespace

std::vector<spliced::score> exon_reading::min_in_gap() const {
  if (coding == nullptr) return {};
  std::vector<spliced::score> least(spliced::n_amino_codes, 0);
  constexpr std::array<spliced::residue_code, 4> bases = {1, 2, 4, 8};
  for (const auto a : bases)
    for (const auto b : bases)
      for (const auto c : bases) {
        const spliced::residue_code residue = code->translate(a, b, c);
        least[residue] = std::min<spliced::score>(least[residue], weight_in_gap(a, b, c, residue));
      }
  return least;
}

spliced::row_graph build_row_graph(const exon_material& material, const strand_region& region,
                                   const intron_rules& introns, const exon_reading& reading,
                                   const graph_options& options) {
  check(material.exons, region);
  return graph_builder(region, introns, reading, options, material.blocks, std::nullopt)
      .build(make_stretches(material, region, options));
}

spliced::row_graph build_path_graph(std::span<const strand_exon> chain, chain_ends ends, const strand_region& region,
                                    const intron_rules& introns, const exon_reading& reading) {
  check(chain, region);
  std::vector<strand_exon> exons(chain.begin(), chain.end());
  for (std::size_t e = 0; e < exons.size(); ++e) {
    role_weights& roles = exons[e].roles;
    (e == 0 ? roles.follows : roles.begins) = spliced::unreachable;
    (e + 1 == exons.size() ? roles.goes_on : roles.ends) = spliced::unreachable;
  }
  if (!ends.has_start) exons.front().roles.begins = spliced::unreachable;
  if (!ends.has_stop) exons.back().roles.ends = spliced::unreachable;
  return graph_builder(region, introns, reading, literal_graph, nullptr,
                       only_chain{{chain.front().where.start, chain.back().where.end}, ends})
      .build(make_stretches({exons}, region, literal_graph));
}

std::uint64_t count_literal_edges(std::span<const strand_exon> exons, const intron_rules& introns) {
  std::vector<std::int64_t> ends;
  for (const auto& exon : exons) ends.push_back(exon.where.end);
  std::sort(ends.begin(), ends.end());
  std::uint64_t edges = 3 * exons.size();  // from the source, to the exit, to the sink
  for (const auto& exon : exons) {
    const auto last = std::ranges::upper_bound(ends, exon.where.start - introns.min_intron);
    const auto first = std::ranges::lower_bound(ends.begin(), last, exon.where.start - introns.max_intron);
    edges += static_cast<std::uint64_t>(last - first);
  }
  return edges;
}

}  // namespace exonweave
