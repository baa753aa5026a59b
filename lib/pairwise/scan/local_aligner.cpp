#include "pairwise/scan/local_aligner.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/memory/memory_budget.hpp"
#include "pairwise/align/align_engine.hpp"

namespace exonweave {
namespace {

std::vector<spliced::residue_code> reversed(std::span<const spliced::residue_code> residues) {
  return {residues.rbegin(), residues.rend()};
}

}  // namespace

std::vector<spliced::edit_run> path_between(std::span<const spliced::residue_code> sequence,
                                            std::span<const spliced::residue_code> query, spliced::score total,
                                            const scan_scoring& scoring, std::uint64_t memory) {
  // A gap that costs more than the whole alignment scores is in none, however much more; so scores stay small.
  const spliced::gap_costs gaps{std::min(scoring.gaps.open, total + 1), std::min(scoring.gaps.extend, total + 1)};
  // Rows are those of the sequence, as d(sequence, query) has it.
  const auto path = make_simd_aligner()->align(
      {.query = sequence, .target = query, .scoring = {scoring.substitution, gaps}, .memory = memory});
  if (path.total != total) throw std::logic_error("a local alignment scores other than between its ends");
  return *path.edits;
}

local_aligner::local_aligner(std::span<const spliced::residue_code> query, const scan_scoring& scoring)
    : query_(query), scoring_(scoring), parasail_scoring_(scoring), profile_(parasail_scoring_, query) {}

local_alignment local_aligner::align(std::span<const spliced::residue_code> sequence, std::uint64_t memory) const {
  const local_end end = profile_.align(parasail_letters(sequence));
  if (end.total == 0) return {};
  const auto query_to_end = query_.first(end.in_query);
  const auto sequence_to_end = sequence.first(end.in_sequence);
  const auto query_backwards = reversed(query_to_end);
  const local_end begin =
      parasail_profile(parasail_scoring_, query_backwards).align(parasail_letters(reversed(sequence_to_end)));
  local_alignment made{
      end.total, end.in_query - begin.in_query, end.in_query, end.in_sequence - begin.in_sequence, end.in_sequence, {}};
  made.edits = path_between(sequence_to_end.subspan(made.sequence_begin), query_to_end.subspan(made.query_begin),
                            made.total, scoring_, memory);
  return made;
}

namespace {

using spliced::edit;
using spliced::residue_code;
using spliced::row_cell;
using spliced::score;

// [row] Columns that are paired there, ascending.
using paired_columns = std::vector<std::vector<std::uint32_t>>;

// The best of a row, and its first column.
struct row_best {
  score total = 0;
  std::uint32_t column = 0;
};

// H and E of a row (next_local_row), H after a column of zeros.
struct row_state {
  std::vector<score> H, E;
  bool operator==(const row_state&) const = default;
};

// Goes through a sequence, a row for each residue, with a column for each of the query's.
class local_rows {
 public:
  local_rows(std::span<const residue_code> query, const scan_scoring& scoring)
      : gaps_(scoring.gaps),
        n_((query.size() + local_row_unit - 1) / local_row_unit * local_row_unit),
        profile_(spliced::n_amino_codes * n_, far_below),
        allowed_(n_) {
    for (std::size_t code = 0; code < spliced::n_amino_codes; ++code)
      for (std::size_t i = 0; i < query.size(); ++i)
        profile_[code * n_ + i] = (*scoring.substitution)(static_cast<residue_code>(code), query[i]);
  }

  [[nodiscard]] row_state before_first() const {
    return {std::vector<score>(1 + n_ + local_row_unit, 0), std::vector<score>(n_, far_below)};
  }

  row_best step(row_state& state, residue_code residue, std::span<const std::uint32_t> paired) {
    const score* pairs = profile_.data() + residue * n_;
    if (!paired.empty()) {
      std::copy_n(pairs, n_, allowed_.begin());
      for (const std::uint32_t column : paired) allowed_[column] = far_below;
      pairs = allowed_.data();
    }
    score* const H = state.H.data() + 1;
    const score total = next_local_row(pairs, n_, gaps_, H, state.E.data());
    return {total, total == 0 ? 0 : static_cast<std::uint32_t>(std::find(H, H + n_, total) - H)};
  }

