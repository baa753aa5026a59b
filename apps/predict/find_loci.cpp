#include "predict/find_loci.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "shell/process.hpp"
#include "shell/progress.hpp"

namespace exonweave::apps {

searched_loci find_loci(genome& sequences, const target_set& targets, const genetic_code& code,
                        const search_rules& rules, bool quiet) {
  run_control control;
  searched_loci found;
  {
    const stoppable_run run(control);
    const std::uint64_t n_nt = count_nt(sequences.catalog());
    std::optional<progress> shown(
        std::in_place, "searching", "nt", n_nt, [&control] { return control.cells(); }, quiet);
    found.loci = search_loci(sequences, targets, code, rules, control, [&](std::uint64_t n_again) {
      found.n_window_bases = n_again;
      shown.reset();  // ends its line first
      shown.emplace(
          "looking again", "nt", n_again, [&control, n_nt] { return control.cells() - n_nt; }, quiet);
    });
  }
  control.throw_if_stopped();  // at the last moment
  return found;
}

}  // namespace exonweave::apps
