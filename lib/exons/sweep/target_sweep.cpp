#include "exons/sweep/target_sweep.hpp"

#include <algorithm>
#include <stdexcept>

#include "spliced/sweep/find_uses.hpp"

namespace exonweave {

using spliced::exon_border;
using spliced::row_op_kind;
using spliced::score;
using spliced::sweep_op;

namespace {

void sort_distinct(std::vector<std::int64_t>& positions) {
  std::ranges::sort(positions);
  positions.erase(std::ranges::unique(positions).begin(), positions.end());
}

// Several ops of one place stand near each other.
void add_value(std::vector<border_values::at_place>& values, std::int64_t position, score value) {
  if (!values.empty() && values.back().position == position)
    values.back().value = std::max(values.back().value, value);
  else
    values.push_back({position, value});
}

}  // namespace

std::uint64_t target_sweep::min_bytes(const track_program& program, std::size_t target_length, bool is_narrow) {
  const sweep_size size = program.size();
  return sweep_storage::within(0, size, target_length, is_narrow).bytes_for(size, target_length, is_narrow).all();
}

std::unique_ptr<target_sweep> target_sweep::make(const track_program& program, const chain_scoring& scoring,
                                                 std::span<const spliced::residue_code> target, bool is_narrow,
                                                 std::uint64_t memory) {
  auto machines = make_sweep_machines(scoring.problem_on({}, target), program.outline(), is_narrow);
  if (!machines) return nullptr;
  const sweep_size size = program.size();
  const auto how = sweep_storage::ample(size, target.size(), is_narrow, memory);
  const auto bytes = how.bytes_for(size, target.size(), is_narrow);
  return std::unique_ptr<target_sweep>(new target_sweep(program, std::move(*machines), how, bytes));
}

target_sweep::target_sweep(const track_program& program, spliced::sweep_machines machines, const sweep_storage& how,
                           const sweep_storage::bytes& bytes)
    : runs_(program, std::move(machines), how), bytes_(bytes), n_spare_(how.n_spare) {
  values_.ends_in.assign(program.n_windows(), spliced::unreachable);
  values_.begins_in.assign(program.n_windows(), spliced::unreachable);
}

void target_sweep::check_exact(score found) const {
  const score exact_above = runs_.exact_above();
  if (spliced::is_reachable(exact_above) && found <= exact_above) throw sweep_not_exact();
}

// ---- forwards ----

// Of a window that just ran.
void target_sweep::note_ends(std::size_t w, score best) {
  values_.ends_in[w] = best;
  if (best <= total_) return;
  total_ = best;
  const auto reported = runs_.ends_reported();
  const std::uint32_t first = runs_.window(w).first_border;
  runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    if (op.kind == row_op_kind::end) ends_.add(op.position, reported[op.number - first]);
  });
}

score target_sweep::sweep_forward(run_control* control, planned_cells* planned) {
  const std::size_t n = runs_.n_windows();
  rows_between& rows = runs_.forward_rows();
  runs_.forward().clear();
  for (std::size_t w = 0; w < n; ++w) {
    if (control != nullptr) control->throw_if_stopped();
    if (w % rows.stride() == 0) rows.far(w).save(runs_.forward(), runs_.program().live_before(w));
    note_ends(w, runs_.run_forward(w, runs_.all_of(w)));
    if (planned != nullptr) planned->add_part(w, n);
  }
  if (spliced::is_reachable(total_)) check_exact(total_);
  return total_;
}

// ---- backwards ----

// Of a window that just ran, or ran in detail.
void target_sweep::note_begins(std::size_t w, score best) {
  values_.begins_in[w] = std::max(values_.begins_in[w], best);
  const auto after_window = static_cast<std::int64_t>(w + 1) * runs_.program().outline().window_length;
  if (best <= begins_.best_to(-after_window)) return;
  const auto reported = runs_.begins_reported();
  const std::uint32_t first = runs_.window(w).first_border;
  runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    const score value = reported[op.number - first];
    if (op.kind == row_op_kind::begin && spliced::is_reachable(value)) begins_.add(-std::int64_t{op.position}, value);
  });
}

// Of each border the best chain by way of it.
void target_sweep::run_in_detail(std::size_t w) {
  through_.assign(runs_.window(w).n_borders(), spliced::unreachable);
  for (std::uint32_t last = runs_.all_of(w).last; last > 0;) {
    const std::uint32_t first = runs_.first_of_piece(w, {0, last});
    auto* const rows =
        holding(border_rows_, runs_.forward(), runs_.first_border_at({w, first}), runs_.first_border_at({w, last}));
    runs_.load_forward(w);
    runs_.run_forward(w, {0, last}, rows);
    const score begins = runs_.run_backward(runs_.backward(), w, {first, last}, {.forward = rows, .through = through_});
    note_begins(w, begins);
    note_whole_chains(w, {first, last});
    last = first;
  }
  const std::uint32_t first_border = runs_.window(w).first_border;
  runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    const score value = through_[op.number - first_border];
    const bool is_start = op.border == exon_border::start;
    if (is_start)
      add_value(op.kind == row_op_kind::begin ? values_.begins : values_.acceptors, op.position, value);
    else if (op.kind != row_op_kind::end)
      add_value(values_.donors, op.position, value);
    if (value == total_) (is_start ? found_.starts : found_.ends).push_back(op.position);
  });
}

