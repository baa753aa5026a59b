#include "exons/graph/chain_graph.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <stdexcept>

#include "exons/graph/exon_stretches.hpp"

namespace exonweave {
namespace {

using spliced::edge;
using spliced::is_reachable;
using spliced::node_id;
using spliced::residue_code;
using spliced::score;

// The part of a codon that is known at an exon's start: what was carried over the intron, or nothing yet. A chain's own
// start codon is kept apart, since nothing but ATG may come of it.
struct carried_codon {
  bool is_start = false;
  std::uint8_t n = 0;                   // nucleotides
  std::array<residue_code, 2> bases{};  // [n]
  auto operator<=>(const carried_codon&) const = default;

  [[nodiscard]] carried_codon with(residue_code base) const {
    carried_codon longer = *this;
    longer.bases[longer.n++] = base;
    return longer;
  }
};

// What a chain carries over an intron, and the kind of the intron: one junction chain each.
struct border_class {
  carried_codon carried;
  splice_family family = splice_family::major;
  auto operator<=>(const border_class&) const = default;
};

// A codon that an exon completes after it was begun in an earlier one, or the first of a chain: it waits until its row.
struct open_codon {
  std::int64_t begin;  // nt where its bases in this exon begin
  edge over;           // from the junction or source, without residue
  carried_codon carried;
  bool is_whole = false;  // not to be split by the exon's end

  [[nodiscard]] std::int64_t row() const {
    return begin + static_cast<std::int64_t>(codon_length) - carried.n;
  }
};

// Rows of one frame so far: what feeds the next residue. Residues that nothing else looks at gather before they
// become a run.
struct lane {
  std::vector<edge> inputs{};   // empty: no exon is here in this frame
  std::uint32_t n_pending = 0;  // residues behind them
  std::int64_t position = 0;    // nt where the last row lies
  std::vector<edge>
      of_residue{};  // the inputs that a residue in this exon stands before: frameshifts start there

  [[nodiscard]] bool is_live() const { return !inputs.empty(); }
};

struct stretch_state {
  std::array<lane, codon_length> lanes;  // by position mod 3; nucleotides: the first
  std::vector<open_codon> codons;
};

// The chain that is to be the only one.
struct only_chain {
  interval span;
  chain_ends ends;
};

class builder {
 public:
  builder(const strand_region& region, const intron_rules& introns, const exon_reading& reading,
          const graph_options& options, const block_sites* blocks, std::optional<only_chain> single_chain)
      : region_(region),
        introns_(introns),
        reading_(reading),
        options_(options),
        blocks_(blocks),
        single_chain_(single_chain),
        frames_(reading.code == nullptr ? 1 : codon_length),
        graph_(residues_of(region, reading), static_cast<std::uint8_t>(frames_)) {}

  // Position by position, in topological order: rows, then ends, then what goes on and what starts behind them.
  spliced::row_graph build(std::vector<stretch> stretches) {
    stretches_ = std::move(stretches);
    states_.resize(stretches_.size());
    next_start_.resize(stretches_.size(), 0);
    std::vector<std::size_t> waiting(stretches_.size());
    std::iota(waiting.begin(), waiting.end(), 0);
    std::ranges::stable_sort(waiting, std::greater<>(), [&](std::size_t s) { return stretches_[s].begin; });
    for (position_ = region_.start; !(waiting.empty() && active_.empty()); ++position_) {
      if (active_.empty()) position_ = stretches_[waiting.back()].begin;
      for (const std::size_t s : active_) add_row(s);
      const auto ended = std::ranges::stable_partition(
          active_, [&](std::size_t s) { return stretches_[s].end != position_; });
      for (const std::size_t s : ended) add_exits(s);
      make_junctions();
      const std::vector<std::size_t> inner(ended.begin(), ended.end());
      active_.erase(ended.begin(), ended.end());
      for (; !waiting.empty() && stretches_[waiting.back()].begin == position_; waiting.pop_back())
        active_.push_back(waiting.back());
      for (const std::size_t s : inner) hand_over(s);
      for (const std::size_t s : active_) add_starts(s);
    }
    graph_.add_junction(last_end_, sink_inputs_);
    return std::move(graph_);
  }

