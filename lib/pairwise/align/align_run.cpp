#include "pairwise/align/align_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/files/report.hpp"
#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"

namespace exonweave {

namespace {

using spliced::edit;

std::size_t n_residues(std::string_view columns) {
  return columns.size() - static_cast<std::size_t>(std::ranges::count(columns, '-'));
}

}  // namespace

alignment_columns make_columns(std::string_view query, std::string_view subject,
                               std::span<const spliced::edit_run> edits, edit query_alone,
                               const std::function<char(char, char)>& between) {
  alignment_columns made;
  std::size_t i = 0, j = 0;
  for (const spliced::edit_run& run : edits) {
    const bool is_pair = run.op == edit::match;
    made.n_gaps += is_pair ? 0 : 1;
    made.n_pairs += is_pair ? run.length : 0;
    for (std::uint32_t k = 0; k < run.length; ++k) {
      const char of_query = is_pair || run.op == query_alone ? query[i++] : '-';
      const char of_subject = is_pair || run.op != query_alone ? subject[j++] : '-';
      made.n_identical += of_query == of_subject ? 1 : 0;
      made.query += of_query;
      made.middle += is_pair ? between(of_query, of_subject) : ' ';
      made.subject += of_subject;
    }
  }
  return made;
}

reported_places counted_from_one(std::size_t begin, std::size_t end) {
  return {static_cast<std::int64_t>(std::min(begin + 1, end)), static_cast<std::int64_t>(end)};
}

std::string alignment_blocks(const alignment_columns& columns, std::size_t query_begin,
                             const std::function<reported_places(std::size_t, std::size_t)>& subject_places) {
  constexpr std::size_t width = 60;
  std::string text;
  std::size_t i = query_begin, j = 0;
  for (std::size_t first = 0; first < columns.size(); first += width) {
    const auto query = columns.query.substr(first, width), subject = columns.subject.substr(first, width);
    const std::size_t i_end = i + n_residues(query), j_end = j + n_residues(subject);
    const auto [query_first, query_last] = counted_from_one(i, i_end);
    const auto [subject_first, subject_last] = subject_places(j, j_end);
    text += fmt::format("Query  {:<10} {}  {}\n{:18}{}\nSbjct  {:<10} {}  {}\n\n", query_first, query, query_last, "",
                        columns.middle.substr(first, width), subject_first, subject, subject_last);
    i = i_end;
    j = j_end;
  }
  return text;
}

namespace {

// A bar where both letters are the same.
alignment_columns columns_of(const aligned_pair& pair) {
  return make_columns(pair.query.residues, pair.subject.residues, *pair.alignment.edits, spliced::edit::deletion,
                      [](char a, char b) { return a == b ? '|' : ' '; });
}

// = and X for pairs, I: residues of the query alone, D: of the target alone.
std::string cigar_of(const alignment_columns& columns) {
  const auto op_of = [&](std::size_t k) {
    if (columns.query[k] == '-') return 'D';
    if (columns.subject[k] == '-') return 'I';
    return columns.middle[k] == '|' ? '=' : 'X';
  };
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
    while (end < columns.size() && op_of(end) == op_of(begin)) ++end;
    text += fmt::format("{}{}", end - begin, op_of(begin));
  }
  return text;
}

std::string paf_head(const aligned_pair& pair) {
  const std::size_t m = pair.query.residues.size(), n = pair.subject.residues.size();
  return fmt::format("{}\t{}\t0\t{}\t+\t{}\t{}\t0\t{}", pair.query.name, m, m, pair.subject.name, n, n);
}

}  // namespace

std::string cigar_row(const aligned_pair& pair) {
  return fmt::format("{}\t{}\t{}\t{}\n", pair.query.name, pair.subject.name, pair.alignment.total,
                     pair.alignment.edits ? cigar_of(columns_of(pair)) : "*");
}

std::string pair_paf_row(const aligned_pair& pair) {
  if (!pair.alignment.edits) return fmt::format("{}\t0\t0\t255\tAS:i:{}\n", paf_head(pair), pair.alignment.total);
  const alignment_columns columns = columns_of(pair);
  return fmt::format("{}\t{}\t{}\t255\tAS:i:{}\tNM:i:{}\tcg:Z:{}\n", paf_head(pair), columns.n_identical,
                     columns.size(), pair.alignment.total, columns.size() - columns.n_identical, cigar_of(columns));
}

std::string pair_blocks(const aligned_pair& pair) {
  std::string text =
      fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n Score = {}\n", pair.query.name,
                  pair.query.residues.size(), pair.subject.name, pair.subject.residues.size(), pair.alignment.total);
  if (!pair.alignment.edits) return text + "\n";
  const alignment_columns columns = columns_of(pair);
  const std::size_t n = columns.size(), n_gaps = n - columns.n_pairs;
  text += fmt::format(" Identities = {}/{} ({}%), Gaps = {}/{} ({}%)\n\n", columns.n_identical, n,
                      100 * columns.n_identical / n, n_gaps, n, 100 * n_gaps / n);
  return text + alignment_blocks(columns, 0, counted_from_one);
}

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