// By way of the borders where chains end and begin: of ops that both machines just ran.
void target_sweep::note_whole_chains(std::size_t w, spliced::op_range ops) {
  const spliced::sweep_window& window = runs_.window(w);
  for (std::uint32_t o = ops.first; o < ops.last; ++o) {
    const sweep_op& op = window.ops[o];
    if (op.is_dead || op.border == exon_border::none) continue;
    const std::uint32_t border = op.number - window.first_border;
    if (op.kind == row_op_kind::begin) through_[border] = runs_.begins_reported()[border];
    if (op.kind == row_op_kind::end) through_[border] = runs_.ends_reported()[border];
  }
}

// Whether exons start or end by ops of a window where these do.
bool target_sweep::has_borders_of(std::size_t w, const chain_borders& found) {
  const spliced::sweep_outline& outline = runs_.program().outline();
  const auto begin = static_cast<std::int64_t>(w) * outline.window_length;
  const auto may_be_here = [&](std::int64_t position) {
    return position <= begin + outline.window_length &&
           position + std::max<std::int64_t>(outline.longest_wait, codon_length) + outline.window_length >= begin;
  };
  if (std::ranges::none_of(found.starts, may_be_here) && std::ranges::none_of(found.ends, may_be_here)) return false;
  bool has = false;
  runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    const auto& positions = op.border == exon_border::start ? found.starts : found.ends;
    has |= std::ranges::find(positions, std::int64_t{op.position}) != positions.end();
  });
  return has;
}

// Whether an exon of a best chain, by an op of a window after, starts here: where the first one does others may come
// in by an intron.
bool target_sweep::has_start_found(std::size_t w) const {
  const std::int64_t length = runs_.program().outline().window_length;
  return std::ranges::any_of(found_.starts,
                             [&](std::int64_t start) { return static_cast<std::size_t>(start / length) == w; });
}

// Where best chains end in a window others may go on: those windows after it by whose ops they do are run in detail,
// too. They were run before.
void target_sweep::run_after_ends(std::size_t w) {
  chain_borders ends_of_chains;
  const std::uint32_t first = runs_.window(w).first_border;
  runs_.load_forward(w);
  runs_.run_forward(w, runs_.all_of(w));
  runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    if (op.kind == row_op_kind::end && runs_.ends_reported()[op.number - first] == total_)
      ends_of_chains.ends.push_back(op.position);
  });
  std::size_t last = w;
  for (std::size_t v = w + 1; v < std::min(runs_.n_windows(), w + 1 + runs_.reach()); ++v)
    if (has_borders_of(v, ends_of_chains)) last = v;
  if (last == w) return;
  runs_.load_backward(last);
  for (; last > w; --last) run_in_detail(last);
}

// Best chains that are in a slot before a window, where both machines stand.
target_sweep::presence target_sweep::find_presence(std::size_t w) {
  const auto& junctions = runs_.window(w).junctions;
  std::vector<spliced::slot_id> others;
  for (const spliced::slot_id slot : runs_.program().live_before(w))
    if (std::ranges::find(junctions, slot) == junctions.end()) others.push_back(slot);
  if (runs_.backward().join(runs_.forward(), others) == total_) return presence::in_exon;
  const bool is_in_intron = runs_.backward().join(runs_.forward(), junctions) == total_;
  return is_in_intron ? presence::in_intron : presence::none;
}

// Windows [first, last) where best chains do nothing but stay in an intron. They do if before the first window they are
// in introns alone, and from there none starts an exon, nor does one begin: what is met there (sweep_machine.hpp) is
// also what other chains score that have one exon more. False: they do something; only the machines have changed
// then.
bool target_sweep::pass_introns(std::size_t first, std::size_t last, run_control* control) {
  runs_.load_forward(first);
  std::vector<spliced::slot_id> origin(runs_.program().outline().n_slots, spliced::nothing);
  for (const spliced::slot_id slot : runs_.window(first).junctions) origin[slot] = slot;
  std::vector<std::vector<spliced::slot_id>> sources(last - first);
  for (std::size_t w = first; w < last; ++w) trace_origins(runs_.window(w), origin, sources[w - first]);
  std::vector<border_values::at_place> met;
  score best = spliced::unreachable;
  for (std::size_t w = last; w-- > first;) {
    if (control != nullptr) control->throw_if_stopped();
    through_.assign(runs_.window(w).n_borders(), spliced::unreachable);
    const score begins =
        runs_.run_backward(runs_.backward(), w, runs_.all_of(w),
                           {.through = through_, .met = &runs_.forward(), .sources = sources[w - first]});
    note_begins(w, begins);
    best = std::max({best, begins, best_of(through_)});
    if (best == total_) return false;
    const std::uint32_t first_border = runs_.window(w).first_border;
    runs_.for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
      if (const score value = through_[op.number - first_border]; spliced::is_reachable(value))
        add_value(met, op.position, value);
    });
  }
  if (find_presence(first) != presence::in_intron) return false;
  values_.acceptors.insert(values_.acceptors.end(), met.begin(), met.end());
  return true;
}

