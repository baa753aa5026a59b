#include "exons/prediction/expected_times.hpp"

#include <algorithm>

#include "exons/prediction/expected_sizes.hpp"
#include "exons/prediction/region_maker.hpp"

namespace exonweave {
namespace {

// What targets of one region that are read alike share.
struct shared_strands {
  target_reading reading;
  std::array<std::optional<std::size_t>, 2> problems;  // [strand] index of the problem; nothing: not tried
};

// All problems of some targets, each once, and which of them each case is aligned to.
struct asked_problems {
  std::vector<strand_problem> problems;
  std::vector<std::size_t> of_cases;  // [cases of all targets, one target behind the other]
};

bool is_same_region(const alignment_case& a, const alignment_case& b) {
  return a.sequence == b.sequence && a.region == b.region;
}

asked_problems ask_for_problems(const prediction_input& input, const prediction_options& options,
                                std::span<const locus_target> wanted) {
  asked_problems asked;
  std::vector<shared_strands> here;  // of the region
  const alignment_case* before = nullptr;
  for (const locus_target& each : wanted) {
    const alignment_case& first = each.cases.front();
    if (before == nullptr || !is_same_region(*before, first)) here.clear();
    before = &first;
    const auto reading = reading_of(input.targets->targets[first.target], input.targets->kind, options.code);
    auto strands = std::ranges::find(here, reading, &shared_strands::reading);
    if (strands == here.end()) strands = here.insert(here.end(), {reading, {}});
    for (const alignment_case& on : each.cases) {
      auto& problem = strands->problems[static_cast<std::size_t>(on.on)];
      if (!problem) {
        problem = asked.problems.size();
        asked.problems.push_back({on, reading});
      }
      asked.of_cases.push_back(*problem);
    }
  }
  return asked;
}

// How probable it is that a best chain is read.
class reading_shares {
 public:
  reading_shares(const prediction_input& input, const prediction_options& options,
                 std::span<const locus_target> wanted)
      : input_(input),
        any_chain_does_(!spliced::is_reachable(options.min_score) && !options.max_e_value),
        n_whole_(input.targets->targets.size()) {
    for (const locus_target& each : wanted)
      if (is_whole(each)) n_whole_[each.cases.front().target] += each.cases.size();
  }

  [[nodiscard]] double of(const locus_target& wanted) const {
    if (any_chain_does_) return 1;
    const std::size_t n_places =
        is_whole(wanted) ? n_whole_[wanted.cases.front().target] : wanted.cases.size();
    return 1 / static_cast<double>(n_places);
  }

 private:
  [[nodiscard]] bool is_whole(const locus_target& each) const {
    const alignment_case& first = each.cases.front();
    return first.region == interval{0, input_.sequences->catalog().length(first.sequence)};
  }

  const prediction_input& input_;
  bool any_chain_does_;
  std::vector<std::size_t> n_whole_;  // [targets] strands of whole sequences that each is tried on
};

}  // namespace

const spliced::cost_model& usual_cost_model(const prediction_options& options, molecule of) {
  return spliced::default_cost_model(options.solver.engine->name(), target_letters_of(of));
}

std::vector<spliced::by_cost_unit> expected_costs(const prediction_input& input,
                                                  const prediction_options& options,
                                                  std::span<const locus_target> wanted) {
  const asked_problems asked = ask_for_problems(input, options, wanted);
  const std::vector<problem_size> sizes = expected_sizes(input, options, asked.problems);
  const reading_shares shares(input, options, wanted);
  std::vector<bool> is_made(sizes.size());
  std::vector<spliced::by_cost_unit> all;
  auto problem = asked.of_cases.begin();
  for (const locus_target& each : wanted) {
    spliced::by_cost_unit& costs = all.emplace_back();
    costs[spliced::cost_unit::result] = 1;
    for (const alignment_case& on : each.cases) {
      const problem_size& size = sizes[*problem];
      if (!is_made[*problem]) costs += costs_of_making(size, options.solver);
      is_made[*problem++] = true;
      costs += costs_of_aligning(size, input.targets->targets[on.target].residues.size(), options.solver,
                                 shares.of(each));
    }
  }
  return all;
}

std::vector<double> expected_seconds(std::span<const spliced::by_cost_unit> costs,
                                     const spliced::cost_model& model) {
  std::vector<double> seconds;
  for (const spliced::by_cost_unit& each : costs) seconds.push_back(model.predict(each));
  return seconds;
}

}  // namespace exonweave
