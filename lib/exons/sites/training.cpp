#include "exons/sites/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {

namespace {

using position_set = std::set<std::int64_t>;

constexpr std::int64_t surroundings = 1000;  // nt on either side of a coding part in which decoys lie

// What the transcripts of one strand of one sequence say, in strand coordinates.
struct strand_truth {
  std::set<interval> introns;
  position_set gaps;    // begins of gaps too short for introns
  position_set starts;  // where first codons begin; a split one has fewer than 3 bases there
  position_set donors, acceptors;
  std::vector<interval> regions;  // in which decoys are looked for; any order, may overlap
};

void add_transcript(const annotated_transcript& transcript, std::int64_t length, strand_truth& truth) {
  std::vector<interval> exons;
  for (const interval exon : transcript.exons)
    exons.push_back(transcript.on == strand::forward ? exon : flip(exon, length));
  std::sort(exons.begin(), exons.end());
  for (std::size_t k = 1; k < exons.size(); ++k) {
    const interval intron{exons[k - 1].end, exons[k].start};
    truth.donors.insert(intron.start);
    truth.acceptors.insert(intron.end);
    if (intron.length() >= shortest_intron)
      truth.introns.insert(intron);
    else
      truth.gaps.insert(intron.start);
  }
  truth.starts.insert(exons.front().start);
  truth.regions.push_back({std::max<std::int64_t>(0, exons.front().start - surroundings),
                           std::min(length, exons.back().end + surroundings)});
}

// Disjoint and ascending.
std::vector<interval> merged(std::vector<interval> regions) {
  std::sort(regions.begin(), regions.end());
  std::vector<interval> all;
  for (const interval region : regions)
    if (all.empty() || region.start > all.back().end)
      all.push_back(region);
    else
      all.back().end = std::max(all.back().end, region.end);
  return all;
}

// A part of one strand of one sequence.
struct training_locus {
  std::string sequence;  // its name
  strand on;
  std::int64_t length;   // of the sequence, nt
  interval where;        // strand coordinates: where sites are learnt from
  strand_region region;  // these residues and what matrices see around them

  [[nodiscard]] std::size_t fold_of(std::int64_t site) const {
    return exonweave::fold_of(sequence, on == strand::forward ? site : length - site);
  }

  // The bases from `start` on, as far as they are there.
  [[nodiscard]] std::string letters(std::int64_t start, std::int64_t n) const {
    std::string text;
    for (std::int64_t position = std::max(start, region.start); position < std::min(start + n, region.end());
         ++position)
      text += spliced::dna_letter(region.at(position));
    return text;
  }
};

// Hands on the sites of one locus after the other.
class site_visitor {
 public:
  explicit site_visitor(const std::function<void(const training_site&)>& sink) : sink_(sink) {}

  void visit(const training_locus& locus, const strand_truth& truth) {
    const interval where = locus.where;
    position_set donors, acceptors;
    for (auto intron = truth.introns.lower_bound({where.start, where.start});
         intron != truth.introns.end() && intron->end <= where.end; ++intron)
      if (classify(locus, *intron)) {
        donors.insert(intron->start);
        acceptors.insert(intron->end);
      }
    for (const std::int64_t site : donors) hand_on(locus, site, site_kind::donor, true);
    for (const std::int64_t site : acceptors) hand_on(locus, site, site_kind::acceptor, true);
    for (auto start = truth.starts.lower_bound(where.start); start != truth.starts.end() && *start < where.end; ++start)
      if (is_whole_start(locus, *start, truth)) hand_on(locus, *start, site_kind::start, true);
    visit_decoys(locus, truth);
  }

  training_counts& counts() { return counts_; }

 private:
  void hand_on(const training_locus& locus, std::int64_t site, site_kind kind, bool is_true) {
    sink_({locus.region, site, kind, is_true, locus.fold_of(site)});
  }

  // Counts the intron by its ends; whether they are true sites to learn from.
  bool classify(const training_locus& locus, interval intron) {
    const std::string ends = locus.letters(intron.start, 2) + locus.letters(intron.end - 2, 2);
    const bool is_usual = ends == "GTAG";
    ++counts_.n_introns;
    ++(is_usual         ? counts_.n_gt_ag
       : ends == "GCAG" ? counts_.n_gc_ag
       : ends == "ATAC" ? counts_.n_at_ac
                        : counts_.n_other);
    if (is_usual) counts_.intron_lengths.push_back(intron.length());
    return is_usual;
  }

