#include "exons/run/locus_models.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <numeric>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "base/threads/on_threads.hpp"

namespace exonweave {

namespace {

// Of two on one strand of one sequence.
bool belongs(const exon_chain& leader, const exon_chain& other) {
  return 2 * shared_length(leader, other) >= std::min(length_of(leader), length_of(other));
}

// The identical ones first.
std::vector<grouped_model> by_score(std::span<const elective_model> models, const target_set& targets) {
  std::vector<grouped_model> sorted;
  sorted.reserve(models.size());
  for (const elective_model& each : models)
    sorted.push_back(
        {&each, aligned_chain_of(each.model), fit_of(each.model, targets.targets[each.model.target].residues.size())});
  const auto key = [&](const grouped_model& grouped) {
    const gene_model& model = grouped.model();
    return std::tuple<bool, spliced::score, std::size_t, const exon_chain&, strand, std::string_view, std::size_t>(
        grouped.fit != gene_fit::identical, -model.score, model.sequence, grouped.exons, model.on,
        targets.targets[model.target].name, model.target);
  };
  std::ranges::sort(sorted, [&](const grouped_model& a, const grouped_model& b) { return key(a) < key(b); });
  return sorted;
}

}  // namespace

std::vector<locus_group> group_into_loci(std::span<const elective_model> models, const target_set& targets) {
  std::vector<locus_group> groups;
  exon_index leaders;
  for (grouped_model& each : by_score(models, targets)) {
    const std::vector<std::size_t> near = leaders.near(each.model().sequence, each.model().on, each.exons);
    const auto found =
        std::ranges::find_if(near, [&](std::size_t group) { return belongs(groups[group].front().exons, each.exons); });
    if (found != near.end()) {
      groups[*found].push_back(std::move(each));
    } else {
      leaders.add(groups.size(), each.model().sequence, each.model().on, each.exons);
      groups.push_back({std::move(each)});
    }
  }
  return groups;
}

namespace {

// As a genome is read best.
std::vector<std::size_t> by_sequence(const std::vector<locus_group>& groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t each) {
    const gene_model& leader = groups[each].front().model();
    return std::tuple(leader.sequence, leader.span().start, each);
  });
  return order;
}

// A locus with the chains up for election.
struct contested_locus {
  const locus_group* group = nullptr;
  std::vector<candidate_chain> candidates;
  std::size_t n_left = 0;  // tasks that are not done
};

// Some chains of a locus, for one thread.
struct election_task {
  std::size_t number = 0;  // as a genome is read best: which failure is reported depends on no thread
  std::size_t locus = 0;
  std::size_t first = 0, end = 0;  // candidates
  std::uint64_t work = 0;          // alignments, times nt of their exons
  std::uint64_t n_alignments = 0;
};

// A locus of much work is divided, so that no thread ends long after the others; the longest tasks come first.
std::vector<election_task> plan_elections(std::vector<contested_locus>& loci, std::size_t n_threads) {
  constexpr std::uint64_t parts_per_thread = 32;
  std::uint64_t all = 0;
  for (const contested_locus& each : loci)
    for (const candidate_chain& chain : each.candidates)
      all += each.group->size() * static_cast<std::uint64_t>(length_of(chain.exons));
  const std::uint64_t part = all / (parts_per_thread * n_threads) + 1;
  std::vector<election_task> tasks;
  for (std::size_t b = 0; b < loci.size(); ++b)
    for (std::size_t c = 0; c < loci[b].candidates.size(); ++c) {
      const std::uint64_t n = loci[b].group->size();
      const std::uint64_t work = n * static_cast<std::uint64_t>(length_of(loci[b].candidates[c].exons));
      if (c == 0 || tasks.back().work + work > part) {
        tasks.push_back({tasks.size(), b, c, c});
        ++loci[b].n_left;
      }
      tasks.back().end = c + 1;
      tasks.back().work += work;
      tasks.back().n_alignments += n;
    }
  std::ranges::stable_sort(tasks, std::greater(),
                           [&](const election_task& task) { return task.work > part / 2 ? task.work : 0; });
  return tasks;
}

