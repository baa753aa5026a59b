#include "find_loci.hpp"

#include "process.hpp"
#include "progress.hpp"

namespace exonweave::apps {

std::vector<found_locus> find_loci(genome& in, const target_set& targets, const genetic_code& code,
                                   const search_rules& rules, bool quiet) {
  spliced::run_control control;
  std::vector<found_locus> found;
  {
    const stoppable_run run(control);
    const progress shown(
        "searching", "nt", count_nt(in.catalog()), [&control] { return control.cells(); }, quiet);
    found = search_loci(in, targets, code, rules, control);
  }
  control.throw_if_stopped();  // at the last moment
  return found;
}

}  // namespace exonweave::apps