 private:
  spliced::gap_costs gaps_;
  std::size_t n_;               // columns
  std::vector<score> profile_;  // [codes][n]
  std::vector<score> allowed_;  // of a row
};

// All cells between two ends, where some pairs are not allowed: as align_engine.hpp wants them.
class box_cells {
 public:
  box_cells(std::span<const residue_code> rows, std::span<const residue_code> columns, const scan_scoring& scoring,
            std::vector<std::uint32_t> paired_before_row, std::vector<std::uint32_t> paired)
      : rows_(rows),
        columns_(columns),
        scoring_(scoring),
        paired_before_row_(std::move(paired_before_row)),
        paired_(std::move(paired)),
        cells_((rows.size() + 1) * (columns.size() + 1)) {
    const spliced::gap_costs& gaps = scoring.gaps;
    for (std::size_t j = 0; j <= columns.size(); ++j) at(0, j).S = -gaps.of(j);
    for (std::size_t i = 1; i <= rows.size(); ++i) {
      at(i, 0) = {-gaps.of(i), -gaps.of(i)};
      score E = spliced::unreachable;
      for (std::size_t j = 1; j <= columns.size(); ++j) {
        E = std::max(E, at(i, j - 1).S - gaps.open) - gaps.extend;
        const row_cell above = at(i - 1, j);
        const score F = std::max(above.F, above.S - gaps.open) - gaps.extend;
        const score of_pair = pair(i, j);
        const score with_pair = spliced::is_reachable(of_pair) ? at(i - 1, j - 1).S + of_pair : spliced::unreachable;
        at(i, j) = {std::max({with_pair, E, F}), F};
      }
    }
  }

  static std::uint64_t bytes_for(std::size_t n_rows, std::size_t n_columns) {
    return std::uint64_t{n_rows + 1} * (n_columns + 1) * sizeof(row_cell);
  }

  [[nodiscard]] row_cell cell(std::size_t row, std::size_t column) const {
    return cells_[row * (columns_.size() + 1) + column];
  }
  [[nodiscard]] score pair(std::size_t row, std::size_t column) const {
    const auto of_row =
        std::span(paired_).subspan(paired_before_row_[row - 1], paired_before_row_[row] - paired_before_row_[row - 1]);
    if (std::ranges::binary_search(of_row, column - 1)) return spliced::unreachable;
    return (*scoring_.substitution)(rows_[row - 1], columns_[column - 1]);
  }

 private:
  row_cell& at(std::size_t row, std::size_t column) { return cells_[row * (columns_.size() + 1) + column]; }

  std::span<const residue_code> rows_, columns_;
  const scan_scoring& scoring_;
  std::vector<std::uint32_t> paired_before_row_;  // [rows + 1]
  std::vector<std::uint32_t> paired_;             // columns
  std::vector<row_cell> cells_;
};

}  // namespace

struct disjoint_alignments::state {
  std::span<const residue_code> query, sequence;
  scan_scoring scoring;
  std::uint64_t memory;
  local_rows rows;
  paired_columns paired;
  std::vector<row_best> bests;  // [rows]
  // State before each `stride` rows.
  std::size_t stride = 1;
  std::vector<row_state> kept{};

  state(std::span<const residue_code> of_query, std::span<const residue_code> of_sequence,
        const scan_scoring& of_scoring, std::uint64_t bytes)
      : query(of_query),
        sequence(of_sequence),
        scoring(of_scoring),
        memory(bytes),
        rows(of_query, of_scoring),
        paired(of_sequence.size()),
        bests(of_sequence.size()) {
    constexpr std::uint64_t max_rows = 64;  // are computed again for no use
    const std::uint64_t of_state = 2 * sizeof(score) * (query.size() + 2 * local_row_unit);
    stride = std::max(max_rows, of_state * sequence.size() / std::max<std::uint64_t>(memory / 2, 1));
    if ((sequence.size() / stride + 2) * of_state > memory)
      throw memory_exceeded((sequence.size() / stride + 2) * of_state, memory);
  }

  // All rows from `first` on, where `last` is the one after the last that has other pairs than when rows were kept.
  void compute(std::size_t first, std::size_t last) {
    std::size_t block = first / stride;
    row_state current = block < kept.size() ? kept[block] : rows.before_first();
    for (std::size_t row = block * stride; row < sequence.size(); ++row) {
      if (row % stride == 0) {
        block = row / stride;
        if (block == kept.size())
          kept.push_back(current);
        else if (row >= last && kept[block] == current)
          return;
        else
          kept[block] = current;
      }
      bests[row] = rows.step(current, sequence[row], paired[row]);
    }
  }

