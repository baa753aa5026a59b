#include "spliced/engine/recurrence.hpp"

// The loops below are plain; where the compiler can, it makes a second version of them for wider registers and the
// program picks one when it starts. Sanitizers do not support that.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define EXONWEAVE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define EXONWEAVE_WIDE
#endif

namespace exonweave::spliced {
namespace {

// How a residue's contribution is put into a row: in place of what is there, or the larger of both.
struct replace {
  static score put(score, score made) { return made; }
};
struct keep_larger {
  static score put(score there, score made) { return std::max(there, made); }
};

// S(i,j) = max( S(i-1,j-1) + d, F(i,j) ) for columns 1..n; F(i,j) = S(i-1,j) - e, as linear gaps have it. `extend` is e
// less the gap weight, here and below.
template <class Put>
inline void linear_columns(const score* above, const score* d, std::size_t n, score weight, score extend, score* best) {
  best[0] = Put::put(best[0], above[0] + weight - extend);
  for (std::size_t j = 1; j <= n; ++j)
    best[j] = Put::put(best[j], std::max(above[j - 1] + d[j - 1] + weight, above[j] + (weight - extend)));
}

// The same with F(i,j) = max( F(i-1,j), S(i-1,j) - o ) - e.
template <class Put>
inline void affine_columns(const score* above, const score* above_vertical, const score* d, std::size_t n, score weight,
                           gap_costs gaps, score* __restrict best, score* __restrict vertical) {
  const score extend = gaps.extend - weight;
  const score f0 = std::max(above_vertical[0], above[0] - gaps.open) - extend;
  vertical[0] = Put::put(vertical[0], f0);
  best[0] = Put::put(best[0], f0);
  for (std::size_t j = 1; j <= n; ++j) {
    const score f = std::max(above_vertical[j], above[j] - gaps.open) - extend;
    vertical[j] = Put::put(vertical[j], f);
    best[j] = Put::put(best[j], std::max(above[j - 1] + d[j - 1] + weight, f));
  }
}

template <class Put>
inline void put_residue(const problem& p, const row_above& step, std::span<score> row) {
  const row_layout layout = p.layout();
  const std::size_t n = layout.n_columns - 1;
  const score* above = step.above.data();
  const gap_costs gaps{p.gaps.open, p.gaps.extend - step.in_gap};
  if (layout.has_vertical)
    affine_columns<Put>(above, above + layout.n_columns, step.substitutions.data(), n, step.weight, gaps, row.data(),
                        row.data() + layout.n_columns);
  else
    linear_columns<Put>(above, step.substitutions.data(), n, step.weight, gaps.extend, row.data());
  if (!layout.has_ends) return;
  const score change = step.weight + step.in_gap - p.residue_ends->extend;
  for (const std::size_t end : {layout.lead_at(), layout.trail_at()})
    row[end] = Put::put(row[end], step.above[end] + change);
}

// S(i,j) = max( S(i,j), L(i) + before(j) )
inline void let_target_begin(const problem& p, score lead, std::span<score> best) {
  for (std::size_t j = 0; j < best.size(); ++j) best[j] = std::max(best[j], lead + p.before(j));
}

// S(i,j) = max( S(i,j), E(i,j) ). E(i,j) looks at S(i,j-1) before E was let in, which makes no difference: a gap that
// goes on scores at least as much as one that opens after it, since o >= 0. So only E itself passes from column to
// column, in as few steps as a processor can wait for.
inline void let_in_gaps(gap_costs gaps, score* best, std::size_t n_columns) {
  score e = unreachable;
  score before = best[0];
  for (std::size_t j = 1; j < n_columns; ++j) {
    e = std::max(e, before - gaps.open) - gaps.extend;
    before = best[j];
    best[j] = std::max(before, e);
  }
}

// T(i) = max( T(i), max over j of ( S(i,j) + after(j) ) - u )
inline score let_target_end(const problem& p, std::span<const score> best, score trail) {
  score last_pair = unreachable;
  if (p.free_target_ends)
    for (const score each : best) last_pair = std::max(last_pair, each);
  else
    for (std::size_t j = 0; j < best.size(); ++j) last_pair = std::max(last_pair, best[j] + p.after(j));
  return std::max(trail, last_pair - p.residue_ends->open);
}

}  // namespace

EXONWEAVE_WIDE void let_in(std::span<const score> above, score weight, std::span<score> row) {
  const score* src = above.data();
  score* dst = row.data();
  for (std::size_t j = 0; j < row.size(); ++j) dst[j] = std::max(dst[j], src[j] + weight);
}

EXONWEAVE_WIDE void let_in_residue(const problem& p, const row_above& step, std::span<score> row) {
  put_residue<keep_larger>(p, step, row);
}

EXONWEAVE_WIDE void set_residue(const problem& p, const row_above& step, std::span<score> row) {
  put_residue<replace>(p, step, row);
}

EXONWEAVE_WIDE void close_row(const problem& p, std::span<score> row) {
  const row_layout layout = p.layout();
  const std::span<score> best = layout.best(row);
  if (layout.has_ends) let_target_begin(p, row[layout.lead_at()], best);
  let_in_gaps(p.gaps, best.data(), best.size());
  if (layout.has_ends) row[layout.trail_at()] = let_target_end(p, best, row[layout.trail_at()]);
}

void source_row(const problem& p, std::span<score> row) {
  const row_layout layout = p.layout();
  clear_row(row);
  for (std::size_t j = 0; j < layout.n_columns; ++j) row[j] = p.before(j);
  if (layout.has_ends) row[layout.lead_at()] = -p.residue_ends->open;
}

}  // namespace exonweave::spliced