// Held by several threads. An election for which a thread's share of the memory does not do is held when all others are
// over, alone and with all of it, so that who is representative does not depend on the number of threads.
class elections {
 public:
  elections(const std::vector<locus_group>& groups, const prediction_input& input, const prediction_options& options)
      : input_(input),
        options_(options),
        maker_(input, options),
        n_threads_(std::max(1u, options.n_threads)),
        chosen_(groups.size()) {
    for (const std::size_t g : by_sequence(groups)) {
      loci_.push_back({&groups[g], candidates_of(groups[g])});
      place_of_.push_back(g);
    }
    tasks_ = plan_elections(loci_, n_threads_);
    n_threads_ = std::clamp<std::size_t>(tasks_.size(), 1, n_threads_);
  }

  [[nodiscard]] std::uint64_t n_alignments() const {
    std::uint64_t n = 0;
    for (const election_task& each : tasks_) n += each.n_alignments;
    return n;
  }

  /// In the order of the groups.
  std::vector<std::vector<gene_model>> hold() {
    {
      std::vector<std::jthread> others;
      try {
        while (others.size() + 1 < n_threads_) others.emplace_back([this] { work(); });
      } catch (const std::system_error&) {  // those that there are do the work
      }
      work();
    }
    hold_deferred();
    if (options_.control != nullptr) options_.control->throw_if_stopped();
    failure_.rethrow();
    return std::move(chosen_);
  }

 private:
  void work() {
    const std::uint64_t fraction = std::min(options_.memory.usable / n_threads_, options_.memory.alone());
    locus_consensus election(input_, options_, maker_, fraction);
    for (std::size_t next = next_++; next < tasks_.size(); next = next_++) {
      const election_task& task = tasks_[next];
      if (failure_.is_before(task.number)) continue;
      try {
        hold(task, election);
      } catch (const not_enough_memory&) {
        if (fraction == options_.memory.alone())
          failure_.note(task.number);
        else
          defer(task);
      } catch (...) {
        failure_.note(task.number);
      }
    }
  }

  void hold_deferred() {
    std::ranges::sort(deferred_, {}, &election_task::number);
    locus_consensus election(input_, options_, maker_, options_.memory.alone());
    for (const election_task& task : deferred_) {
      if (failure_.is_before(task.number)) break;
      try {
        hold(task, election);
      } catch (...) {
        failure_.note(task.number);
      }
    }
  }

  void hold(const election_task& task, locus_consensus& election) {
    contested_locus& mine = loci_[task.locus];
    for (std::size_t c = task.first; c < task.end; ++c)
      mine.candidates[c].joint_score = election.joint_score(mine.candidates[c].exons, *mine.group);
    if (options_.control != nullptr) options_.control->add_cells(task.n_alignments);
    if (is_last_of(mine))
      chosen_[place_of_[task.locus]] =
          representative_models(std::move(mine.candidates), *mine.group, input_.targets, options_.n_isoforms);
  }

  // Whoever is last sees what the others have scored.
  bool is_last_of(contested_locus& counted) {
    const std::lock_guard lock(mutex_);
    return --counted.n_left == 0;
  }

  void defer(const election_task& task) {
    const std::lock_guard lock(mutex_);
    deferred_.push_back(task);
  }

  const prediction_input& input_;
  const prediction_options& options_;
  region_maker maker_;
  std::size_t n_threads_;
  std::vector<contested_locus> loci_;
  std::vector<std::size_t> place_of_;  // [loci] of the group
  std::vector<election_task> tasks_;
  std::vector<std::vector<gene_model>> chosen_;  // [groups]
  first_failure failure_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  // guards what is deferred, and how many tasks loci have left
  std::vector<election_task> deferred_;
};

}  // namespace

std::vector<elective_model> elective_models_of(const locus_result& result, elective_parts parts) {
  std::vector<elective_model> best;
  for (const gene_model& each : result.models) {
    if (!best.empty() && best.back().model.place == each.place) continue;
    gene_model& model = best.emplace_back(each, result.locus.region).model;
    if (parts == elective_parts::all) continue;
    model.alignment = {};
    if (parts == elective_parts::sequences) continue;
    model.coding = {};
    model.protein = {};
  }
  return best;
}

std::vector<std::vector<gene_model>> choose_locus_models(const std::vector<elective_model>& models,
                                                         const prediction_input& input,
                                                         const prediction_options& options,
                                                         const std::function<void(std::uint64_t)>& on_planned) {
  const std::vector<locus_group> groups = group_into_loci(models, input.targets);
  elections all(groups, input, options);
  if (on_planned) on_planned(all.n_alignments());
  std::vector<std::vector<gene_model>> chosen = all.hold();
  std::ranges::stable_sort(chosen, {}, [](const std::vector<gene_model>& locus) {
    const gene_model& model = locus.front();
    return std::tuple(model.sequence, model.span().start, model.span().end, model.on);
  });
  return chosen;
}

