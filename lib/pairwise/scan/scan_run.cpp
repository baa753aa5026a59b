#include "pairwise/scan/scan_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/journal/records.hpp"
#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/scan_statistics.hpp"

namespace exonweave {

namespace {

// The best hits of a query, and all that score as much as the last of them: only their alignments tell which come
// first.
void keep_best(std::size_t most, std::span<scan_hit> of_query, std::vector<scan_hit>& kept) {
  std::ranges::sort(of_query, {}, [](const scan_hit& hit) { return std::tuple(-hit.total, hit.sequence); });
  std::size_t n = most == 0 ? of_query.size() : std::min(most, of_query.size());
  while (n > 0 && n < of_query.size() && of_query[n].total == of_query[n - 1].total) ++n;
  kept.insert(kept.end(), of_query.begin(), of_query.begin() + static_cast<std::ptrdiff_t>(n));
}

// Of sorted matches those in so many sequences of each query. Returns how many sequences are left out.
std::size_t cut_queries(std::size_t most, std::vector<scan_match>& matches) {
  if (most == 0) return 0;
  std::size_t n = 0, n_left_out = 0;                            // sequences
  std::optional<std::pair<std::uint32_t, std::uint32_t>> last;  // query and sequence
  std::erase_if(matches, [&](const scan_match& match) {
    const std::pair here(match.query, match.sequence);
    if (!last || last->first != here.first) n = 0;
    if (last != here && ++n > most) ++n_left_out;
    last = here;
    return n > most;
  });
  return n_left_out;
}

// Whether no residue is left of some.
bool is_masked_wholly(const target& query, std::string_view masked) {
  return masked.find_first_not_of(masked_residue) == std::string_view::npos && masked != query.residues;
}

// Hits whose alignments are made at once, or those of one query.
constexpr std::size_t hits_at_once = 1 << 16;

class scan_work {
 public:
  scan_work(const scan_context& context, const scan_rules& rules, run_control& control, scan_log& log,
            const match_sink& sink)
      : context_(context),
        rules_(rules),
        control_(control),
        log_(log),
        sink_(sink),
        adjustment_(rules.scoring, rules.composition) {
    log.masked_queries.clear();
    for (const target& query : context.queries.targets) {
      const std::string residues = masked_residues(query, rules.mask_queries);
      if (is_masked_wholly(query, residues)) log.masked_queries.push_back(queries_.size());
      queries_.push_back(spliced::encode_protein(residues));
    }
    const auto descending = context.database.blocks().lengths;
    std::ranges::unique_copy(descending | std::views::reverse, std::back_inserter(lengths_));
  }

  void run(const scan_engine& engine) {
    std::size_t first = 0;
    for (const scanned_batch& each : log_.scanned) first += each.n_queries;
    while (log_.n_reported < log_.scanned.size()) tell_next();
    if (first < queries_.size()) scan_from(first, engine);
    context_.database.throw_if_changed();
  }

 private:
  void scan_from(std::size_t first, const scan_engine& engine) {
    const auto opened = engine.open(context_.database.blocks(), rules_.scoring);
    while (first < queries_.size()) {
      std::size_t last = first, n_residues = 0;
      std::vector<scan_query> batch;
      while (last < queries_.size() && n_residues < engine.batch_residues()) {
        batch.push_back({queries_[last], lowest_score(last)});
        n_residues += queries_[last++].size();
      }
      auto hits = scan(*opened, batch, first);
      context_.database.throw_if_changed();
      for (scan_hit& hit : hits) hit.query += static_cast<std::uint32_t>(first);
      std::vector<scan_hit> kept = chosen(hits);
      const std::size_t n_left_out = hits.size() - kept.size();  // of those that are rare enough
      log_.scanned.push_back({last - first, std::move(kept), n_left_out});
      if (log_.note) log_.note(log_.scanned.back());
      tell_next();
      first = last;
    }
  }