 private:
  // The junction that an exon's end makes, or the chain of them so far.
  struct feeder {
    std::int64_t position;
    node_id node;
  };

  // Nucleotides as they are; codons by frame: those at start, start + 3, ..., then those at start + 1, ...
  static std::vector<residue_code> residues_of(const strand_region& region, const exon_reading& reading) {
    if (reading.code == nullptr) return region.residues;
    const auto& bases = region.residues;
    std::vector<residue_code> codons;
    codons.reserve(bases.size());
    for (std::size_t frame = 0; frame < codon_length; ++frame)
      for (std::size_t i = frame; i + codon_length <= bases.size(); i += codon_length)
        codons.push_back(reading.code->translate(bases[i], bases[i + 1], bases[i + 2]));
    return codons;
  }

  // Index in the residues of the one that begins at `position`.
  [[nodiscard]] std::uint64_t residue_index(std::int64_t position) const {
    const auto i = static_cast<std::uint64_t>(position - region_.start);
    if (frames_ == 1) return i;
    std::uint64_t before = 0;  // codons of the frames before
    for (std::uint64_t frame = 0; frame < i % codon_length; ++frame)
      before += (region_.residues.size() - frame) / codon_length;
    return before + i / codon_length;
  }

  [[nodiscard]] lane& lane_at(stretch_state& of, std::int64_t position) const {
    return of
        .lanes[static_cast<std::size_t>((position - region_.start) % static_cast<std::int64_t>(frames_))];
  }

  // ---- lanes and nodes ----

  // One node whose row is the lane's last.
  node_id node_of(lane& of) {
    if (of.n_pending > 0) {
      const auto nt = static_cast<std::int64_t>(of.n_pending * frames_);
      const node_id run =
          graph_.add_run(residue_index(of.position - nt), of.n_pending, of.position, of.inputs);
      of.inputs = {{run, 0}};
      of.n_pending = 0;
    }
    const edge& only = of.inputs.front();
    const auto kind = graph_.view().nodes[only.source].kind;
    if (of.inputs.size() > 1 || only.weight != 0 || only.n_nt != 0 || kind == spliced::node_kind::junction)
      of.inputs = {{graph_.add_pass(of.position, of.inputs), 0}};
    return of.inputs.front().source;
  }

  // More ways into the row where a lane stands.
  void let_in(lane& into, std::int64_t position, const std::vector<edge>& inputs) {
    if (inputs.empty()) return;
    if (into.is_live() && into.n_pending > 0) node_of(into);
    if (!into.is_live()) into = {.position = position};
    into.inputs.insert(into.inputs.end(), inputs.begin(), inputs.end());
  }

  // ---- rows ----

  void add_row(std::size_t s) {
    if (frames_ == 1) {
      lane& of = states_[s].lanes[0];
      if (of.is_live()) ++of.n_pending, ++of.position;
      return;
    }
    add_codon_row(s);
  }

  [[nodiscard]] bool may_end_here(std::size_t s) const {
    if (stretches_[s].is_blocks) return blocks_->may_end(position_);
    return stretches_[s].end == position_;
  }

  // What a chain gains by ending here; unreachable when no exon of the stretch may.
  [[nodiscard]] score end_weight(std::size_t s) const {
    if (stretches_[s].is_blocks) return 0;
    score best = spliced::unreachable;
    for (const stretch_exit& leaves : stretches_[s].exits) best = std::max(best, leaves.ends);
    return best;
  }

  // The row of the codon that ends here: from the row three before, and of codons split by introns.
  void add_codon_row(std::size_t s) {
    stretch_state& state = states_[s];
    lane& of = lane_at(state, position_);
    std::vector<edge> inputs = complete_codons(s);
    const bool goes_on = of.is_live() && of.position + 3 == position_ && codon_goes_on(s, of);
    if (goes_on && inputs.empty() && !reading_.frameshift && !is_costly_stop(position_ - 3)) {
      ++of.n_pending;
      of.position = position_;
      return;
    }
    if (goes_on) {
      const std::uint64_t codon = residue_index(position_ - 3);
      const residue_code residue = graph_.view().residues[codon];
      const score weight = is_costly_stop(position_ - 3) ? -*reading_.internal_stop : 0;
      inputs.push_back({node_of(of), weight, residue, 3});
    }
    if (inputs.empty()) {
      of = {};
    } else {
      of = {.inputs = {{graph_.add_pass(position_, inputs), 0}}, .position = position_};
    }
    if (reading_.frameshift) let_in_frameshifts(state, of);
  }