namespace {

bool is_identical(const candidate_chain& chain) { return chain.finder->fit == gene_fit::identical; }

// Each is aligned to all targets: of very many those stand that identical targets found, then those that most targets
// found, of equal ones those with the best scores, then the first by their exons.
void drop_rarely_found(std::vector<candidate_chain>& candidates) {
  constexpr std::size_t most = 64;
  if (candidates.size() <= most) return;
  std::ranges::stable_sort(candidates, std::greater(), [](const candidate_chain& each) {
    return std::tuple(is_identical(each), each.n_finders, each.finder->model().score);
  });
  candidates.resize(most);
  std::ranges::sort(candidates, {}, &candidate_chain::exons);
}

const std::string& name_of(const gene_model& model, const target_set& targets) {
  return targets.targets[model.target].name;
}

void name_supporters(const locus_group& group, const target_set& all, gene_model& model) {
  std::set<std::string> targets;
  for (const grouped_model& each : group) targets.insert(name_of(each.model(), all));
  model.locus_targets.assign(targets.begin(), targets.end());
  const std::vector<interval> places = aligned_places(model);
  std::vector<std::set<std::string>> supporters(places.size());
  for (const grouped_model& each : group)
    for (const interval& place : aligned_places(each.model()))
      if (const auto found = std::ranges::find(places, place); found != places.end())
        supporters[static_cast<std::size_t>(found - places.begin())].insert(name_of(each.model(), all));
  for (std::size_t e = 0; e < places.size(); ++e)
    model.exons[e].supporters.assign(supporters[e].begin(), supporters[e].end());
}

frame_rule frames_of(const exon_chain& exons, const locus_group& group) {
  const bool is_broken = std::ranges::any_of(
      group, [&](const grouped_model& each) { return each.exons == exons && each.model().has_broken_frame(); });
  return is_broken ? frame_rule::tolerant : frame_rule::strict;
}

// Of those that lie within, or reach into, a place.
std::vector<interval> introns_in(const interval& place, const exon_chain& exons) {
  std::vector<interval> introns;
  for (std::size_t e = 1; e < exons.size(); ++e)
    if (const interval intron{exons[e - 1].end, exons[e].start}; intron.overlaps(place)) introns.push_back(intron);
  return introns;
}

// A part of a chain has no introns of its own: those where both chains lie must differ.
bool has_other_introns(const exon_chain& a, const exon_chain& b) {
  const interval shared{std::max(a.front().start, b.front().start), std::min(a.back().end, b.back().end)};
  return introns_in(shared, a) != introns_in(shared, b);
}

bool is_isoform(const gene_model& model, const std::vector<gene_model>& representative) {
  const exon_chain exons = chain_of(model);
  return !model.has_broken_frame() && shared_length(exons, chain_of(representative.front())) > 0 &&
         std::ranges::all_of(representative,
                             [&](const gene_model& other) { return has_other_introns(exons, chain_of(other)); });
}

interval exons_of(const locus_group& group) {
  interval all = group.front().model().span();
  for (const grouped_model& each : group) all = hull(all, each.model().span());
  return all;
}

}  // namespace

std::vector<candidate_chain> candidates_of(const locus_group& group) {
  struct found_by {
    const grouped_model* best;
    std::set<std::size_t> targets;
  };
  std::map<exon_chain, found_by> found;
  for (const grouped_model& each : group)  // the best one of a chain comes first
    found.try_emplace(each.exons, found_by{&each, {}}).first->second.targets.insert(each.model().target);
  std::vector<candidate_chain> candidates;
  for (const auto& [exons, by] : found) candidates.push_back({exons, 0, by.targets.size(), by.best});
  drop_rarely_found(candidates);
  return candidates;
}