  bool is_whole_start(const training_locus& locus, std::int64_t position, const strand_truth& truth) {
    const auto next = truth.donors.upper_bound(position);
    const bool is_split = next != truth.donors.end() && *next < position + static_cast<std::int64_t>(codon_length);
    const bool is_whole = !is_split && locus.letters(position, codon_length) == "ATG";
    ++(is_whole ? counts_.n_starts : counts_.n_other_starts);
    return is_whole;
  }

  void visit_decoys(const training_locus& locus, const strand_truth& truth) {
    static const site_scorer any(flat_splice_model());
    const strand_sites sites = find_sites(locus.region, any, locus.where);
    const auto visit_all = [&](const std::vector<scored_site>& sites, const position_set& but, site_kind kind,
                               std::size_t& count) {
      for (const auto& site : sites) {
        if (site.weight != 0 || but.contains(site.position)) continue;  // GC donors weigh less
        ++count;
        hand_on(locus, site.position, kind, false);
      }
    };
    visit_all(sites.donors, truth.donors, site_kind::donor, counts_.n_donor_decoys);
    visit_all(sites.acceptors, truth.acceptors, site_kind::acceptor, counts_.n_acceptor_decoys);
    visit_all(sites.starts, truth.starts, site_kind::start, counts_.n_start_decoys);
  }

  const std::function<void(const training_site&)>& sink_;
  training_counts counts_;
};

// The residues of [where.start, where.end) of a strand and what its matrices see around.
strand_region fetch_around(genome& sequences, std::size_t sequence, strand on, interval where) {
  const std::int64_t length = sequences.catalog().length(sequence);
  const interval around{std::max<std::int64_t>(0, where.start - max_context),
                        std::min(length, where.end + max_context)};
  const std::string residues = sequences.fetch(sequence, on == strand::forward ? around : flip(around, length));
  return {around.start, spliced::encode_dna(on == strand::forward ? residues : reverse_complement(residues))};
}

}  // namespace

training_counts visit_sites(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                            const std::function<void(const training_site&)>& sink) {
  std::map<std::pair<std::size_t, strand>, strand_truth> strands;
  for (const auto& transcript : transcripts)
    add_transcript(transcript, sequences.catalog().length(transcript.sequence),
                   strands[{transcript.sequence, transcript.on}]);
  site_visitor visitor(sink);
  for (const auto& [place, truth] : strands) {
    visitor.counts().n_short += truth.gaps.size();
    for (const interval where : merged(truth.regions))
      visitor.visit({sequences.catalog().name(place.first), place.second, sequences.catalog().length(place.first),
                     where, fetch_around(sequences, place.first, place.second, where)},
                    truth);
  }
  visitor.counts().n_transcripts = transcripts.size();
  std::ranges::sort(visitor.counts().intron_lengths);
  return std::move(visitor.counts());
}

namespace {

// The order requested, or the highest that foretells held-back sites clearly better than those below it.
matrix_order choose_order(const site_evidence& evidence, std::optional<std::size_t> requested) {
  const auto likelihoods = evidence.held_back_likelihoods();
  std::size_t best = 0;
  if (evidence.n_true() >= fewest_for_order)
    for (std::size_t order = 1; order < likelihoods.size(); ++order)
      if (likelihoods[order] >= likelihoods[best] + min_gain) best = order;
  const std::size_t order = requested.value_or(best);
  return {order, likelihoods[order] - likelihoods[0]};
}

struct kind_of_site {
  weight_matrix splice_model::*matrix;
  matrix_order trained_model::*order;
  site_evidence evidence;
};

}  // namespace

trained_model train_splice_model(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                                 const training_plan& plan) {
  // By site_kind.
  std::array<kind_of_site, n_site_kinds> kinds = {
      {{&splice_model::donor, &trained_model::donor, {donor_window, donor_window.n_before, 2}},
       {&splice_model::acceptor, &trained_model::acceptor, {acceptor_window, acceptor_window.n_before - 2, 2}},
       {&splice_model::start, &trained_model::start, {start_window, start_window.n_before, codon_length}}}};
  trained_model trained;
  trained.counts = visit_sites(sequences, transcripts, [&](const training_site& site) {
    site_evidence& evidence = kinds[static_cast<std::size_t>(site.kind)].evidence;
    if (site.is_true)
      evidence.add_true(site.region, site.position, site.fold);
    else
      evidence.add_decoy(site.region, site.position);
  });
  const bool has_starts = trained.counts.n_starts >= fewest_sites;
  trained.model = flat_splice_model();
  trained.model.name = plan.name;
  trained.held_back.fill(trained.model);
  for (const auto& [matrix, order, evidence] : kinds) {
    if (matrix == &splice_model::start && !has_starts) continue;
    trained.*order = choose_order(evidence, plan.order);
    trained.model.*matrix = evidence.bits((trained.*order).order);
    for (std::size_t fold = 0; fold < n_folds; ++fold)
      trained.held_back[fold].*matrix = evidence.bits((trained.*order).order, fold);
  }
  return trained;
}

