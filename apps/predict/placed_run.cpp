#include "predict/placed_run.hpp"

namespace exonweave::apps {

known_places given_places(const predict_inputs& inputs) {
  if (inputs.cases) return {.cases = *inputs.cases};
  return {};
}

known_places placed_run::places() const {
  if (found) return {found->cases, found->loci, found->chains};
  return given_places(inputs);
}

prediction_input placed_run::whole_input() const {
  prediction_input made{&inputs.sequences, &inputs.candidates, &inputs.targets, &cases()};
  if (!found) return made;
  made.n_places = count_places(inputs.sequences.catalog());
  made.chains = &found->chains;
  return made;
}

prediction_input placed_run::input() const {
  prediction_input made = whole_input();
  if (!requested.requested.empty()) made.requested = &requested.requested;
  return made;
}

std::vector<locus_target> placed_run::targets() const {
  auto targets = targets_of(whole_input());
  if (!requested.requested.empty())
    std::erase_if(targets, [&](const locus_target& each) { return !requested.requested[each.place]; });
  return targets;
}

}  // namespace exonweave::apps
