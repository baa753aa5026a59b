// Work of a command that shows how far it is, and may be told to stop.
#pragma once

#include <cstdint>
#include <string>

#include "base/threads/on_threads.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"

namespace exonweave::apps {

/// As progress has it.
struct shown_stage {
  std::string what;
  std::string unit{};
  std::uint64_t total = 0;
  bool is_quiet = false;
};

/// What `work` returns. Signals stop the control, whose cells are shown.
template <class Work>
auto stoppable(const shown_stage& stage, run_control& control, const Work& work) {
  const stoppable_run run(control);
  const progress shown(
      stage.what, stage.unit, stage.total, [&control] { return control.cells(); }, stage.is_quiet);
  return work();
}

}  // namespace exonweave::apps