std::vector<gene_model> representative_models(std::vector<candidate_chain> candidates, const locus_group& group,
                                              const target_set& targets, std::size_t most) {
  const bool has_whole =
      std::ranges::any_of(candidates, [](const candidate_chain& each) { return each.finder->fit != gene_fit::part; });
  std::ranges::stable_sort(candidates, std::greater(), [&](const candidate_chain& each) {
    const bool may_win = !has_whole || !each.finder->model().is_pseudogene();
    return std::tuple(is_identical(each), may_win, each.joint_score, each.n_finders);
  });
  std::vector<gene_model> representative;
  for (const candidate_chain& each : candidates) {
    if (representative.size() == most) break;
    if (!representative.empty() && !is_isoform(each.finder->model(), representative)) continue;
    gene_model& model = representative.emplace_back(each.finder->model());
    model.joint_score = each.joint_score;
    model.rank = model.place = 0;
    name_supporters(group, targets, model);
  }
  return representative;
}

// What a chain scores to each target, in sum; to those that found it, their own score. A target that cannot be
// aligned to it counts as if nothing of it were aligned.
std::int64_t locus_consensus::joint_score(const exon_chain& exons, const locus_group& group) {
  if (group_ != &group) {
    materials_.clear();
    bases_.reset();
    group_ = &group;
  }
  std::map<std::size_t, std::int64_t> by_target;  // one with several models here counts with its best
  std::set<std::size_t> aligned;                  // targets
  contested_chain chain{exons, frames_of(exons, group)};
  for (const grouped_model& each : group) {
    const gene_model& model = each.model();
    const bool is_own = each.exons == exons;
    if (!is_own && !aligned.insert(model.target).second) continue;
    const std::int64_t score = is_own ? model.score : score_with(chain, model, group);
    const auto [found, is_new] = by_target.try_emplace(model.target, score);
    if (!is_new) found->second = std::max(found->second, score);
  }
  std::int64_t sum = 0;
  for (const auto& [target, score] : by_target) sum += score;
  return sum;
}

std::int64_t locus_consensus::score_with(contested_chain& contested, const gene_model& model,
                                         const locus_group& group) {
  const auto aligned = encode(input_.targets.targets[model.target], input_.targets.kind, model.is_backwards);
  const auto& [material, scoring] = material_for(model, contested, group);
  const target_reading reading = reading_of(model);
  auto chain = contested.ready.find(reading);
  if (chain == contested.ready.end())
    chain = contested.ready
                .try_emplace(reading, on_strand_of(model, contested.exons), material, scoring, *options_.solver.engine,
                             memory_, options_.control)
                .first;
  const auto score = chain->second.score_of(aligned);
  if (score && !scoring.is_forbidden(*score)) return *score;
  return options_.scoring.free_target_ends ? 0 : -options_.scoring.gaps.of(aligned.size());
}

target_reading locus_consensus::reading_of(const gene_model& model) const {
  return exonweave::reading_of(input_.targets.targets[model.target], input_.targets.kind, options_.codes.usual());
}

exon_chain locus_consensus::on_strand_of(const gene_model& model, exon_chain exons) const {
  if (model.on == strand::forward) return exons;
  const std::int64_t length = input_.sequences.catalog().length(model.sequence);
  for (interval& exon : exons) exon = flip(exon, length);
  std::ranges::reverse(exons);
  return exons;
}

// Those of the last region requested are kept: the targets of a group, all on one strand, share it.
const locus_consensus::weighed_material& locus_consensus::material_for(const gene_model& model,
                                                                       const contested_chain& chain,
                                                                       const locus_group& group) {
  const interval region = region_of(chain.exons, group);
  if (region != materials_in_) materials_.clear();
  materials_in_ = region;
  const target_reading reading = reading_of(model);
  const auto [found, is_new] = materials_.try_emplace({reading, chain.frames});
  if (!is_new) return found->second;
  const interval exons = exons_of(group);
  if (!bases_ && exons.contains(region)) bases_ = maker_.fetch_around(model.sequence, exons);
  region_material& made = found->second.material;
  made = maker_.make_material({model.sequence, region, model.on, model.target}, reading, bases_ ? &*bases_ : nullptr);
  found->second.scoring = maker_.scoring_for(model.sequence, reading, made.region, chain.frames);
  return found->second;
}

// Where what the chain is made of lies: ORF exons within it, borders of candidates that may reach beyond it.
interval locus_consensus::region_of(const exon_chain& exons, const locus_group& group) const {
  interval region{exons.front().start, exons.back().end};
  if (options_.blocks == block_mode::add && input_.candidates.exons.empty()) return region;
  for (const grouped_model& each : group) region = hull(region, each.representative->region);
  return region;
}

}  // namespace exonweave
