#include "exons/scan/scan_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>

#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/engine/on_threads.hpp"

namespace exonweave {
namespace {

using spliced::scan_hit;

// The best hits of a query, and all that score as much as the last of them: only their alignments tell which come first.
void keep_best(std::size_t most, std::span<scan_hit> of_query, std::vector<scan_hit>& kept) {
  std::ranges::sort(of_query, {}, [](const scan_hit& hit) { return std::tuple(-hit.total, hit.sequence); });
  std::size_t n = most == 0 ? of_query.size() : std::min(most, of_query.size());
  while (n > 0 && n < of_query.size() && of_query[n].total == of_query[n - 1].total) ++n;
  kept.insert(kept.end(), of_query.begin(), of_query.begin() + static_cast<std::ptrdiff_t>(n));
}

// Of sorted matches at most so many of each query.
void cut_queries(std::size_t most, std::vector<scan_match>& matches) {
  if (most == 0) return;
  std::size_t n = 0;
  std::optional<std::uint32_t> of;
  std::erase_if(matches, [&](const scan_match& match) {
    if (of != match.query) n = 0;
    of = match.query;
    return ++n > most;
  });
}

class scan_work {
 public:
  scan_work(const scan_context& in, const scan_rules& rules, spliced::run_control& control)
      : in_(in), rules_(rules), control_(control) {
    for (const target& query : in.queries.targets)
      queries_.push_back(spliced::encode_protein(query.residues));
  }

  std::vector<scan_match> run(const spliced::scan_engine& engine) {
    const auto opened = engine.open(in_.database.blocks(), rules_.scoring);
    for (std::size_t first = 0; first < queries_.size();) {
      std::size_t last = first, n_residues = 0;
      std::vector<spliced::scan_query> batch;
      while (last < queries_.size() && n_residues < engine.batch_residues()) {
        batch.push_back({queries_[last], least_score(last)});
        n_residues += queries_[last++].size();
      }
      auto hits = scan(*opened, batch, first);
      for (scan_hit& hit : hits) hit.query += static_cast<std::uint32_t>(first);
      choose(hits);
      first = last;
    }
    align();
    sort_matches(in_, matches_);
    cut_queries(rules_.max_hits, matches_);
    return std::move(matches_);
  }

 private:
  [[nodiscard]] std::vector<scan_hit> scan(spliced::opened_scan& opened,
                                           std::span<const spliced::scan_query> batch, std::size_t first) {
    try {
      return opened.scan(batch, &control_);
    } catch (const std::range_error& error) {
      refuse_scores(in_.queries.targets[first], error);
    }
  }
  [[noreturn]] void refuse_scores(const target& query, const std::range_error& error) const {
    throw bad_data({in_.queries.where(query), error.what(), query.name,
                    "smaller scores and costs, or shorter sequences", ""});
  }
  [[nodiscard]] double space(std::size_t query) const {
    return static_cast<double>(queries_[query].size()) * static_cast<double>(in_.database.n_residues());
  }
  [[nodiscard]] spliced::score least_score(std::size_t query) const {
    if (!rules_.statistics) return rules_.min_score;
    return std::max(rules_.min_score, rules_.statistics->least_score(rules_.max_e_value, space(query)));
  }

  void choose(std::vector<scan_hit>& hits) {
    for (std::size_t first = 0; first < hits.size();) {
      const auto behind = std::find_if(hits.begin() + static_cast<std::ptrdiff_t>(first), hits.end(),
                                       [&](const scan_hit& hit) { return hit.query != hits[first].query; });
      const auto last = static_cast<std::size_t>(behind - hits.begin());
      keep_best(rules_.max_hits, std::span(hits).subspan(first, last - first), chosen_);
      first = last;
    }
  }

  void align() {
    matches_.resize(chosen_.size());
    spliced::on_threads(rules_.n_threads, chosen_.size(), control_, [&] {
      return [&, aligner = std::optional<spliced::local_aligner>(),
              of = std::optional<std::uint32_t>()](std::size_t at) mutable {
        const scan_hit& hit = chosen_[at];
        if (of != hit.query) aligner.emplace(queries_[hit.query], rules_.scoring);
        of = hit.query;
        matches_[at] = match(hit, *aligner);
      };
    });
  }

  [[nodiscard]] scan_match match(const scan_hit& hit, const spliced::local_aligner& aligner) const {
    const spliced::sequence_blocks& blocks = in_.database.blocks();
    std::vector<spliced::residue_code> sequence(blocks.lengths[hit.sequence]);
    blocks.read(hit.sequence, sequence);
    scan_match made{hit.query, hit.sequence, in_memory(hit, sequence, aligner), {}};
    if (made.alignment.total != hit.total)
      throw std::logic_error("an engine's score is not that of the alignment");
    for (std::size_t k = made.alignment.sequence_begin; k < made.alignment.sequence_end; ++k)
      made.residues += spliced::amino_letter(sequence[k]);
    if (rules_.statistics) {
      made.e_value = rules_.statistics->e_value(hit.total, space(hit.query));
      made.bits = bit_score(*rules_.statistics, hit.total);
    }
    return made;
  }

  [[nodiscard]] spliced::local_alignment in_memory(const scan_hit& hit,
                                                   std::span<const spliced::residue_code> sequence,
                                                   const spliced::local_aligner& aligner) const {
    try {
      return aligner.align(sequence, rules_.memory / rules_.n_threads);
    } catch (const spliced::memory_exceeded& error) {
      throw not_enough_memory({in_.queries.where(in_.queries.targets[hit.query]),
                               "not enough memory for an alignment", fmt::format("{} bytes", rules_.memory),
                               fmt::format("{} bytes", error.needed * rules_.n_threads),
                               "--memory and --threads decide how much there is for each"});
    } catch (const std::range_error& error) {
      refuse_scores(in_.queries.targets[hit.query], error);
    }
  }

  const scan_context& in_;
  const scan_rules& rules_;
  spliced::run_control& control_;
  std::vector<std::vector<spliced::residue_code>> queries_;
  std::vector<scan_hit> chosen_;
  std::vector<scan_match> matches_;
};

}  // namespace

std::vector<scan_match> find_matches(const scan_context& in, const spliced::scan_engine& engine,
                                     const scan_rules& rules, spliced::run_control& control) {
  return scan_work(in, rules, control).run(engine);
}

}  // namespace exonweave
