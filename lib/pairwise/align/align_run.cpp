#include "pairwise/align/align_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/files/report.hpp"
#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"

namespace exonweave {
namespace {

std::uint64_t cells_of(const sequence_pairs& pairs, std::size_t pair) {
  return std::uint64_t{pairs.query_of(pair).residues.size()} * pairs.target_of(pair).residues.size();
}

std::vector<spliced::residue_code> encode(const target& sequence, molecule kind) {
  return kind == molecule::dna ? spliced::encode_dna(sequence.residues) : spliced::encode_protein(sequence.residues);
}

// Of pairs that are aligned together.
void add_batches(const sequence_pairs& pairs, const std::vector<std::size_t>& together, const batch_limits& limits,
                 std::vector<align_batch>& batches) {
  std::uint64_t cells = 0;  // of the last batch
  for (const std::size_t pair : together) {
    const std::uint64_t more = cells_of(pairs, pair);
    const bool is_first = batches.empty() || !batches.back().is_together;
    if (is_first || batches.back().pairs.size() == limits.max_pairs || cells + more > limits.max_cells) {
      batches.push_back({{}, true});
      cells = 0;
    }
    batches.back().pairs.push_back(pair);
    cells += more;
  }
}

class align_work {
 public:
  align_work(const sequence_pairs& pairs, const align_engine& engine, const align_rules& rules, std::size_t n_at_once,
             run_control& control)
      : pairs_(pairs), engine_(engine), rules_(rules), n_at_once_(n_at_once), control_(control) {}

  [[nodiscard]] std::vector<global_alignment> align(const align_batch& batch) const {
    std::vector<codes> residues;  // [pairs][query, target]
    residues.reserve(2 * batch.pairs.size());
    std::vector<align_request> requests;
    for (const std::size_t pair : batch.pairs) {
      const codes& query = residues.emplace_back(encode(pairs_.query_of(pair), pairs_.targets.kind));
      const codes& target = residues.emplace_back(encode(pairs_.target_of(pair), pairs_.targets.kind));
      requests.push_back(request_of(pair, query, target));
    }
    if (batch.is_together) return engine_.align_all(requests);
    return {align(batch.pairs.front(), requests.front())};
  }

 private:
  using codes = std::vector<spliced::residue_code>;

  [[nodiscard]] align_request request_of(std::size_t pair, const codes& query, const codes& target) const {
    align_request request{query, target, rules_.scoring, rules_.wants_paths, rules_.least};
    request.memory = rules_.memory / n_at_once_;
    request.control = &control_;
    try {
      check_score_range(request);
    } catch (const std::range_error&) {
      refuse_scores(pairs_.target_of(pair));
    }
    return request;
  }

  [[noreturn]] void refuse_scores(const target& sequence) const {
    throw bad_data(
        problem_report{.where = pairs_.targets.where(sequence),
                       .what = "scores of this alignment could leave 32 bits",
                       .got = sequence.name,
                       .need = fmt::format("scores and costs whose sums stay below {}", spliced::score_limit),
                       .hint = "use smaller ones"});
  }

  [[nodiscard]] global_alignment align(std::size_t pair, const align_request& request) const {
    try {
      return engine_.align(request);
    } catch (const memory_exceeded& error) {
      throw not_enough_memory(
          problem_report{.where = pairs_.targets.where(pairs_.target_of(pair)),
                         .what = "not enough memory for the alignment",
                         .got = fmt::format("{} bytes", rules_.memory),
                         .need = fmt::format("{} bytes", (request.memory - error.limit + error.needed) * n_at_once_),
                         .hint = memory_hint(rules_.memory) + ", or use fewer --threads"});
    }
  }

  const sequence_pairs& pairs_;
  const align_engine& engine_;
  const align_rules& rules_;
  std::size_t n_at_once_;  // batches
  run_control& control_;
};

}  // namespace

std::vector<align_batch> make_batches(const sequence_pairs& pairs, const align_engine& engine,
                                      const align_rules& rules) {
  std::vector<align_batch> batches;
  std::vector<std::size_t> together;
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    const auto& query = pairs.query_of(pair).residues;
    if (engine.is_for_batch(query.size(), pairs.target_of(pair).residues.size(), rules.scoring))
      together.push_back(pair);
    else
      batches.push_back({{pair}});
  }
  batch_limits limits = engine.facts().batch;
  limits.max_pairs = std::min(limits.max_pairs, together.size() / std::max(rules.n_threads, 1U) + 1);
  add_batches(pairs, together, limits, batches);
  return batches;
}

void align_pairs(const sequence_pairs& pairs, const align_engine& engine, const align_rules& rules,
                 run_control& control, const alignment_sink& sink) {
  const std::vector<align_batch> batches = make_batches(pairs, engine, rules);
  const std::size_t n_at_once = std::min<std::size_t>(rules.n_threads, batches.size());
  const align_work work(pairs, engine, rules, n_at_once, control);
  on_threads(n_at_once, batches.size(), control, [&] {
    return [&](std::size_t b) {
      const std::vector<global_alignment> made = work.align(batches[b]);
      for (std::size_t k = 0; k < made.size(); ++k) sink(batches[b].pairs[k], made[k]);
    };
  });
}

}  // namespace exonweave