  [[nodiscard]] bool is_stop(std::int64_t codon) const {
    return graph_.view().residues[residue_index(codon)] == spliced::stop_amino;
  }
  [[nodiscard]] bool is_costly_stop(std::int64_t codon) const {
    return reading_.internal_stop && is_stop(codon);
  }

  // Whether the codon that ends here may be read on; ends the chain where it may.
  bool codon_goes_on(std::size_t s, lane& of) {
    const std::int64_t codon = position_ - 3;
    const bool ends = reading_.code->may_end(region_.at(codon), region_.at(codon + 1), region_.at(codon + 2));
    if (ends && may_end_here(s) && is_reachable(end_weight(s)))
      to_sink({node_of(of), end_weight(s), spliced::no_residue, 3});
    return !is_stop(codon) || reading_.internal_stop;
  }

  // Edges of the codons that this row completes and that began before this exon.
  std::vector<edge> complete_codons(std::size_t s) {
    std::vector<edge> inputs;
    std::vector<open_codon>& codons = states_[s].codons;
    for (const open_codon& each : codons) {
      if (each.row() != position_) continue;
      std::array<residue_code, codon_length> bases{};
      std::copy_n(each.carried.bases.begin(), each.carried.n, bases.begin());
      for (std::size_t n = each.carried.n; n < codon_length; ++n)
        bases[n] = region_.at(each.begin + static_cast<std::int64_t>(n - each.carried.n));
      const auto n_nt = static_cast<std::uint8_t>(codon_length - each.carried.n);
      if (each.carried.is_start && bases != standard_start) continue;
      const residue_code residue = reading_.code->translate(bases[0], bases[1], bases[2]);
      if (!each.carried.is_start && reading_.code->may_end(bases[0], bases[1], bases[2]) && may_end_here(s) &&
          is_reachable(end_weight(s)))
        to_sink({graph_.add_pass(each.begin, std::span(&each.over, 1)), end_weight(s), spliced::no_residue,
                 n_nt});
      const bool is_stop_codon = residue == spliced::stop_amino;
      if (is_stop_codon && !reading_.internal_stop) continue;
      const score cost = is_stop_codon ? *reading_.internal_stop : 0;
      const edge entered =
          each.over.n_nt == 0 ? each.over : edge{graph_.add_pass(each.begin, std::span(&each.over, 1)), 0};
      inputs.push_back({entered.source, entered.weight - cost, residue, n_nt});
    }
    std::erase_if(codons, [&](const open_codon& each) { return each.row() <= position_; });
    return inputs;
  }

  // From the rows of the other frames 1 and 2 nt before, where a codon of the same exon ends.
  void let_in_frameshifts(stretch_state& state, lane& here) {
    if (here.is_live() && here.position == position_) {
      node_of(here);
      here.of_residue = here.inputs;
    } else {
      here = {};
    }
    std::vector<edge> skips;
    for (const std::uint8_t n_nt : {std::uint8_t{1}, std::uint8_t{2}}) {
      if (position_ - n_nt < region_.start) continue;
      const lane& from = lane_at(state, position_ - n_nt);
      if (from.position != position_ - n_nt) continue;
      for (const edge& each : from.of_residue)
        skips.push_back({each.source, -*reading_.frameshift, spliced::no_residue, n_nt});
    }
    let_in(here, position_, skips);
  }

  // ---- ends ----

  void add_exits(std::size_t s) {
    stretch_state& state = states_[s];
    for (const stretch_exit& leaves : stretches_[s].exits) {
      for (std::uint8_t n = 0; n < frames_; ++n) add_exit_with(n, leaves, state);
      leave_within_codons(leaves, state);
      if (stretches_[s].is_blocks) leave_within_start_codon(leaves);
    }
  }

