#include "exons/sweep/target_sweep.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "spliced/sweep/find_uses.hpp"

namespace exonweave {

using spliced::border_row;
using spliced::exon_border;
using spliced::score;
using spliced::slot_id;
using spliced::sweep_op;
using spliced::sweep_op_kind;
using spliced::unreachable;

namespace {

// The memory of what was there is used again.
void save_rows(const spliced::sweep_machine& machine, std::span<const slot_id> slots,
               std::vector<std::byte>& to) {
  to.resize(slots.size() * machine.row_bytes());
  machine.save(slots, to.data());
}

std::unique_ptr<spliced::border_rows>& holding(std::unique_ptr<spliced::border_rows>& rows,
                                               const spliced::sweep_machine& machine, std::uint32_t first,
                                               std::uint32_t last) {
  if (!rows) rows = machine.make_rows();
  rows->hold(first, last);
  return rows;
}

score best_of(std::span<const score> values, std::uint32_t first, std::uint32_t last) {
  score best = unreachable;
  for (std::uint32_t k = first; k < last; ++k) best = std::max(best, values[k]);
  return best;
}

bool is_whole(const sweep_op& op) { return op.kind == sweep_op_kind::begin || op.kind == sweep_op_kind::end; }

void sort_distinct(std::vector<std::int64_t>& positions) {
  std::ranges::sort(positions);
  positions.erase(std::ranges::unique(positions).begin(), positions.end());
}

constexpr std::uint32_t few_borders = 64;

struct window_sizes {
  std::uint32_t most_borders = 0, most_live = 0;
};

window_sizes sizes_of(const spliced::sweep_program& program) {
  window_sizes most;
  for (const auto& window : program.windows) {
    most.most_borders = std::max(most.most_borders, window.last_border - window.first_border);
    most.most_live = std::max(most.most_live, window.last_live - window.first_live);
  }
  return most;
}

// Of slots of both directions and of labelled chains, values of borders, and rows between windows, of both directions: of every
// stride-th, and, while a sweep runs, of as many as it is among and of borders twice.
struct sweep_bytes {
  std::uint64_t held = 0, running = 0;
  [[nodiscard]] std::uint64_t all() const { return held + running; }
};

sweep_bytes bytes_of(const sweep_storage& how, const spliced::sweep_program& program,
                     const window_sizes& most, std::size_t target_length, bool is_narrow) {
  constexpr std::uint64_t planes = 2, padding = 128, machines = 3, directions = 2, of_border = 12;
  const std::uint64_t row = (planes * target_length + padding) * (is_narrow ? 2 : 4);
  const std::uint64_t n_kept = directions * (program.windows.size() / how.stride + 2);
  return {row * (machines * program.n_slots + most.most_live * n_kept) + of_border * program.n_borders,
          row * directions * (std::min(most.most_borders, how.most_borders) + most.most_live * how.stride)};
}

// What takes least time of all that does with so much memory, or else needs the least.
sweep_storage storage_for(const spliced::sweep_program& program, std::size_t target_length, bool is_narrow,
                          std::uint64_t memory) {
  const window_sizes most = sizes_of(program);
  sweep_storage how{1, most.most_borders};
  const auto is_too_much = [&] {
    return bytes_of(how, program, most, target_length, is_narrow).all() > memory;
  };
  while (is_too_much() && 4 * how.stride * how.stride < program.windows.size()) how.stride *= 2;
  while (is_too_much() && how.most_borders > few_borders) how.most_borders /= 2;
  return how;
}

}  // namespace

std::uint64_t target_sweep::least_bytes(const spliced::sweep_program& program, std::size_t target_length,
                                        bool is_narrow) {
  return bytes_of(storage_for(program, target_length, is_narrow, 0), program, sizes_of(program),
                  target_length, is_narrow)
      .all();
}

std::unique_ptr<target_sweep> target_sweep::make(const spliced::sweep_program& program,
                                                 const chain_scoring& scoring,
                                                 std::span<const spliced::residue_code> target,
                                                 bool is_narrow, std::uint64_t memory) {
  auto machines = make_sweep_machines(scoring.problem_on({}, target), program, is_narrow);
  if (!machines) return nullptr;
  // More gains little, but where it is hardly more than the least.
  const std::uint64_t enough =
      std::max(std::uint64_t{64} << 20, 2 * least_bytes(program, target.size(), is_narrow));
  const auto how = storage_for(program, target.size(), is_narrow, std::min(memory, enough));
  const auto held = bytes_of(how, program, sizes_of(program), target.size(), is_narrow).held;
  return std::unique_ptr<target_sweep>(new target_sweep(program, std::move(*machines), how, held));
}

target_sweep::target_sweep(const spliced::sweep_program& program, spliced::sweep_machines machines,
                           const sweep_storage& how, std::uint64_t held)
    : program_(program),
      machines_(std::move(machines)),
      stride_(how.stride),
      most_borders_(how.most_borders),
      bytes_held_(held),
      kept_rows_(program.windows.size() / how.stride + 1),
      near_rows_(how.stride),
      backward_rows_(program.windows.size()),
      near_backward_rows_(how.stride),
      is_detailed_(program.windows.size(), false),
      ends_(program.n_borders, unreachable),
      begins_(program.n_borders, unreachable),
      through_(program.n_borders, unreachable) {}

// ---- places in the program ----

std::span<const slot_id> target_sweep::live_before(std::size_t window) const {
  return window < n_windows() ? program_.live_before(program_.windows[window]) : std::span<const slot_id>();
}

std::size_t target_sweep::window_of(std::uint32_t op) const {
  const auto found = std::ranges::upper_bound(program_.windows, op, {}, &spliced::sweep_window::last_op);
  return static_cast<std::size_t>(found - program_.windows.begin());
}

// From the window's end backwards.
std::vector<slot_id> target_sweep::live_at(std::uint32_t op) const {
  std::vector<bool> is_live(program_.n_slots, false);
  const std::size_t window = window_of(op);
  if (window == n_windows()) return {};
  for (const slot_id slot : live_before(window + 1)) is_live[slot] = true;
  for (std::uint32_t o = program_.windows[window].last_op; o-- > op;)
    spliced::turn_live_back(program_, program_.ops[o], is_live);
  std::vector<slot_id> live;
  for (slot_id slot = 1; slot < is_live.size(); ++slot)
    if (is_live[slot]) live.push_back(slot);
  return live;
}

std::uint32_t target_sweep::first_border_at(std::uint32_t op) const {
  const std::size_t window = window_of(op);
  if (window == n_windows()) return program_.n_borders;
  for (; op < program_.windows[window].last_op; ++op)
    if (program_.ops[op].border != exon_border::none) return program_.ops[op].number;
  return program_.windows[window].last_border;
}

// The last ops of a range that have no more borders than rows are kept of.
std::uint32_t target_sweep::first_of_piece(op_range ops) const {
  std::uint32_t n = 0;
  for (std::uint32_t o = ops.last; o-- > ops.first;)
    if (program_.ops[o].border != exon_border::none && ++n > most_borders_) return o + 1;
  return ops.first;
}

template <class Visit>
void target_sweep::for_each_border(std::size_t window, const Visit& visit) const {
  const auto& in = program_.windows[window];
  for (std::uint32_t o = in.first_op; o < in.last_op; ++o)
    if (const sweep_op& op = program_.ops[o]; op.border != exon_border::none && !op.is_dead) visit(op, o);
}

// They stand at their position, or behind: of codons that an intron splits, and where chains wait for an intron's least length.
target_sweep::op_range target_sweep::ops_of(exon_border border, std::int64_t position) const {
  op_range found{std::numeric_limits<std::uint32_t>::max(), 0};
  const auto first = static_cast<std::size_t>(position / program_.window_length);
  for (std::size_t w = first; w < std::min(n_windows(), first + reach() + 1); ++w)
    for_each_border(w, [&](const sweep_op& op, std::uint32_t o) {
      if (op.border != border || std::int64_t{op.position} != position) return;
      found.first = std::min(found.first, o);
      found.last = o + 1;
    });
  if (found.last == 0) throw std::logic_error("an exon's border is none of the program's");
  return found;
}

// The best chain by way of a border.
score target_sweep::worth_of(const sweep_op& op) const {
  if (op.kind == sweep_op_kind::begin) return begins_[op.number];
  return (op.kind == sweep_op_kind::end ? ends_ : through_)[op.number];
}

// ---- sweeps ----

void target_sweep::check_exact(score found) const {
  const score exact_above = machines_.forward->exact_above();
  if (spliced::is_reachable(exact_above) && found <= exact_above) throw sweep_not_exact();
}

void target_sweep::run_forward(op_range ops, spliced::border_rows* keep) {
  machines_.forward->run(ops.first, ops.last, ends_, keep);
  n_rows_ += program_.count(ops.first, ops.last).computed();
}

void target_sweep::run_backward(spliced::backward_machine& machine, op_range ops,
                                const spliced::backward_machine::options& how) {
  machine.run(ops.first, ops.last, how);
  n_rows_ += program_.count(ops.first, ops.last).computed();
}

void target_sweep::load_forward(std::size_t w) {
  const std::size_t group = w / stride_;
  if (w % stride_ != 0 && near_group_ != group) {
    load_kept(group);
    for (std::size_t near = group * stride_; near < std::min((group + 1) * stride_, n_windows()); ++near) {
      if (near % stride_ != 0) save_rows(*machines_.forward, live_before(near), near_rows_[near % stride_]);
      run_forward({program_.windows[near].first_op, program_.windows[near].last_op}, nullptr);
    }
    near_group_ = group;
  }
  if (w % stride_ == 0) return load_kept(group);
  machines_.forward->load(live_before(w), near_rows_[w % stride_].data());
}

// Rows behind the last window of a group are kept, unless no border of a best chain is near.
void target_sweep::load_backward(std::size_t w) {
  spliced::backward_machine& machine = *machines_.backward;
  const auto load = [&](std::size_t window, const std::vector<std::byte>& rows) {
    if (rows.size() != live_before(window + 1).size() * machine.row_bytes())
      throw std::logic_error("rows of a sweep backwards were not kept");
    machine.clear();
    machine.load(live_before(window + 1), rows.data());
  };
  const std::size_t group = w / stride_, last = std::min((group + 1) * stride_, n_windows()) - 1;
  if (w == last) return load(w, backward_rows_[w]);
  if (near_backward_group_ != group) {
    load(last, backward_rows_[last]);
    for (std::size_t near = last; near > group * stride_; --near) {
      run_backward(machine, {program_.windows[near].first_op, program_.windows[near].last_op}, {});
      save_rows(machine, live_before(near), near_backward_rows_[(near - 1) % stride_]);
    }
    near_backward_group_ = group;
  }
  load(w, near_backward_rows_[w % stride_]);
}

void target_sweep::load_kept(std::size_t group) {
  machines_.forward->load(live_before(group * stride_), kept_rows_[group].data());
}

score target_sweep::sweep_forward(spliced::run_control* control, spliced::planned_cells* planned) {
  machines_.forward->clear();
  for (std::size_t w = 0; w < n_windows(); ++w) {
    if (control != nullptr) control->throw_if_stopped();
    if (w % stride_ == 0) save_rows(*machines_.forward, live_before(w), kept_rows_[w / stride_]);
    const auto& window = program_.windows[w];
    run_forward({window.first_op, window.last_op}, nullptr);
    if (planned != nullptr) planned->add_part(w, n_windows());
  }
  total_ = best_of(ends_, 0, program_.n_borders);
  if (spliced::is_reachable(total_)) check_exact(total_);
  return total_;
}

void target_sweep::run_in_detail(std::size_t w) {
  const auto& window = program_.windows[w];
  is_detailed_[w] = true;
  for (std::uint32_t last = window.last_op; last > window.first_op;) {
    const std::uint32_t first = first_of_piece({window.first_op, last});
    const auto& rows =
        holding(forward_borders_, *machines_.forward, first_border_at(first), first_border_at(last));
    load_forward(w);
    run_forward({window.first_op, last}, rows.get());
    run_backward(*machines_.backward, {first, last},
                 {.begins = begins_, .forward = rows.get(), .through = through_});
    last = first;
  }
}

// Within so many windows behind its position lie all ops of a border.
std::size_t target_sweep::reach() const {
  const std::int64_t wait = std::max<std::int64_t>(codon_length, program_.longest_wait);
  return static_cast<std::size_t>(wait / program_.window_length) + 2;
}

// Whether exons of best chains start or end by ops of a window, as far as they are found.
bool target_sweep::has_borders_of(std::size_t w, const chain_borders& found) const {
  bool has = false;
  for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    const auto& positions = op.border == exon_border::start ? found.starts : found.ends;
    has |= std::ranges::find(positions, std::int64_t{op.position}) != positions.end();
  });
  return has;
}