  // The matches of the first batch that is not reported.
  void tell_next() {
    scanned_batch& batch = log_.scanned[log_.n_reported];
    const bool was_read = log_.n_reported < log_.n_read;
    for (std::span<const scan_hit> rest = batch.hits; !rest.empty();) {
      const std::size_t n = hits_of_queries(rest);
      std::vector<scan_match> found = align(rest.first(n), was_read);
      context_.database.throw_if_changed();
      sort_matches(context_, found);
      log_.n_left_out += cut_queries(rules_.max_hits, found);
      log_.n_matches += found.size();
      for (std::span<const scan_match> of_queries = found; !of_queries.empty();) {
        const std::size_t n_of_query = n_alike(of_queries, &scan_match::query);
        sink_(of_queries.first(n_of_query));
        of_queries = of_queries.subspan(n_of_query);
      }
      rest = rest.subspan(n);
    }
    log_.n_left_out += batch.n_left_out;
    batch.hits = {};
    ++log_.n_reported;
  }

  // How many at the front are of one query.
  template <class Each>
  static std::size_t n_alike(std::span<const Each> hits, std::uint32_t Each::*query) {
    const auto other = std::ranges::find_if(hits, [&](const Each& each) { return each.*query != hits.front().*query; });
    return static_cast<std::size_t>(other - hits.begin());
  }

  // How many at the front are those of whole queries, few enough to be held.
  static std::size_t hits_of_queries(std::span<const scan_hit> hits) {
    std::size_t n = 0;
    do n += n_alike(hits.subspan(n), &scan_hit::query);
    while (n < hits.size() && n < hits_at_once);
    return n;
  }

  [[nodiscard]] std::vector<scan_hit> scan(opened_scan& opened, std::span<const scan_query> batch, std::size_t first) {
    try {
      return opened.scan(batch, &control_);
    } catch (const std::range_error& error) {
      refuse_scores(context_.queries.targets[first], error);
    }
  }
  [[noreturn]] void refuse_scores(const target& query, const std::range_error& error) const {
    throw bad_data({context_.queries.where(query), error.what(), query.name,
                    "smaller scores and costs, or shorter sequences", ""});
  }
  // Of any sequence that it can be rare with.
  [[nodiscard]] spliced::score lowest_score(std::size_t query) const {
    if (!rules_.statistics) return rules_.min_score;
    const spliced::score by_chance =
        exonweave::lowest_score(*rules_.statistics, largest_e_value(), size_of(query), lengths_, n_residues(),
                                rules_.scoring.substitution->largest());
    return may_gain() ? by_chance : std::max(rules_.min_score, by_chance);
  }
  [[nodiscard]] bool is_adjusted() const { return rules_.composition != composition_mode::none; }
  [[nodiscard]] bool may_gain() const { return rules_.composition == composition_mode::adjusted; }
  // Before any adjustment: what alignments may gain. BLAST leaves a factor of 5; more costs little where few are
  // expected by chance.
  [[nodiscard]] double largest_e_value() const {
    constexpr double min_room = 5, room = 1000, few = 10;
    if (!may_gain()) return rules_.max_e_value;
    return std::max(min_room * rules_.max_e_value, std::min(room * rules_.max_e_value, few));
  }
  [[nodiscard]] double size_of(std::size_t query) const { return static_cast<double>(queries_[query].size()); }
  [[nodiscard]] double n_residues() const { return static_cast<double>(context_.database.n_residues()); }
  [[nodiscard]] double e_value(const scan_hit& hit) const {
    return rules_.statistics->e_value(hit.total, size_of(hit.query), context_.database.blocks().lengths[hit.sequence],
                                      n_residues());
  }

  // Of hits that score enough for some sequence.
  [[nodiscard]] std::vector<scan_hit> chosen(std::vector<scan_hit>& hits) const {
    if (rules_.statistics) std::erase_if(hits, [&](const scan_hit& hit) { return e_value(hit) > largest_e_value(); });
    std::vector<scan_hit> kept;
    for (std::size_t first = 0; first < hits.size();) {
      const auto after = std::find_if(hits.begin() + static_cast<std::ptrdiff_t>(first), hits.end(),
                                      [&](const scan_hit& hit) { return hit.query != hits[first].query; });
      const auto last = static_cast<std::size_t>(after - hits.begin());
      // Adjusted scores come in another order.
      keep_best(is_adjusted() ? 0 : rules_.max_hits, std::span(hits).subspan(first, last - first), kept);
      first = last;
    }
    return kept;
  }