  // Exits that carry the last n nucleotides on.
  void add_exit_with(std::uint8_t n, const stretch_exit& leaves, stretch_state& state) {
    if (position_ - n < region_.start) return;
    lane& of = lane_at(state, position_ - n);
    if (!of.is_live() || of.position != position_ - n) return;
    carried_codon carried;
    for (std::int64_t base = position_ - n; base < position_; ++base)
      carried = carried.with(region_.at(base));
    // Without a carried base the last codon of the exon ends here; a row that only a frameshift leads to does not do.
    const std::vector<edge> last =
        n == 0 && reading_.frameshift ? of.of_residue : std::vector{edge{node_of(of), 0}};
    for (const edge& from : last) {
      leave(from.source, n, carried, leaves);
      if (frames_ == 1 && is_reachable(leaves.ends)) to_sink({from.source, leaves.ends});
      if (frames_ > 1 && reading_.incomplete && may_be_last())
        to_sink({from.source, leaves.weight - *reading_.incomplete, spliced::no_residue, n});
    }
  }

  void leave(node_id from, std::uint8_t n_nt, const carried_codon& carried, const stretch_exit& leaves) {
    if (is_reachable(leaves.goes_on))
      exits_here_.push_back({{carried, leaves.family}, {from, leaves.goes_on, spliced::no_residue, n_nt}});
  }

  void to_sink(const edge& last) { ends_here_.push_back(last); }

  // Exons too short to complete the codon that they were entered with.
  void leave_within_codons(const stretch_exit& leaves, stretch_state& state) {
    if (!is_reachable(leaves.goes_on)) return;
    for (const open_codon& each : state.codons) {
      if (each.is_whole || each.begin >= position_ || each.row() <= position_) continue;
      carried_codon carried = each.carried;
      for (std::int64_t base = each.begin; base < position_; ++base) carried = carried.with(region_.at(base));
      if (!carried.is_start || begins_start_codon(carried))
        leave(graph_.add_pass(each.begin, std::span(&each.over, 1)),
              static_cast<std::uint8_t>(position_ - each.begin), carried, leaves);
    }
  }

  static bool begins_start_codon(const carried_codon& carried) {
    return std::equal(carried.bases.begin(), carried.bases.begin() + carried.n, standard_start.begin());
  }

  // Own blocks of the first one or two bases of a start codon.
  void leave_within_start_codon(const stretch_exit& leaves) {
    if (frames_ == 1 || !is_reachable(leaves.goes_on)) return;
    for (std::uint8_t n = 1; n < codon_length; ++n) {
      const std::int64_t begin = position_ - n;
      if (begin < region_.start) return;
      if (!blocks_->may_start(begin)) continue;
      carried_codon carried{.is_start = true};
      for (std::int64_t base = begin; base < position_; ++base) carried = carried.with(region_.at(base));
      if (!begins_start_codon(carried)) continue;
      const edge from_source{source_before(begin), 0};
      leave(graph_.add_pass(begin, std::span(&from_source, 1)), n, carried, leaves);
    }
  }

  // All nodes that end here were made before, so that every path crosses the cut between them and the junctions. With
  // the junction chain each junction holds all that ended before it too, and so does the sink so far: only the last of
  // them stay live.
  void make_junctions() {
    std::ranges::stable_sort(exits_here_, {}, &exit_edge::border);
    for (auto first = exits_here_.begin(); first != exits_here_.end();) {
      auto last = first + 1;
      if (options_.junction_chain)
        last = std::find_if(first, exits_here_.end(),
                            [&](const exit_edge& other) { return other.border != first->border; });
      auto& feeders = feeders_[first->border];
      std::vector<edge> inputs;
      std::transform(first, last, std::back_inserter(inputs),
                     [](const exit_edge& each) { return each.over; });
      if (options_.junction_chain && !feeders.empty())
        inputs.push_back({feeders.back().node, -introns_.length_cost(feeders.back().position, position_)});
      feeders.push_back({position_, graph_.add_junction(position_, inputs)});
      first = last;
    }
    sink_inputs_.insert(sink_inputs_.end(), ends_here_.begin(), ends_here_.end());
    if (options_.junction_chain && !ends_here_.empty())
      sink_inputs_ = {{graph_.add_junction(position_, sink_inputs_), 0}};
    if (!exits_here_.empty() || !ends_here_.empty()) last_end_ = position_;
    exits_here_.clear();
    ends_here_.clear();
  }