bool target_sweep::is_kept(std::size_t w, const chain_borders& found) const {
  return stride_ == 1 ? has_borders_of(w, found) : (w + 1) % stride_ == 0 || w + 1 == n_windows();
}

// Where best chains end in a window others may go on: those windows behind it by whose ops they do are run in detail, too. They were
// run before.
void target_sweep::run_behind_ends(std::size_t w) {
  chain_borders ends_of_chains;
  for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
    if (op.kind == sweep_op_kind::end && worth_of(op) == total_) ends_of_chains.ends.push_back(op.position);
  });
  std::size_t last = w;
  for (std::size_t v = w + 1; v < std::min(n_windows(), w + 1 + reach()); ++v)
    if (has_borders_of(v, ends_of_chains)) last = v;
  if (last == w) return;
  machines_.backward->load(live_before(last + 1), backward_rows_[last].data());
  for (; last > w; --last) run_in_detail(last);
}

chain_borders target_sweep::sweep_backward(spliced::run_control* control, spliced::planned_cells* planned) {
  machines_.backward->clear();
  chain_borders found;
  bool is_in_chain = false;
  for (std::size_t w = n_windows(); w-- > 0;) {
    if (control != nullptr) control->throw_if_stopped();
    const auto& window = program_.windows[w];
    backward_rows_[w].swap(spare_rows_);
    save_rows(*machines_.backward, live_before(w + 1), backward_rows_[w]);
    const bool ends_here = best_of(ends_, window.first_border, window.last_border) == total_;
    if (ends_here && !is_in_chain) run_behind_ends(w);
    if (is_in_chain || ends_here) {
      run_in_detail(w);
      for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
        if (worth_of(op) == total_)
          (op.border == exon_border::start ? found.starts : found.ends).push_back(op.position);
      });
      load_forward(w);
      is_in_chain = machines_.backward->join(*machines_.forward, live_before(w)) == total_;
    } else {
      run_backward(*machines_.backward, {window.first_op, window.last_op}, {.begins = begins_});
    }
    if (const std::size_t far = w + reach(); far < n_windows() && !is_kept(far, found)) {
      spare_rows_.swap(backward_rows_[far]);
      backward_rows_[far] = {};
    }
    if (planned != nullptr) planned->add_part(n_windows() - 1 - w, n_windows());
  }
  if (best_of(begins_, 0, program_.n_borders) != total_)
    throw std::logic_error("a sweep backwards found another score than that forwards");
  sort_distinct(found.starts);
  sort_distinct(found.ends);
  near_group_.reset();
  for (auto& rows : near_rows_) rows = {};
  return found;
}

