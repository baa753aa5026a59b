#include "runtime_model/times/expected_sizes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "base/files/report.hpp"
#include "exons/run/region_maker.hpp"
#include "spliced/costs/nonnegative_fit.hpp"

namespace exonweave {
namespace {

// What is known of a problem without its residues: 1, nt that are read, candidates, nt of candidates, and pairs of
// candidates: where every exon is fed by all before it there are as many edges.
constexpr std::size_t n_predictors = 5;
using size_predictors = std::array<double, n_predictors>;

constexpr std::array size_parts{&problem_size::nucleotides, &problem_size::nodes,       &problem_size::edges,
                                &problem_size::rows,        &problem_size::merged_rows, &problem_size::joins,
                                &problem_size::bounded,     &problem_size::saved_rows,  &problem_size::live_rows,
                                &problem_size::block_rows,  &problem_size::bytes};

// Of a problem that is not made.
struct known_size {
  size_predictors predictors{};  // nothing but zeros where there will be no graph
  exon_counts exons{};
  interval hull{};  // that is read

  [[nodiscard]] double nucleotides() const { return predictors[1]; }
  [[nodiscard]] bool is_empty() const { return predictors == size_predictors{}; }
};

// By which all of n are met once: about a golden section of them, with no divisor in common.
std::size_t step_through(std::size_t n) {
  constexpr double golden_section = 0.618;
  auto step = static_cast<std::size_t>(golden_section * static_cast<double>(n));
  while (std::gcd(step, n) > 1) --step;
  return step;
}

class size_estimates {
 public:
  size_estimates(const prediction_input& input, const prediction_options& options, const size_sample& sample)
      : input_(input), options_(options), sample_(sample), maker_(input, options) {}

  expected_problems of(std::span<const strand_problem> problems) {
    std::vector<known_size> known;
    for (const strand_problem& each : problems) known.push_back(look_at(each.on));
    std::vector<std::optional<problem_size>> exact(problems.size());
    for (const std::size_t p : chosen(known)) {
      const bool is_whole = known[p].hull.length() <= sample_.longest_piece;
      if (is_whole) exact[p] = count(problems[p]);
      if (exact[p])
        learn(known[p].predictors, *exact[p]);
      else
        learn_from_middle(problems[p], known[p]);
    }
    fit();
    expected_problems expected{{}, example_};
    for (std::size_t p = 0; p < problems.size(); ++p)
      expected.sizes.push_back(exact[p] ? *exact[p] : estimated(known[p]));
    return expected;
  }

 private:
  [[nodiscard]] known_size look_at(const alignment_task& locus) const {
    std::vector<interval> places;
    interval hull{locus.region.end, locus.region.start};
    for (const std::size_t c : exons_in(*input_.candidates, locus.sequence, locus.region, locus.on)) {
      const interval& where = places.emplace_back(input_.candidates->exons[c].where);
      hull = {std::min(hull.start, where.start), std::max(hull.end, where.end)};
    }
    if (options_.blocks == block_mode::add) hull = locus.region;
    if (hull.start >= hull.end) return {};
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    const exon_counts exons = count_exons(places);
    const auto n_exons = static_cast<double>(exons.n_exons);
    return {{1, static_cast<double>(hull.length()), n_exons, static_cast<double>(exons.sum_lengths), n_exons * n_exons},
            exons,
            hull};
  }

  // Those to look at: in the order of their sizes every n-th part of them is one step of about a golden section ahead,
  // so that any first few are spread over all.
  [[nodiscard]] std::vector<std::size_t> chosen(const std::vector<known_size>& known) const {
    std::vector<std::size_t> by_size;
    for (std::size_t p = 0; p < known.size(); ++p)
      if (!known[p].is_empty()) by_size.push_back(p);
    std::ranges::stable_sort(by_size, {}, [&](std::size_t p) { return known[p].nucleotides(); });
    const std::size_t n = by_size.size(), step = step_through(n);
    std::vector<std::size_t> taken;
    double nucleotides = 0;
    for (std::size_t k = 0, rank = n / 2; k < std::min(n, sample_.n_problems); ++k, rank = (rank + step) % n) {
      taken.push_back(by_size[rank]);
      nucleotides += std::min(known[by_size[rank]].nucleotides(), static_cast<double>(sample_.longest_piece));
      if (nucleotides >= static_cast<double>(sample_.nucleotides)) break;
    }
    return taken;
  }

  // Of what is read: nothing else is made.
  [[nodiscard]] static strand_problem middle_of(strand_problem whole, const known_size& known, std::int64_t longest) {
    const std::int64_t start = known.hull.start + (known.hull.length() - longest) / 2;
    if (known.hull.length() > longest) whole.on.region = {start, start + longest};
    return whole;
  }

  // Nothing where the memory does not do, next to the example.
  [[nodiscard]] std::optional<problem_size> count(const strand_problem& side) {
    const solver_settings& settings = options_.solver;
    memory_budget memory(options_.memory);
    const memory_reservation of_example =
        memory.reserve(example_ != nullptr ? example_->bytes(settings.reads_backwards()) : 0);
    try {
      const auto problem = maker_.make_problem(side.on, side.reading, settings, memory);
      if (example_ == nullptr && !problem->is_empty()) example_ = problem;
      return size_of(*problem);
    } catch (const not_enough_memory&) {
      return std::nullopt;
    }
  }

  // Of a region that is too long, or for which the memory does not do: of two lengths, so that it shows what grows with
  // them.
  void learn_from_middle(const strand_problem& whole, const known_size& known) {
    constexpr std::int64_t shortest = 10'000;  // nt
    constexpr int requested = 2;
    int n_counted = 0;
    for (std::int64_t length = std::min(sample_.longest_piece, known.hull.length() / 2);
         n_counted < requested && length >= shortest; length /= 2) {
      const strand_problem piece = middle_of(whole, known, length);
      const auto counted = count(piece);
      if (!counted) continue;
      learn(look_at(piece.on).predictors, *counted);
      ++n_counted;
    }
  }

  void learn(const size_predictors& predictors, const problem_size& counted) {
    is_swept_ |= counted.is_swept;
    predictors_.push_back(predictors);
    counted_.push_back(counted);
  }

  void fit() {
    for (std::size_t part = 0; part < size_parts.size(); ++part) {
      std::vector<spliced::fit_sample> samples;
      for (std::size_t k = 0; k < counted_.size(); ++k)
        samples.push_back({predictors_[k], counted_[k].*size_parts[part]});
      coefficients_[part] = spliced::fit_relative(samples, 1);
    }
  }

  [[nodiscard]] problem_size estimated(const known_size& known) const {
    problem_size size;
    for (std::size_t part = 0; part < size_parts.size(); ++part)
      if (!coefficients_[part].empty())
        size.*size_parts[part] = spliced::sum_of_products(coefficients_[part], known.predictors);
    size.exons = known.exons;
    // What has no candidates is, where others like it are.
    size.is_swept = is_swept_ && known.exons.n_exons == 0;
    return size;
  }

  const prediction_input& input_;
  const prediction_options& options_;
  const size_sample& sample_;
  region_maker maker_;
  std::shared_ptr<const region_problem> example_;
  std::vector<size_predictors> predictors_;  // of what was counted
  std::vector<problem_size> counted_;
  bool is_swept_ = false;  // some of them
  std::array<std::vector<double>, size_parts.size()> coefficients_{};
};

}  // namespace

expected_problems expected_sizes(const prediction_input& input, const prediction_options& options,
                                 std::span<const strand_problem> problems, const size_sample& sample) {
  return size_estimates(input, options, sample).of(problems);
}

}  // namespace exonweave
