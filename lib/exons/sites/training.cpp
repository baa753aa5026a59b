#include "exons/sites/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_evidence.hpp"
#include "exons/sites/strand_sites.hpp"

namespace exonweave {
namespace {

using position_set = std::set<std::int64_t>;

constexpr std::int64_t surroundings = 1000;   // nt on either side of a coding part in which decoys lie
constexpr std::int64_t fold_length = 20'000;  // nt of a sequence whose sites are held back together

// What the transcripts of one strand of one sequence say, in strand coordinates.
struct strand_truth {
  std::set<interval> introns;
  position_set gaps;    // begins of gaps too short for introns
  position_set starts;  // where first codons begin; a split one has fewer than 3 bases there
  position_set donors, acceptors;
  std::vector<interval> regions;  // in which decoys are looked for; any order, may overlap
};

void add_transcript(const annotated_transcript& transcript, std::int64_t length, strand_truth& to) {
  std::vector<interval> exons;
  for (const interval exon : transcript.exons)
    exons.push_back(transcript.on == strand::forward ? exon : flip(exon, length));
  std::sort(exons.begin(), exons.end());
  for (std::size_t k = 1; k < exons.size(); ++k) {
    const interval intron{exons[k - 1].end, exons[k].start};
    to.donors.insert(intron.start);
    to.acceptors.insert(intron.end);
    if (intron.length() >= shortest_intron)
      to.introns.insert(intron);
    else
      to.gaps.insert(intron.start);
  }
  to.starts.insert(exons.front().start);
  to.regions.push_back({std::max<std::int64_t>(0, exons.front().start - surroundings),
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
  std::size_t sequence;  // in the genome
  strand on;
  std::int64_t length;   // of the sequence, nt
  interval where;        // strand coordinates: where sites are learnt from
  strand_region region;  // these residues and what matrices see around them

  // By the place alone, the same from both strands.
  [[nodiscard]] std::size_t fold_of(std::int64_t site) const {
    const std::int64_t forward = on == strand::forward ? site : length - site;
    return (sequence + static_cast<std::size_t>(forward / fold_length)) % n_folds;
  }
};

// The order asked for, or the highest that foretells held-back sites clearly better than those below it.
matrix_order choose_order(const site_evidence& of, std::optional<std::size_t> asked) {
  const auto likelihoods = of.held_back_likelihoods();
  std::size_t best = 0;
  if (of.n_true() >= fewest_for_order)
    for (std::size_t order = 1; order < likelihoods.size(); ++order)
      if (likelihoods[order] >= likelihoods[best] + least_gain) best = order;
  const std::size_t order = asked.value_or(best);
  return {order, likelihoods[order] - likelihoods[0]};
}

class trainer {
 public:
  void add(const training_locus& locus, const strand_truth& truth) {
    const auto& region = locus.region;
    const interval where = locus.where;
    position_set used_donors, used_acceptors;
    for (auto intron = truth.introns.lower_bound({where.start, where.start});
         intron != truth.introns.end() && intron->end <= where.end; ++intron)
      if (classify(region, *intron)) {
        used_donors.insert(intron->start);
        used_acceptors.insert(intron->end);
      }
    for (const std::int64_t site : used_donors) donor_.add_true(region, site, locus.fold_of(site));
    for (const std::int64_t site : used_acceptors) acceptor_.add_true(region, site, locus.fold_of(site));
    for (auto start = truth.starts.lower_bound(where.start);
         start != truth.starts.end() && *start < where.end; ++start)
      add_start(locus, *start, truth);
    add_decoys(region, where, truth);
  }

  [[nodiscard]] trained_model finish(const training_plan& plan) const {
    const bool has_starts = counts_.n_starts >= fewest_sites;
    trained_model trained{.model = flat_splice_model(), .counts = counts_};
    trained.model.name = plan.name;
    trained.donor = choose_order(donor_, plan.order);
    trained.acceptor = choose_order(acceptor_, plan.order);
    if (has_starts) trained.start = choose_order(start_, plan.order);
    trained.model.donor = donor_.bits(trained.donor.order);
    trained.model.acceptor = acceptor_.bits(trained.acceptor.order);
    if (has_starts) trained.model.start = start_.bits(trained.start.order);
    trained.counts.n_donor_decoys = donor_.n_decoys();
    trained.counts.n_acceptor_decoys = acceptor_.n_decoys();
    trained.counts.n_start_decoys = start_.n_decoys();
    return trained;
  }

  training_counts& counts() { return counts_; }

 private:
  static std::string letters(const strand_region& region, std::int64_t from, std::int64_t n) {
    std::string text;
    for (std::int64_t at = std::max(from, region.start); at < std::min(from + n, extent(region).end); ++at)
      text += spliced::dna_letter(region.residues[static_cast<std::size_t>(at - region.start)]);
    return text;
  }

  // Counts the intron by its ends; whether they are true sites to learn from.
  bool classify(const strand_region& region, interval intron) {
    const std::string ends = letters(region, intron.start, 2) + letters(region, intron.end - 2, 2);
    ++counts_.n_introns;
    if (ends == "GTAG") return ++counts_.n_gt_ag > 0;
    ++(ends == "GCAG" ? counts_.n_gc_ag : ends == "ATAC" ? counts_.n_at_ac : counts_.n_other);
    return false;
  }

  void add_start(const training_locus& locus, std::int64_t at, const strand_truth& truth) {
    const auto next = truth.donors.upper_bound(at);
    const bool is_split = next != truth.donors.end() && *next < at + static_cast<std::int64_t>(codon_length);
    if (is_split || letters(locus.region, at, codon_length) != "ATG") {
      ++counts_.n_other_starts;
      return;
    }
    ++counts_.n_starts;
    start_.add_true(locus.region, at, locus.fold_of(at));
  }

  void add_decoys(const strand_region& region, interval where, const strand_truth& truth) {
    const site_scorer any(flat_splice_model());
    const strand_sites sites = find_sites(region, any, where);
    for (const auto& site : sites.donors)
      if (site.weight == 0 && !truth.donors.contains(site.position)) donor_.add_decoy(region, site.position);
    for (const auto& site : sites.acceptors)
      if (!truth.acceptors.contains(site.position)) acceptor_.add_decoy(region, site.position);
    for (const auto& site : sites.starts)
      if (!truth.starts.contains(site.position)) start_.add_decoy(region, site.position);
  }

  site_evidence donor_{donor_window, donor_window.n_before, 2};
  site_evidence acceptor_{acceptor_window, acceptor_window.n_before - 2, 2};
  site_evidence start_{start_window, start_window.n_before, codon_length};
  training_counts counts_;
};

// The residues of [where.start, where.end) of a strand and what its matrices see around.
strand_region fetch_around(genome& from, std::size_t sequence, strand on, interval where) {
  const std::int64_t length = from.catalog().length(sequence);
  const interval around{std::max<std::int64_t>(0, where.start - most_context),
                        std::min(length, where.end + most_context)};
  const std::string residues = from.fetch(sequence, on == strand::forward ? around : flip(around, length));
  return {around.start, spliced::encode_dna(on == strand::forward ? residues : reverse_complement(residues))};
}

void check(const training_counts& counts, const std::string& path, report& problems) {
  const std::size_t n_major = counts.n_gt_ag + counts.n_gc_ag;
  problem_report problem;
  problem.where = {path};
  if (2 * n_major < counts.n_introns) {
    problem.what = "the annotation does not fit the genome";
    problem.got =
        fmt::format("{} of {} introns begin with GT or GC and end with AG", n_major, counts.n_introns);
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
    problem.what = "too few start codons to train on, so they get no weights";
    problem.got = fmt::format("{}", counts.n_starts);
    problem.need = fmt::format("at least {}", fewest_sites);
    problems.warn(problem);
  }
}

}  // namespace

trained_model train_splice_model(genome& from, const std::vector<annotated_transcript>& transcripts,
                                 const std::string& path, const training_plan& plan, report& problems) {
  std::map<std::pair<std::size_t, strand>, strand_truth> strands;
  for (const auto& transcript : transcripts)
    add_transcript(transcript, from.catalog().length(transcript.sequence),
                   strands[{transcript.sequence, transcript.on}]);
  trainer trained;
  for (const auto& [place, truth] : strands) {
    trained.counts().n_short += truth.gaps.size();
    for (const interval where : merged(truth.regions))
      trained.add({place.first, place.second, from.catalog().length(place.first), where,
                   fetch_around(from, place.first, place.second, where)},
                  truth);
  }
  trained.counts().n_transcripts = transcripts.size();
  check(trained.counts(), path, problems);
  return trained.finish(plan);
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
  text += fmt::format(
      "# From {} transcripts with {} introns: {} GT-AG (the true sites), {} GC-AG, {} AT-AC, {} others;\n",
      n.n_transcripts, n.n_introns, n.n_gt_ag, n.n_gc_ag, n.n_at_ac, n.n_other);
  text += fmt::format("# {} gaps shorter than {} nt; {} starts with ATG, {} without.\n", n.n_short,
                      shortest_intron, n.n_starts, n.n_other_starts);
  text += fmt::format(
      "# Decoys: {} GT, {} AG, {} ATG. Pseudocount {} per base; {} sites of the lower order in each of a "
      "higher.\n",
      n.n_donor_decoys, n.n_acceptor_decoys, n.n_start_decoys, base_prior, context_prior);
  text += fmt::format("# {}.\n", orders_text(trained));
  return text + to_yaml(trained.model);
}

std::string orders_text(const trained_model& trained) {
  const auto part = [](const char* name, matrix_order of) {
    return fmt::format("{} {} ({:+.3f})", name, of.order, of.gain);
  };
  return fmt::format("Orders, with bits per held-back site over order 0: {}, {}, {}",
                     part("donor", trained.donor), part("acceptor", trained.acceptor),
                     part("start", trained.start));
}

}  // namespace exonweave