// ---- what else there is ----

std::optional<std::int64_t> target_sweep::find_cut(score least) const {
  check_exact(least);
  struct chain_end {
    std::int64_t position;
    score worth;
  };
  std::vector<chain_end> ends, begins;
  for (std::size_t w = 0; w < n_windows(); ++w)
    for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
      if (is_whole(op) && worth_of(op) >= least)
        (op.kind == sweep_op_kind::end ? ends : begins).push_back({op.position, worth_of(op)});
    });
  std::ranges::stable_sort(begins, {}, &chain_end::position);
  for (std::size_t b = begins.size(); b-- > 1;)
    begins[b - 1].worth = std::max(begins[b - 1].worth, begins[b].worth);
  std::optional<std::int64_t> cut;
  std::int64_t best_sum = 0;
  score before = unreachable;
  for (auto begin = begins.begin(); const chain_end& end : ends) {
    if (end.worth <= before) continue;
    before = end.worth;
    begin =
        std::find_if(begin, begins.end(), [&](const auto& each) { return each.position >= end.position; });
    if (begin == begins.end()) break;
    const std::int64_t sum = std::int64_t{before} + begin->worth;
    if (cut && sum <= best_sum) continue;
    best_sum = sum;
    cut = end.position;
  }
  return cut;
}