  void add_pairs(const local_alignment& alignment) {
    std::size_t row = alignment.sequence_begin, column = alignment.query_begin;
    for (const spliced::edit_run& run : alignment.edits)
      for (std::uint32_t k = 0; k < run.length; ++k) {
        if (run.op == edit::match) {
          auto& columns = paired[row];
          columns.insert(std::ranges::upper_bound(columns, column), static_cast<std::uint32_t>(column));
        }
        row += run.op == edit::insertion ? 0 : 1;
        column += run.op == edit::deletion ? 0 : 1;
      }
  }

  [[nodiscard]] std::size_t best_row() const {
    return static_cast<std::size_t>(std::ranges::max_element(bests, {}, &row_best::total) - bests.begin());
  }

  // The shortest that ends there: from its end backwards, until the score is reached.
  void find_begin(local_alignment& alignment) const {
    const std::vector<residue_code> backwards(query.rend() - static_cast<std::ptrdiff_t>(alignment.query_end),
                                              query.rend());
    local_rows reversed(backwards, scoring);
    row_state current = reversed.before_first();
    std::vector<std::uint32_t> columns;
    for (std::size_t row = alignment.sequence_end; row-- > 0;) {
      columns.clear();
      for (const std::uint32_t column : paired[row])
        if (column < alignment.query_end)
          columns.push_back(static_cast<std::uint32_t>(alignment.query_end) - 1 - column);
      const row_best best = reversed.step(current, sequence[row], columns);
      if (best.total < alignment.total) continue;
      alignment.sequence_begin = row;
      alignment.query_begin = alignment.query_end - 1 - best.column;
      return;
    }
    throw std::logic_error("a local alignment does not begin");
  }

  // Pairs that are not allowed between the ends.
  [[nodiscard]] std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> pairs_between(
      const local_alignment& alignment) const {
    std::vector<std::uint32_t> before_row{0}, columns;
    for (std::size_t row = alignment.sequence_begin; row < alignment.sequence_end; ++row) {
      for (const std::uint32_t column : paired[row])
        if (alignment.query_begin <= column && column < alignment.query_end)
          columns.push_back(column - static_cast<std::uint32_t>(alignment.query_begin));
      before_row.push_back(static_cast<std::uint32_t>(columns.size()));
    }
    return {std::move(before_row), std::move(columns)};
  }

  void find_path(local_alignment& alignment) const {
    const auto of_sequence =
        sequence.subspan(alignment.sequence_begin, alignment.sequence_end - alignment.sequence_begin);
    const auto of_query = query.subspan(alignment.query_begin, alignment.query_end - alignment.query_begin);
    auto [before_row, columns] = pairs_between(alignment);
    if (columns.empty()) {
      alignment.edits = path_between(of_sequence, of_query, alignment.total, scoring, memory);
      return;
    }
    if (const auto bytes = box_cells::bytes_for(of_sequence.size(), of_query.size()); bytes > memory)
      throw memory_exceeded(bytes, memory);
    const box_cells cells(of_sequence, of_query, scoring, std::move(before_row), std::move(columns));
    path_walk walk(cells, scoring.gaps, scoring.gaps.open > 0, of_sequence.size(), of_query.size());
    if (cells.cell(walk.row(), walk.column()).S != alignment.total)
      throw std::logic_error("a local alignment scores other than between its ends");
    while (walk.row() > 0 && walk.column() > 0) append_edits(alignment.edits, walk.step_back(), 1);
    std::ranges::reverse(alignment.edits);
  }
};

disjoint_alignments::disjoint_alignments(std::span<const residue_code> query, std::span<const residue_code> sequence,
                                         const scan_scoring& scoring, const local_alignment& first,
                                         std::uint64_t memory)
    : state_(std::make_unique<state>(query, sequence, scoring, memory)) {
  state_->add_pairs(first);
  state_->compute(0, sequence.size());
}
disjoint_alignments::~disjoint_alignments() = default;
disjoint_alignments::disjoint_alignments(disjoint_alignments&&) noexcept = default;
disjoint_alignments& disjoint_alignments::operator=(disjoint_alignments&&) noexcept = default;

score disjoint_alignments::next_total() const { return state_->bests[state_->best_row()].total; }

local_alignment disjoint_alignments::next() {
  const std::size_t row = state_->best_row();
  local_alignment made{state_->bests[row].total, 0, state_->bests[row].column + std::size_t{1}, 0, row + 1, {}};
  state_->find_begin(made);
  state_->find_path(made);
  state_->add_pairs(made);
  state_->compute(made.sequence_begin, made.sequence_end);
  return made;
}

}  // namespace exonweave
