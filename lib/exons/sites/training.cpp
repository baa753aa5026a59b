#include "exons/sites/training.hpp"

#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <cmath>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
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