// A chain that has this exon enters it at its start and stays until it leaves at its end. `labelled` is what is earned within the
// exon by chains that came in at its start, which may leave anywhere but at its end. Where chains start an exon there they earn
// that and no more; so what is joined before is what chains are worth that do not have the exon.
score target_sweep::best_without(interval exon) {
  const op_range starts = ops_of(exon_border::start, exon.start), ends = ops_of(exon_border::end, exon.end);
  const std::uint32_t behind = std::max(starts.last, ends.last);
  spliced::backward_machine& main = *machines_.backward;
  const auto border_range = [this](op_range ops) {
    return std::pair(first_border_at(ops.first), first_border_at(ops.last));
  };
  const std::size_t last_window = window_of(behind - 1);
  load_backward(last_window);
  run_backward(main, {behind, program_.windows[last_window].last_op}, {});
  if (!labelled_) labelled_ = main.make_another();
  labelled_->clear();
  const auto live = live_at(behind);
  save_rows(main, live, spare_rows_);
  labelled_->load(live, spare_rows_.data());

  const auto within_exon = [&](const sweep_op& op) {
    if (op.border == exon_border::start) return border_row::own;
    if (std::int64_t{op.position} == exon.end) return border_row::none;
    return op.kind == sweep_op_kind::end ? border_row::own : border_row::given;
  };
  const auto run_both = [&](op_range ops, spliced::border_rows* keep) {
    const auto [first, last] = border_range(ops);
    const auto& rows = holding(backward_borders_, main, first, last);
    run_backward(main, ops, {.keep = rows.get()});
    run_backward(*labelled_, ops, {.keep = keep, .given = rows.get(), .row_of = within_exon});
  };
  for (std::uint32_t last = behind; last > starts.last;) {
    const std::uint32_t first = std::max(starts.last, program_.windows[window_of(last - 1)].first_op);
    const std::uint32_t of_piece = first_of_piece({first, last});
    run_both({of_piece, last}, nullptr);
    last = of_piece;
  }
  const auto live_behind = live_at(starts.last);
  save_rows(main, live_behind, spare_rows_);
  const auto [first_border, last_border] = border_range(starts);
  const auto& labelled_rows = holding(labelled_borders_, main, first_border, last_border);
  run_both(starts, labelled_rows.get());

  const auto instead = [&](const sweep_op& op) {
    const bool starts_exon = op.border == exon_border::start && std::int64_t{op.position} == exon.start;
    return starts_exon ? border_row::given : border_row::own;
  };
  begins_at_start_.resize(program_.n_borders);
  std::fill(begins_at_start_.begin() + first_border, begins_at_start_.begin() + last_border, unreachable);
  main.load(live_behind, spare_rows_.data());
  run_backward(main, starts, {.begins = begins_at_start_, .given = labelled_rows.get(), .row_of = instead});
  const std::size_t first_window = window_of(starts.first);
  load_forward(first_window);
  run_forward({program_.windows[first_window].first_op, starts.first}, nullptr);
  return std::max({main.join(*machines_.forward, live_at(starts.first)), best_of(ends_, 0, first_border),
                   best_of(begins_at_start_, first_border, last_border),
                   best_of(begins_, last_border, program_.n_borders)});
}