void check_training(const training_counts& counts, const std::string& path, report& problems) {
  const std::size_t n_major = counts.n_gt_ag + counts.n_gc_ag;
  problem_report problem;
  problem.where = {path};
  if (2 * n_major < counts.n_introns) {
    problem.what = "the annotation does not fit the genome";
    problem.got = fmt::format("{} of {} introns begin with GT or GC and end with AG", n_major, counts.n_introns);
    problem.need = "at least half of them";
    problem.hint = "are both of the same assembly?";
    problems.error(problem);
  } else if (counts.n_gt_ag < fewest_sites) {
    problem.what = "too few introns to train on";
    problem.got = fmt::format("{} from GT to AG between coding exons", counts.n_gt_ag);
    problem.need = fmt::format("at least {}", fewest_sites);
    problem.hint = "take a larger annotation, or a built-in model";
    problems.error(problem);
  } else if (counts.n_starts < fewest_sites) {
    problem.what = "too few start codons to train on, so they get no scores";
    problem.got = fmt::format("{}", counts.n_starts);
    problem.need = fmt::format("at least {}", fewest_sites);
    problems.warn(problem);
  }
}

std::string to_yaml(const trained_model& trained, const std::string& command) {
  const auto& n = trained.counts;
  std::string text =
      "# Splice-site and start-codon log-odds (bits, log2), one row per position: A C G T, or these after "
      "each\n"
      "# base before it, or after each two. donor: 3 exon bases, then 6 intron bases; acceptor: 20 intron "
      "bases,\n"
      "# then 3 exon bases; start: 9 bases before ATG, then ATG and 3 more. Positions that all sites share "
      "are 0.\n";
  text += fmt::format("# Made by: {}\n", command);
  text +=
      fmt::format("# From {} transcripts with {} introns: {} GT-AG (the true sites), {} GC-AG, {} AT-AC, {} others;\n",
                  n.n_transcripts, n.n_introns, n.n_gt_ag, n.n_gc_ag, n.n_at_ac, n.n_other);
  text += fmt::format("# {} gaps shorter than {} nt; {} starts with ATG, {} without.\n", n.n_short, shortest_intron,
                      n.n_starts, n.n_other_starts);
  text += fmt::format(
      "# Decoys: {} GT, {} AG, {} ATG. Pseudocount {} per base; {} sites of the lower order in each of a "
      "higher.\n",
      n.n_donor_decoys, n.n_acceptor_decoys, n.n_start_decoys, base_prior, context_prior);
  text += fmt::format("# {}.\n", orders_text(trained));
  if (trained.model.coding)
    text += "# coding: bits of each codon, log2 of its share in genes over its share outside of them.\n";
  return text + to_yaml(trained.model);
}

std::string orders_text(const trained_model& trained) {
  const auto part = [](const char* name, matrix_order order) {
    return fmt::format("{} {} ({:+.3f})", name, order.order, order.gain);
  };
  return fmt::format("Orders, with bits per held-back site over order 0: {}, {}, {}", part("donor", trained.donor),
                     part("acceptor", trained.acceptor), part("start", trained.start));
}