  [[nodiscard]] std::vector<scan_match> align(std::span<const scan_hit> hits, bool was_read) const {
    std::vector<std::vector<scan_match>> of_hits(hits.size());
    on_threads(rules_.n_threads, hits.size(), control_, [&] {
      return
          [&, aligner = std::optional<local_aligner>(), query = std::optional<std::uint32_t>()](std::size_t k) mutable {
            const scan_hit& hit = hits[k];
            if (query != hit.query) aligner.emplace(queries_[hit.query], rules_.scoring);
            query = hit.query;
            of_hits[k] = matches(hit, *aligner, was_read);
          };
    });
    std::vector<scan_match> made;
    for (std::vector<scan_match>& each : of_hits) std::ranges::move(each, std::back_inserter(made));
    return made;
  }

  // The best one, and all others that may be reported; with adjusted scores, none where the best may not.
  [[nodiscard]] std::vector<scan_match> matches(const scan_hit& hit, const local_aligner& aligner,
                                                bool was_read) const {
    const sequence_blocks& blocks = context_.database.blocks();
    std::vector<spliced::residue_code> sequence(blocks.lengths[hit.sequence]);
    blocks.read(hit.sequence, sequence);
    const std::string residues = context_.database.residues(hit.sequence);
    std::vector<scan_match> made;
    for (local_alignment& each : in_memory(hit, sequence, aligner, was_read)) {
      const std::string_view aligned =
          std::string_view(residues).substr(each.sequence_begin, each.sequence_end - each.sequence_begin);
      const spliced::score best = made.empty() ? each.total : made.front().best;
      scan_match match{hit.query, hit.sequence, best, {}, std::string(aligned)};
      if (rules_.statistics) {
        match.e_value = e_value({hit.query, hit.sequence, each.total});
        match.bits = rules_.statistics->bits(each.total);
      }
      match.alignment = std::move(each);
      made.push_back(std::move(match));
    }
    return made;
  }

  [[nodiscard]] bool may_be_reported(const scan_hit& hit) const {
    return hit.total >= rules_.min_score && (!rules_.statistics || e_value(hit) <= rules_.max_e_value);
  }

  [[nodiscard]] std::vector<local_alignment> align_all(const scan_hit& hit,
                                                       std::span<const spliced::residue_code> sequence,
                                                       const local_aligner& aligner, bool was_read) const {
    if (const auto matrix = adjustment_.matrix_for(queries_[hit.query], sequence)) {
      if (aligner.total(sequence) != hit.total) refuse_total(was_read);
      return align_adjusted(hit, sequence, *matrix);
    }
    const std::uint64_t memory = rules_.memory / rules_.n_threads;
    std::vector made{aligner.align(sequence, memory)};
    if (made.front().total != hit.total) refuse_total(was_read);
    if (may_gain() && !may_be_reported(hit)) return {};
    add_further(hit, sequence, rules_.scoring, 1, made);
    return made;
  }

  // Totals are in units of the matrix itself.
  [[nodiscard]] std::vector<local_alignment> align_adjusted(const scan_hit& hit,
                                                            std::span<const spliced::residue_code> sequence,
                                                            const spliced::substitution_matrix& matrix) const {
    const scan_scoring scoring{&matrix, adjustment_.gaps()};
    const std::array lengths{static_cast<std::uint32_t>(sequence.size())};
    check_score_range({queries_[hit.query]}, lengths, scoring);
    const local_aligner aligner(queries_[hit.query], scoring);
    std::vector made{aligner.align(sequence, rules_.memory / rules_.n_threads)};
    if (!may_be_reported({hit.query, hit.sequence, in_whole_units(made.front().total)})) return {};
    add_further(hit, sequence, scoring, adjusted_units, made);
    for (local_alignment& each : made) each.total = in_whole_units(each.total);
    return made;
  }