  // ---- starts ----

  // The source as seen from here: with the junction chain a row of its own, so that edges stay short.
  node_id source_here() {
    if (!options_.junction_chain) return spliced::graph_view::source();
    if (sources_.empty() || sources_.back().position != position_) {
      const edge before{sources_.empty() ? spliced::graph_view::source() : sources_.back().node, 0};
      sources_.push_back({position_, graph_.add_junction(position_, std::span(&before, 1))});
    }
    return sources_.back().node;
  }

  [[nodiscard]] node_id source_before(std::int64_t position) const {
    const auto beyond = std::ranges::upper_bound(sources_, position, {}, &feeder::position);
    return beyond == sources_.begin() ? spliced::graph_view::source() : (beyond - 1)->node;
  }

  // The edges by which a chain in a border class may enter an exon that starts here.
  [[nodiscard]] std::vector<edge> edges_from(const std::vector<feeder>& feeders, score weight) const {
    const auto beyond =
        std::ranges::upper_bound(feeders, position_ - introns_.min_intron, {}, &feeder::position);
    auto from = feeders.begin();
    if (options_.junction_chain && beyond != feeders.begin()) from = beyond - 1;
    std::vector<edge> edges;
    for (; from != beyond; ++from)
      if (!single_chain_ || from->position == last_end_)
        edges.push_back({from->node, weight - introns_.between(from->position, position_)});
    return edges;
  }

  void add_starts(std::size_t s) {
    stretch_state& state = states_[s];
    std::vector<edge> entering;
    const auto& starts = stretches_[s].starts;
    for (std::size_t& next = next_start_[s]; next < starts.size() && starts[next].position == position_;
         ++next) {
      if (is_reachable(starts[next].begins)) begin_chain(starts[next], state, entering);
      if (is_reachable(starts[next].follows)) go_on_chains(starts[next], state, entering);
      if (frames_ > 1 && reading_.incomplete && may_be_first() && !starts[next].is_whole_codon)
        begin_incomplete(starts[next], state);
    }
    let_in(lane_at(state, position_), position_, entering);
  }

  void begin_chain(const stretch_start& at, stretch_state& state, std::vector<edge>& entering) {
    const edge from_source{source_here(), at.begins};
    if (frames_ == 1)
      entering.push_back(from_source);
    else
      state.codons.push_back({position_, from_source, {.is_start = true}, at.is_whole_codon});
  }

  // In any phase; the first codon waits like a split one, so that no chain ends before it has one.
  void begin_incomplete(const stretch_start& at, stretch_state& state) {
    for (std::uint8_t n_skipped = 0; n_skipped < codon_length; ++n_skipped)
      state.codons.push_back(
          {position_ + n_skipped,
           {source_here(), at.weight - *reading_.incomplete, spliced::no_residue, n_skipped},
           {}});
  }

  void go_on_chains(const stretch_start& at, stretch_state& state, std::vector<edge>& entering) {
    for (const auto& [border, feeders] : feeders_) {
      if (border.family != at.family) continue;
      for (const edge& from : edges_from(feeders, at.follows))
        if (border.carried.n == 0)
          entering.push_back(from);
        else
          state.codons.push_back({position_, from, border.carried});
    }
  }

  // In the graph of one chain only its first and last exon may lack a start or stop codon.
  [[nodiscard]] bool may_be_first() const {
    return !single_chain_ || (!single_chain_->ends.has_start && position_ == single_chain_->span.start);
  }
  [[nodiscard]] bool may_be_last() const {
    return !single_chain_ || (!single_chain_->ends.has_stop && position_ == single_chain_->span.end);
  }

  // ---- from stretch to stretch ----

