#include "gpu/strips/strip_groups.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

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

namespace {

using spliced::row_op;
using spliced::row_op_kind;
using spliced::slot_id;

// What slots hold: the max of rows. It is put together when there are too many to be read one by one.
class piece_maker {
 public:
  explicit piece_maker(const spliced::row_schedule& schedule) : schedule_(schedule), held_(schedule.n_slots) {
    made_.pieces.push_back({});  // the source
  }

  piece_graph make() {
    for (const row_op& op : schedule_.ops) add(op);
    made_.sink = read(schedule_.sink);
    return std::move(made_);
  }

 private:
  // To put a row together makes those wait that read it; to read many takes time of all that do.
  static constexpr std::size_t max_read = 4;

  void add(const row_op& op) {
    switch (op.kind) {
      case row_op_kind::begin:
        held_[op.dst] = {{0, 0}};
        return;
      case row_op_kind::merge:
        return merge(op);
      case row_op_kind::run:
        return add_run(op);
      case row_op_kind::residue:
      case row_op_kind::steps:
      case row_op_kind::end:
        return;  // not of such schedules
    }
  }

  void merge(const row_op& op) {
    auto source = held_[op.src];
    if (op.is_first) held_[op.dst].clear();
    if (source.size() + held_[op.dst].size() > max_read) {
      if (const auto one = read(op.src)) source = {*one};
      (void)read(op.dst);
    }
    for (const piece_input& each : source) held_[op.dst].push_back({each.piece, each.weight + op.weight});
  }

  void add_run(const row_op& op) {
    const auto inputs = held_[op.src];
    held_[op.dst].clear();
    if (inputs.empty()) return;
    const spliced::row_run& run = schedule_.runs[op.index];
    held_[op.dst] = {{add({inputs, run.first_residue, run.n_residues}), 0}};
  }

  // What a slot holds, as one row; nothing where nothing reaches it.
  std::optional<piece_input> read(slot_id slot) {
    auto& held = held_[slot];
    if (held.empty()) return std::nullopt;
    if (held.size() > 1) held = {{add(run_piece{held}), 0}};
    return held.front();
  }

  std::uint32_t add(run_piece made) {
    made_.pieces.push_back(std::move(made));
    return static_cast<std::uint32_t>(made_.pieces.size() - 1);
  }

  const spliced::row_schedule& schedule_;
  std::vector<std::vector<piece_input>> held_;  // [slots]
  piece_graph made_;
};

void count_readers(piece_graph& pieces) {
  pieces.n_readers.assign(pieces.pieces.size(), 0);
  for (const run_piece& piece : pieces.pieces)
    for (const piece_input& input : piece.inputs) ++pieces.n_readers[input.piece];
  if (pieces.sink) ++pieces.n_readers[pieces.sink->piece];
}

// Runs that the schedule has cut are whole again where nobody else reads the row between them: the part above has no
// inputs and no rows left.
void join(piece_graph& pieces) {
  for (run_piece& piece : pieces.pieces) {
    if (piece.n_rows == 0 || piece.inputs.size() != 1 || piece.inputs[0].weight != 0) continue;
    const std::uint32_t before = piece.inputs[0].piece;
    run_piece& above = pieces.pieces[before];
    if (above.n_rows == 0 || pieces.n_readers[before] != 1 || above.first_residue + above.n_rows != piece.first_residue)
      continue;
    piece.first_residue = above.first_residue;
    piece.n_rows += above.n_rows;
    piece.inputs = std::move(above.inputs);
    above = {};
  }
}

// Runs that are too long for a strip as pieces of about the same length. Numbers all anew.
class piece_cutter {
 public:
  explicit piece_cutter(const piece_graph& pieces) : last_(pieces.pieces.size(), 0) {
    for (std::size_t k = 0; k < pieces.pieces.size(); ++k) {
      if (!pieces.pieces[k].is_left(k)) continue;
      cut(pieces.pieces[k]);
      last_[k] = static_cast<std::uint32_t>(made_.pieces.size() - 1);
    }
    if (pieces.sink) made_.sink = {last_[pieces.sink->piece], pieces.sink->weight};
  }

  piece_graph make() { return std::move(made_); }

 private:
  void cut(const run_piece& run) {
    auto inputs = run.inputs;
    for (piece_input& each : inputs) each.piece = last_[each.piece];
    const std::uint32_t n_pieces = run.n_rows / max_strip_rows + (run.n_rows % max_strip_rows != 0 ? 1 : 0);
    if (n_pieces == 0) made_.pieces.push_back({std::move(inputs), run.first_residue, 0});
    for (std::uint32_t p = 0, begin = 0; p < n_pieces; ++p) {
      const auto end = static_cast<std::uint32_t>(std::uint64_t{run.n_rows} * (p + 1) / n_pieces);
      made_.pieces.push_back({std::move(inputs), run.first_residue + begin, end - begin});
      inputs = {{static_cast<std::uint32_t>(made_.pieces.size() - 1), 0}};
      begin = end;
    }
  }

  piece_graph made_;
  std::vector<std::uint32_t> last_;  // [pieces before] the piece that leaves the same row
};

}  // namespace

piece_graph piece_graph::of(const spliced::row_schedule& schedule) {
  piece_graph whole = piece_maker(schedule).make();
  count_readers(whole);
  join(whole);
  piece_graph made = piece_cutter(whole).make();
  count_readers(made);
  return made;
}

}  // namespace exonweave::gpu
