// A pass over all blocks on a machine, with what a block_pass needs of it written down as plain scores: as a device leaves it.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "spliced/engine/finished_pass.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave::testing {

class recorded_pass final : public spliced::finished_pass {
 public:
  recorded_pass(const spliced::problem& p, const spliced::row_schedule& schedule,
                spliced::row_machine& machine, std::size_t stride)
      : layout_(p.layout()),
        schedule_(schedule),
        stride_(stride),
        ranges_(machine.ranges()),
        exact_above_(machine.exact_above()),
        best_(schedule.n_rows, spliced::unreachable),
        ends_(layout_.has_ends && !p.free_target_ends ? schedule.n_rows : 0, spliced::unreachable),
        by_range_(schedule.counts.bounded * ranges_.n, std::numeric_limits<spliced::range_bound>::min()) {
    for (std::size_t b = 0; b < schedule.blocks.size(); ++b) {
      if (b % stride == 0) write_down(b, machine);
      machine.run(schedule.blocks[b], {best_, ends_, by_range_});
    }
    if (schedule.sink != spliced::nothing) sink_ = row_of(schedule.sink, machine).S;
  }

  [[nodiscard]] std::size_t stride() const override { return stride_; }
  void load(std::size_t block, spliced::row_machine& to) override {
    for (const auto& [slot, row] : rows_.at(block)) to.encode(slot, row.S, row.F);
  }
  void tell(const spliced::row_maxima& to) override {
    std::ranges::copy(best_, to.best.begin());
    if (!to.ends.empty()) std::ranges::copy(ends_, to.ends.begin());
    if (!to.by_range.empty()) std::ranges::copy(by_range_, to.by_range.begin());
  }
  [[nodiscard]] const spliced::column_ranges& ranges() const override { return ranges_; }
  void decode_sink(std::span<spliced::score> S) override { std::ranges::copy(sink_, S.begin()); }
  [[nodiscard]] spliced::score exact_above() const override { return exact_above_; }

 private:
  struct planes {
    std::vector<spliced::score> S, F;
  };

  planes row_of(spliced::slot_id slot, const spliced::row_machine& machine) const {
    planes row{std::vector<spliced::score>(layout_.n_columns),
               std::vector<spliced::score>(layout_.has_vertical ? layout_.n_columns : 0)};
    machine.decode(slot, row.S, row.F);
    return row;
  }

  void write_down(std::size_t block, const spliced::row_machine& machine) {
    const spliced::schedule_block& of = schedule_.blocks[block];
    auto& rows = rows_[block];
    for (std::uint32_t l = of.first_live; l < of.last_live; ++l)
      rows.emplace_back(schedule_.live_slots[l], row_of(schedule_.live_slots[l], machine));
  }

  spliced::row_layout layout_;
  const spliced::row_schedule& schedule_;
  std::size_t stride_;
  spliced::column_ranges ranges_;
  spliced::score exact_above_;
  std::vector<spliced::score> best_, ends_, sink_;
  std::vector<spliced::range_bound> by_range_;
  std::map<std::size_t, std::vector<std::pair<spliced::slot_id, planes>>> rows_;  // by block
};

}  // namespace exonweave::testing