  // What ended here goes on in the stretch around it.
  void hand_over(std::size_t inner) {
    const std::size_t outer = stretches_[inner].outer;
    if (outer == stretch::none) return;
    stretch_state& from = states_[inner];
    stretch_state& into = states_[outer];
    for (std::size_t f = 0; f < frames_; ++f) {
      lane& there = into.lanes[f];
      lane& here = from.lanes[f];
      if (!here.is_live()) continue;
      if (!there.is_live()) {
        there = std::move(here);
        continue;
      }
      if (here.n_pending > 0) node_of(here);
      if (there.n_pending > 0) node_of(there);
      there.inputs.insert(there.inputs.end(), here.inputs.begin(), here.inputs.end());
      there.of_residue.insert(there.of_residue.end(), here.of_residue.begin(), here.of_residue.end());
    }
    into.codons.insert(into.codons.end(), from.codons.begin(), from.codons.end());
    from = {};
  }

  struct exit_edge {
    border_class border;
    edge over;
  };

  const strand_region& region_;
  intron_rules introns_;
  exon_reading reading_;
  graph_options options_;
  const block_sites* blocks_;  // null without own blocks
  std::optional<only_chain> single_chain_;
  std::size_t frames_;  // 1: nucleotides
  spliced::row_graph graph_;
  std::vector<stretch> stretches_;
  std::vector<stretch_state> states_;    // [stretches]
  std::vector<std::size_t> next_start_;  // [stretches]
  std::vector<std::size_t> active_;      // stretches that the position lies in or at the end of
  std::int64_t position_ = 0;            // nt, the row being worked on
  std::int64_t last_end_ = 0;            // nt of the last junction or end of a chain
  std::vector<exit_edge> exits_here_;    // at position_, not made yet
  std::vector<edge> ends_here_;          // the same, to the sink
  std::map<border_class, std::vector<feeder>> feeders_;
  std::vector<feeder> sources_;    // copies of the source's row
  std::vector<edge> sink_inputs_;  // with the junction chain: the sink so far
};

void check(std::span<const strand_exon> exons, const strand_region& region) {
  const interval whole{region.start, region.end()};
  for (std::size_t k = 0; k < exons.size(); ++k) {
    if (exons[k].where.length() < 1 || !whole.contains(exons[k].where))
      throw std::invalid_argument("an exon is empty or lies outside its region");
    if (k > 0 && !(exons[k - 1].where < exons[k].where))
      throw std::invalid_argument("exons must be sorted and distinct");
  }
}

}  // namespace

spliced::row_graph build_row_graph(const exon_material& material, const strand_region& region,
                                   const intron_rules& introns, const exon_reading& reading,
                                   const graph_options& options) {
  check(material.exons, region);
  return builder(region, introns, reading, options, material.blocks, std::nullopt)
      .build(make_stretches(material, region, options));
}

spliced::row_graph build_path_graph(std::span<const strand_exon> chain, chain_ends ends,
                                    const strand_region& region, const intron_rules& introns,
                                    const exon_reading& reading) {
  check(chain, region);
  std::vector<strand_exon> exons(chain.begin(), chain.end());
  for (std::size_t e = 0; e < exons.size(); ++e) {
    role_weights& roles = exons[e].roles;
    (e == 0 ? roles.follows : roles.begins) = spliced::unreachable;
    (e + 1 == exons.size() ? roles.goes_on : roles.ends) = spliced::unreachable;
  }
  if (!ends.has_start) exons.front().roles.begins = spliced::unreachable;
  if (!ends.has_stop) exons.back().roles.ends = spliced::unreachable;
  return builder(region, introns, reading, literal_graph, nullptr,
                 only_chain{{chain.front().where.start, chain.back().where.end}, ends})
      .build(make_stretches({exons}, region, literal_graph));
}

std::uint64_t count_literal_edges(std::span<const strand_exon> exons, const intron_rules& introns) {
  std::vector<std::int64_t> ends;
  for (const auto& exon : exons) ends.push_back(exon.where.end);
  std::sort(ends.begin(), ends.end());
  std::uint64_t edges = 3 * exons.size();  // from the source, to the exit, to the sink
  for (const auto& exon : exons)
    edges += static_cast<std::uint64_t>(
        std::upper_bound(ends.begin(), ends.end(), exon.where.start - introns.min_intron) - ends.begin());
  return edges;
}

}  // namespace exonweave
