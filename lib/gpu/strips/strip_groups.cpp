#include "gpu/strips/strip_groups.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace exonweave::gpu {
namespace {

class group_maker {
 public:
  explicit group_maker(const piece_graph& graph) : graph_(graph), lowest_across_(graph.pieces.size()) {
    std::iota(lowest_across_.begin(), lowest_across_.end(), 0u);
  }

  strip_groups make() {
    for (std::uint32_t p = 0; p < graph_.pieces.size(); ++p) {
      const auto onto = find_group(p);
      if (!onto) {
        made_.of_piece.push_back(static_cast<std::uint32_t>(made_.groups.size()));
        made_.groups.push_back({{p}, fewest_rows_per_lane({}, graph_.pieces[p]).value_or(0)});
        seen_.push_back(0);
        continue;
      }
      strip_group& group = made_.groups[*onto];
      group.rows_per_lane = fewest_rows_per_lane(group.pieces, graph_.pieces[p]).value();
      for (std::uint32_t across = group.pieces.back() + 1; across <= p; ++across)
        lowest_across_[across] = std::min(lowest_across_[across], group.pieces.front());
      group.pieces.push_back(p);
      made_.of_piece.push_back(*onto);
    }
    return std::move(made_);
  }

 private:
  // After so many groups a search for a way back is given up: there may be one.
  static constexpr std::size_t max_searched = 64;

  // Of pieces one below the other; nothing where they are too many, or have no rows.
  [[nodiscard]] std::optional<std::uint32_t> fewest_rows_per_lane(const std::vector<std::uint32_t>& above,
                                                                  const run_piece& last) const {
    if (last.n_rows == 0) return std::nullopt;
    for (std::uint32_t rows = 1; rows <= max_rows_per_lane; ++rows) {
      std::uint32_t n_lanes = lanes_of(last, rows);
      for (const std::uint32_t p : above) n_lanes += lanes_of(graph_.pieces[p], rows);
      if (n_lanes <= strip_lanes) return rows;
    }
    return std::nullopt;
  }

  // One that a piece can go on with.
  [[nodiscard]] std::optional<std::uint32_t> find_group(std::uint32_t p) {
    const run_piece& piece = graph_.pieces[p];
    if (piece.n_rows == 0) return std::nullopt;
    for (const piece_input& input : piece.inputs) {
      const std::uint32_t g = made_.of_piece[input.piece];
      const strip_group& group = made_.groups[g];
      if (input.weight == 0 && group.rows_per_lane > 0 && group.pieces.back() == input.piece &&
          has_room(group, piece) && !leads_back(piece, input.piece, g))
        return g;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool has_room(const strip_group& group, const run_piece& piece) const {
    std::size_t n_entries = piece.inputs.size() > 1 ? 1 : 0;
    std::size_t n_exits = 1;
    std::uint32_t n_rows = piece.n_rows;
    std::size_t n_inputs = piece.inputs.size();
    for (const std::uint32_t p : group.pieces) {
      n_entries += has_entry(graph_.pieces[p], p == group.pieces.front()) ? 1 : 0;
      n_exits += graph_.n_readers[p] > 1 ? 1 : 0;
      n_rows += graph_.pieces[p].n_rows;
      n_inputs += graph_.pieces[p].inputs.size();
    }
    return n_entries <= max_entries && n_exits <= max_exits && n_inputs <= max_inputs && n_rows <= max_strip_rows &&
           fewest_rows_per_lane(group.pieces, piece).has_value();
  }

  // A place such that no group has pieces before it and after it, not after a given one. A group that ends before
  // reads none that begins after.
  [[nodiscard]] std::uint32_t seam_before(std::uint32_t p) const {
    while (lowest_across_[p] < p) p = lowest_across_[p];
    return p;
  }

  // Whether what a piece reads next to the one above it comes from that one's group, by groups as they are so far.
  [[nodiscard]] bool leads_back(const run_piece& piece, std::uint32_t above, std::uint32_t group) {
    ++search_;
    std::vector<std::uint32_t> left;
    std::size_t n_searched = 0;
    const std::uint32_t seam = seam_before(made_.groups[group].pieces.front());
    const auto look_at = [&](std::uint32_t p) {
      const std::uint32_t g = made_.of_piece[p];
      if (seen_[g] == search_ || made_.groups[g].pieces.back() < seam) return;
      seen_[g] = search_;
      left.push_back(g);
    };
    for (const piece_input& input : piece.inputs)
      if (!is_above(input, above)) look_at(input.piece);
    while (!left.empty()) {
      const std::uint32_t g = left.back();
      left.pop_back();
      if (g == group || ++n_searched > max_searched) return true;
      for (const std::uint32_t p : made_.groups[g].pieces)
        for (const piece_input& input : graph_.pieces[p].inputs) look_at(input.piece);
    }
    return false;
  }

  const piece_graph& graph_;
  strip_groups made_;
  std::vector<std::uint32_t>
      lowest_across_;              // [pieces] the first piece of groups that have pieces before and not before it
  std::vector<std::size_t> seen_;  // [groups] the search that met it last
  std::size_t search_ = 0;
};

}  // namespace

strip_groups strip_groups::of(const piece_graph& graph) { return group_maker(graph).make(); }

std::vector<std::uint32_t> strip_groups::order(const piece_graph& graph) const {
  std::vector<std::uint32_t> n_waits(groups.size(), 0);  // rows of others that it reads
  std::vector<std::vector<std::uint32_t>> readers(groups.size());
  for (std::uint32_t p = 0; p < graph.pieces.size(); ++p)
    for (const piece_input& input : graph.pieces[p].inputs) {
      const std::uint32_t writer = of_piece[input.piece], reader = of_piece[p];
      if (writer == reader) continue;
      readers[writer].push_back(reader);
      ++n_waits[reader];
    }
  std::vector<std::uint32_t> sorted = {0};  // the source alone waits for nobody
  for (std::size_t k = 0; k < sorted.size(); ++k)
    for (const std::uint32_t reader : readers[sorted[k]])
      if (--n_waits[reader] == 0) sorted.push_back(reader);
  if (sorted.size() != groups.size()) throw std::logic_error("strips wait for one another");
  return sorted;
}

}  // namespace exonweave::gpu