// Rows after it, but for those far from best chains that can be made again of others: hardly anybody asks for them.
// Those of windows so far after that nobody may ask for them any more are given up, but for every stride-th, and where
// best chains have borders.
void target_sweep::keep_rows(std::size_t w) {
  rows_between& rows = runs_.backward_rows();
  const auto is_placed = [&](std::size_t window) {
    return rows.stride() > 1 && ((window + 1) % rows.stride() == 0 || window + 1 == runs_.n_windows());
  };
  const bool is_near_chains = chains_ != presence::none || values_.ends_in[w] == total_;
  if (rows.stride() > 1 && !is_placed(w) && !is_near_chains) return;
  rows.far(w + 1).swap(spare_);
  rows.far(w + 1).save(runs_.backward(), runs_.program().live_before(w + 1), runs_.program().outline().max_live);
  recent_.push_back(w);
  for (; recent_.front() > w + runs_.reach(); recent_.pop_front()) {
    const std::size_t old = recent_.front(), stride = rows.stride();
    if (is_placed(old)) continue;
    if (has_borders_of(old, found_) && (stride == 1 || n_spare_ > 0)) {
      if (stride > 1) --n_spare_;
      continue;
    }
    spare_.swap(rows.far(old + 1));
    rows.far(old + 1) = {};
  }
}

// Where best chains stay in an intron for all windows back to where rows are kept they are passed at once, else one by
// one.
std::size_t target_sweep::pass_from(std::size_t w, run_control* control) {
  const std::size_t stride = runs_.forward_rows().stride(), kept = w / stride * stride;
  const bool is_group = w + 1 == kept + stride;
  for (const std::size_t first : {is_group ? kept : w, w}) {
    if (pass_introns(first, w + 1, control)) return first;
    runs_.load_backward(w);
    if (first == w) break;
  }
  return w + 1;
}

void target_sweep::run_with_chains(std::size_t w) {
  if (values_.ends_in[w] == total_ && chains_ == presence::none) run_after_ends(w);
  run_in_detail(w);
  runs_.load_forward(w);
  chains_ = find_presence(w);
  if (n_spare_ == 0 || w % runs_.forward_rows().stride() == 0 || !has_borders_of(w, found_)) return;
  runs_.keep_forward(w);
  --n_spare_;
}

chain_borders target_sweep::sweep_backward(run_control* control, planned_cells* planned) {
  runs_.backward().clear();
  const std::size_t n = runs_.n_windows();
  for (std::size_t w = n; w-- > 0;) {
    if (control != nullptr) control->throw_if_stopped();
    keep_rows(w);
    std::size_t first = w;
    if (chains_ == presence::in_intron) first = pass_from(w, control);
    if (first > w || chains_ == presence::in_exon ||
        (chains_ == presence::none && (values_.ends_in[w] == total_ || has_start_found(w)))) {
      first = w;
      run_with_chains(w);
    } else if (chains_ == presence::none) {
      note_begins(w, runs_.run_backward(runs_.backward(), w, runs_.all_of(w)));
    }
    if (planned != nullptr)
      for (std::size_t done = w + 1; done-- > first;) planned->add_part(n - 1 - done, n);
    w = first;
  }
  if (best_of(values_.begins_in) != total_)
    throw std::logic_error("a sweep backwards found another score than that forwards");
  sort_distinct(found_.starts);
  sort_distinct(found_.ends);
  runs_.forward_rows().forget_near();
  border_rows_.reset();  // nobody reads them any more, and of long targets they are many bytes
  return found_;
}

// ---- what else there is ----

std::optional<std::int64_t> target_sweep::find_cut(score least) const {
  check_exact(least);
  std::optional<std::int64_t> cut;
  std::int64_t best_sum = 0;
  for (const auto& end : ends_.all()) {
    const score after = begins_.best_to(-end.position);
    if (end.value < least || after < least) continue;
    const std::int64_t sum = std::int64_t{end.value} + after;
    if (cut && sum <= best_sum) continue;
    best_sum = sum;
    cut = end.position;
  }
  return cut;
}

chain_alternatives target_sweep::study_alternatives(std::span<const interval> exons) {
  chain_alternatives found;
  const auto if_any = [this](score value) {
    check_exact(value);
    return spliced::is_reachable(value) ? std::optional(value) : std::nullopt;
  };
  exon_alternatives alternatives(runs_, values_);
  score second_best = alternatives.best_by_other_borders(exons);
  for (const interval& exon : exons) {
    const score without = alternatives.best_without(exon);
    found.best_without.push_back(if_any(without));
    second_best = std::max(second_best, without);
  }
  found.second_best = if_any(second_best);
  return found;
}

}  // namespace exonweave