  // After the best one. `units` of the scoring are one of the rules' scoring.
  void add_further(const scan_hit& hit, std::span<const spliced::residue_code> sequence, const scan_scoring& scoring,
                   spliced::score units, std::vector<local_alignment>& alignments) const {
    if (rules_.max_hsps == 1) return;
    disjoint_alignments further(queries_[hit.query], sequence, scoring, alignments.front(),
                                rules_.memory / rules_.n_threads);
    const auto next_total = [&] { return units == 1 ? further.next_total() : in_whole_units(further.next_total()); };
    while ((rules_.max_hsps == 0 || alignments.size() < rules_.max_hsps) &&
           may_be_reported({hit.query, hit.sequence, next_total()}))
      alignments.push_back(further.next());
  }

  [[noreturn]] void refuse_total(bool was_read) const {
    context_.database.throw_if_changed();
    if (was_read)
      throw bad_data({.where = {log_.read_from},
                      .what = "the journal contradicts itself: a score that is not that of the alignment",
                      .hint = "run without --resume to begin anew"});
    throw std::logic_error("an engine's score is not that of the alignment");
  }

  // What align_all() returns.
  [[nodiscard]] std::vector<local_alignment> in_memory(const scan_hit& hit,
                                                       std::span<const spliced::residue_code> sequence,
                                                       const local_aligner& aligner, bool was_read) const {
    try {
      return align_all(hit, sequence, aligner, was_read);
    } catch (const memory_exceeded& error) {
      throw not_enough_memory({.where = context_.queries.where(context_.queries.targets[hit.query]),
                               .what = "not enough memory for an alignment",
                               .got = fmt::format("{} bytes", rules_.memory),
                               .need = fmt::format("{} bytes", error.needed * rules_.n_threads),
                               .hint = "--memory and --threads decide how much there is for each"});
    } catch (const std::range_error& error) {
      refuse_scores(context_.queries.targets[hit.query], error);
    }
  }

  const scan_context& context_;
  const scan_rules& rules_;
  run_control& control_;
  scan_log& log_;
  const match_sink& sink_;
  composition_adjustment adjustment_;
  std::vector<std::vector<spliced::residue_code>> queries_;
  std::vector<std::uint32_t> lengths_;  // of the database's sequences, ascending, each once
};

// By query and from the best on, none twice.
bool are_in_order(const scan_hit& one, const scan_hit& next) {
  const auto key = [](const scan_hit& hit) { return std::tuple(hit.query, -std::int64_t{hit.total}, hit.sequence); };
  return key(one) < key(next);
}

}  // namespace

bool are_of(const scan_context& context, const std::vector<scanned_batch>& kept) {
  std::uint64_t first = 0;  // query of a batch
  return std::ranges::all_of(kept, [&](const scanned_batch& batch) {
    const std::uint64_t last = first + std::min(batch.n_queries, context.queries.targets.size() - first);
    const bool is_fit =
        last == first + batch.n_queries &&
        batch.n_left_out <= batch.n_queries * context.database.blocks().n_sequences() &&
        std::ranges::adjacent_find(batch.hits, std::not_fn(are_in_order)) == batch.hits.end() &&
        std::ranges::all_of(batch.hits, [&](const scan_hit& hit) {
          return first <= hit.query && hit.query < last && hit.sequence < context.database.blocks().n_sequences();
        });
    first = last;
    return is_fit;
  });
}

std::uint64_t count_cells(const scan_context& context, const std::vector<scanned_batch>& scanned) {
  std::uint64_t n_queries = 0, n_residues = 0;
  for (const scanned_batch& each : scanned) n_queries += each.n_queries;
  for (std::uint64_t k = 0; k < n_queries; ++k) n_residues += context.queries.targets[k].residues.size();
  return n_residues * context.database.n_residues();
}

void find_matches(const scan_context& context, const scan_engine& engine, const scan_rules& rules, run_control& control,
                  scan_log& log, const match_sink& sink) {
  scan_work(context, rules, control, log, sink).run(engine);
}

scan_journal::scan_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : journal_file(std::move(path), settings, goes_on) {
  take_records([this](std::string_view record) {
    if (kind_of(record) != record_kind::batch) throw damaged_record("a record of an unknown kind");
    read_record(record, before_.emplace_back());
    count(before_.back().n_queries, 1);
  });
}

void scan_journal::note(const scanned_batch& batch) {
  if (append(make_record(record_kind::batch, batch))) count(batch.n_queries, 1);
}

}  // namespace exonweave
