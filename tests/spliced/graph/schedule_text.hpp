// A schedule as text, an op or a mark to a line, so that a change in what is computed, or in what order, can be read.
//
//   s2 = max(s2, s1 - 5)         merge
//   s2 = s1 over A + 3           residue; the first one
//   s3 = G below s2 as row 4     a step; | before the next one of the op
//   s3 = GT below s2 as row 4    a run: rows 4 and 5
//   row 6 is s3 - 5              a mark
//   block with s1 s2             rows of these slots live before it
//
#pragma once

#include <cstdlib>
#include <string>

#include "spliced/graph/row_schedule.hpp"

namespace exonweave::testing {

class schedule_text {
 public:
  /// `letter`: that of a residue. Both must outlive this.
  schedule_text(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                char (*letter)(spliced::residue_code))
      : graph_(graph), schedule_(schedule), letter_(letter) {}

  [[nodiscard]] std::string all() const {
    std::string text;
    for (const spliced::schedule_block& block : schedule_.blocks) {
      if (&block != schedule_.blocks.data()) text += live(block) + "\n";
      std::uint32_t mark = block.first_live_row;
      for (std::uint32_t op = block.first_op; op <= block.last_op; ++op) {
        for (; mark < block.last_live_row && schedule_.live_rows[mark].op == op; ++mark)
          text += line(schedule_.live_rows[mark]);
        if (op < block.last_op) text += line(schedule_.ops[op]) + "\n";
      }
    }
    return text + "sink is " + plus(slot(schedule_.sink), schedule_.sink_offset) + "\n";
  }

 private:
  static std::string slot(spliced::slot_id which) { return "s" + std::to_string(which); }
  static std::string plus(const std::string& term, spliced::score weight) {
    if (weight == 0) return term;
    return term + (weight < 0 ? " - " : " + ") + std::to_string(std::abs(weight));
  }

  [[nodiscard]] std::string live(const spliced::schedule_block& block) const {
    std::string text = "block with";
    for (std::uint32_t k = block.first_live; k < block.last_live; ++k) text += " " + slot(schedule_.live_slots[k]);
    return text;
  }
  [[nodiscard]] std::string line(const spliced::live_row& mark) const {
    return "row " + std::to_string(mark.row) + " is " + plus(slot(mark.slot), mark.offset) + "\n";
  }

  [[nodiscard]] std::string line(const spliced::row_op& op) const {
    const std::string dst = slot(op.dst) + " = ", src = slot(op.src);
    switch (op.kind) {
      case spliced::row_op_kind::begin:
        return dst + "source";
      case spliced::row_op_kind::merge:
        return dst + merged(op, plus(src, op.weight));
      case spliced::row_op_kind::residue:
        return dst + merged(op, plus(src + " over " + letter_(op.residue), op.weight));
      case spliced::row_op_kind::steps:
        return steps(op);
      case spliced::row_op_kind::run:
        return dst + below(schedule_.runs[op.index], src);
      case spliced::row_op_kind::end:
        break;
    }
    return "no such op";
  }
  static std::string merged(const spliced::row_op& op, const std::string& what) {
    return op.is_first ? what : "max(" + slot(op.dst) + ", " + what + ")";
  }

  [[nodiscard]] std::string steps(const spliced::row_op& op) const {
    std::string text;
    for (std::uint32_t k = op.index; k < op.index + op.n_steps; ++k)
      text += (text.empty() ? "" : " | ") + line(schedule_.steps[k]);
    return text;
  }
  [[nodiscard]] std::string line(const spliced::schedule_step& step) const {
    std::string what = slot(step.entry);
    if (step.above != spliced::nothing) {
      what = letter_(step.residue) + (" below " + slot(step.above));
      if (step.entry != spliced::nothing) what = "max(" + what + ", " + slot(step.entry) + ")";
    } else {
      what = "closed " + what;
    }
    return slot(step.dst) + " = " + what + as_row(step.row);
  }
  [[nodiscard]] std::string below(const spliced::row_run& run, const std::string& src) const {
    std::string residues;
    for (std::uint32_t k = 0; k < run.n_residues; ++k) residues += letter_(graph_.residues[run.first_residue + k]);
    return residues + " below " + src + as_row(run.row);
  }
  static std::string as_row(spliced::row_id row) { return " as row " + std::to_string(row); }

  const spliced::graph_view& graph_;
  const spliced::row_schedule& schedule_;
  char (*letter_)(spliced::residue_code);
};

}  // namespace exonweave::testing
