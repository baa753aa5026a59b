#include "exons/sites/training.hpp"

#include <fmt/format.h>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_evidence.hpp"

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

}  // namespace exonweave