// Of chains that have all the exons and others: of those between two of them one starts where none of the exons does, those before
// the first have it follow an intron, those behind the last have one follow it.
score target_sweep::best_by_other_borders(std::span<const interval> exons) const {
  score best = unreachable;
  for (std::size_t w = 0; w < n_windows(); ++w) {
    if (!is_detailed_[w]) continue;
    for_each_border(w, [&](const sweep_op& op, std::uint32_t) {
      const std::int64_t position = op.position;
      const bool is_other = op.border == exon_border::end
                                ? position == exons.back().end && op.kind != sweep_op_kind::end
                                : !std::ranges::binary_search(exons, position, {}, &interval::start) ||
                                      (position == exons.front().start && op.kind != sweep_op_kind::begin);
      if (is_other) best = std::max(best, worth_of(op));
    });
  }
  return best;
}

chain_rivals target_sweep::study_rivals(std::span<const interval> exons) {
  chain_rivals found;
  const auto if_any = [this](score value) {
    check_exact(value);
    return spliced::is_reachable(value) ? std::optional(value) : std::nullopt;
  };
  score runner_up = best_by_other_borders(exons);
  for (const interval& exon : exons) {
    const score without = best_without(exon);
    found.best_without.push_back(if_any(without));
    runner_up = std::max(runner_up, without);
  }
  found.runner_up = if_any(runner_up);
  return found;
}

}  // namespace exonweave