namespace {

constexpr double decimals = 1000;  // of the bits

// The base at an index of a region, 0 to 3. Nothing: ambiguous, or beyond the region.
std::optional<std::size_t> known_base(const strand_region& region, std::int64_t index) {
  if (index < 0 || index >= static_cast<std::int64_t>(region.residues.size())) return std::nullopt;
  const unsigned code = region.residues[static_cast<std::size_t>(index)];
  if (!std::has_single_bit(code)) return std::nullopt;
  return static_cast<std::size_t>(std::countr_zero(code));
}

void add(const row_counts& added, row_counts& sum) {
  for (std::size_t order = 0; order < added.size(); ++order)
    for (std::size_t i = 0; i < added[order].size(); ++i) sum[order][i] += added[order][i];
}

// The frequencies of the order, from those of the order below.
weight_row refine(const weight_row& below, const weight_row& counts, std::size_t order) {
  const std::size_t n = n_weights(order);  // numbers in use of `counts`
  weight_row refined;
  for (std::size_t i = 0; i < refined.size(); ++i) {
    const std::size_t context = i % n / n_dna_bases * n_dna_bases;
    double sum = context_prior;
    for (std::size_t base = 0; base < n_dna_bases; ++base) sum += counts[context + base];
    refined[i] = (counts[i % n] + context_prior * below[i]) / sum;
  }
  return refined;
}

}  // namespace

weight_row frequencies(const row_counts& counts, std::size_t order) {
  std::array<double, n_dna_bases> alone{};
  double sum = 0;
  for (std::size_t base = 0; base < n_dna_bases; ++base) sum += alone[base] = counts[0][base] + base_prior;
  for (double& fraction : alone) fraction /= sum;
  weight_row shares = make_row(alone);
  for (std::size_t up_to = 1; up_to <= order; ++up_to) shares = refine(shares, counts[up_to], up_to);
  return shares;
}

site_evidence::site_evidence(site_window window, std::int64_t first_fixed, std::int64_t n_fixed)
    : window_(window),
      first_fixed_(static_cast<std::size_t>(first_fixed)),
      last_fixed_(static_cast<std::size_t>(first_fixed + n_fixed)),
      decoys_(static_cast<std::size_t>(window.n_rows)) {
  truth_.fill(decoys_);
}

bool site_evidence::is_fixed(std::size_t row) const { return row >= first_fixed_ && row < last_fixed_; }

void site_evidence::count(const strand_region& region, std::int64_t site, window_counts& sums) const {
  for (std::int64_t row = 0; row < window_.n_rows; ++row) {
    const std::int64_t index = site - window_.n_before + row - region.start;
    const auto base = known_base(region, index);
    if (!base) continue;
    row_counts& counts = sums[static_cast<std::size_t>(row)];
    ++counts[0][weight_index(0, 0, *base)];
    const auto previous = known_base(region, index - 1);
    if (!previous) continue;
    ++counts[1][weight_index(0, *previous, *base)];
    if (const auto before_previous = known_base(region, index - 2))
      ++counts[2][weight_index(*before_previous, *previous, *base)];
  }
}

void site_evidence::add_true(const strand_region& region, std::int64_t site, std::size_t fold) {
  assert(fold < n_folds);
  count(region, site, truth_[fold]);
  ++n_true_;
}

void site_evidence::add_decoy(const strand_region& region, std::int64_t site) {
  count(region, site, decoys_);
  ++n_decoys_;
}

site_evidence::window_counts site_evidence::without(std::size_t fold) const {
  window_counts sum(decoys_.size());
  for (std::size_t other = 0; other < n_folds; ++other)
    for (std::size_t row = 0; other != fold && row < sum.size(); ++row) add(truth_[other][row], sum[row]);
  return sum;
}

std::array<double, max_site_order + 1> site_evidence::held_back_likelihoods() const {
  std::array<double, max_site_order + 1> likelihoods{};
  for (std::size_t fold = 0; fold < n_folds && n_true_ > 0; ++fold) {
    const window_counts others = without(fold);
    for (std::size_t order = 0; order < likelihoods.size(); ++order)
      for (std::size_t row = 0; row < others.size(); ++row) {
        if (is_fixed(row)) continue;
        const weight_row shares = frequencies(others[row], order);
        const weight_row& held_back = truth_[fold][row].back();
        for (std::size_t i = 0; i < shares.size(); ++i)
          likelihoods[order] += held_back[i] * std::log2(shares[i]) / static_cast<double>(n_true_);
      }
  }
  return likelihoods;
}

weight_matrix site_evidence::bits(std::size_t order, std::size_t held_back) const {
  const window_counts truth = without(held_back);
  weight_matrix matrix(truth.size());
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    if (is_fixed(row)) continue;
    const weight_row shares = frequencies(truth[row], order), usual = frequencies(decoys_[row], order);
    for (std::size_t i = 0; i < shares.size(); ++i)
      matrix[row][i] = std::round((std::log2(shares[i]) - std::log2(usual[i])) * decimals) / decimals;
  }
  return matrix;
}

}  // namespace exonweave
