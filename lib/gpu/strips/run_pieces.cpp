#include "gpu/strips/run_pieces.hpp"

#include <utility>

namespace exonweave::gpu {
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
