#include "exons/sites/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/strand_sites.hpp"

namespace exonweave {
namespace {

using position_set = std::set<std::int64_t>;

constexpr std::int64_t surroundings = 1000;  // nt on either side of a coding part in which decoys lie
constexpr double pseudocount = 1;
constexpr double decimals = 1000;  // of the bits

// How often each base stands in each row of a window.
class base_counts {
 public:
  explicit base_counts(site_window window)
      : window_(window), rows_(static_cast<std::size_t>(window.n_rows)) {}

  void add(const strand_region& region, std::int64_t site) {
    ++n_;
    for (std::int64_t row = 0; row < window_.n_rows; ++row) {
      const std::int64_t index = site - window_.n_before + row - region.start;
      if (index < 0 || index >= static_cast<std::int64_t>(region.residues.size())) continue;
      const unsigned code = region.residues[static_cast<std::size_t>(index)];
      if (std::has_single_bit(code))
        ++rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(std::countr_zero(code))];
    }
  }

  [[nodiscard]] std::size_t n() const { return n_; }

  // log2 of the frequency of a base in a row.
  [[nodiscard]] double log_frequency(std::size_t row, std::size_t base) const {
    double sum = 0;
    for (const double count : rows_[row]) sum += count + pseudocount;
    return std::log2((rows_[row][base] + pseudocount) / sum);
  }

 private:
  site_window window_;
  std::vector<weight_row> rows_;
  std::size_t n_ = 0;
};

// True sites and decoys of one kind. Its own bases are the rows [first_fixed, first_fixed + n_fixed).
struct evidence {
  std::size_t first_fixed, n_fixed;
  base_counts truth, decoys;

  evidence(site_window window, std::int64_t first, std::size_t n)
      : first_fixed(static_cast<std::size_t>(first)), n_fixed(n), truth(window), decoys(window) {}

  [[nodiscard]] weight_matrix bits(site_window window) const {
    weight_matrix matrix(static_cast<std::size_t>(window.n_rows));
    for (std::size_t row = 0; row < matrix.size(); ++row)
      for (std::size_t base = 0; base < matrix[row].size(); ++base)
        if (row < first_fixed || row >= first_fixed + n_fixed)
          matrix[row][base] =
              std::round((truth.log_frequency(row, base) - decoys.log_frequency(row, base)) * decimals) /
              decimals;
    return matrix;
  }
};

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

class trainer {
 public:
  void add(const strand_region& region, interval where, const strand_truth& truth) {
    position_set used_donors, used_acceptors;
    for (auto intron = truth.introns.lower_bound({where.start, where.start});
         intron != truth.introns.end() && intron->end <= where.end; ++intron)
      if (classify(region, *intron)) {
        used_donors.insert(intron->start);
        used_acceptors.insert(intron->end);
      }
    for (const std::int64_t site : used_donors) donor_.truth.add(region, site);
    for (const std::int64_t site : used_acceptors) acceptor_.truth.add(region, site);
    for (auto start = truth.starts.lower_bound(where.start);
         start != truth.starts.end() && *start < where.end; ++start)
      add_start(region, *start, truth);
    add_decoys(region, where, truth);
  }

  [[nodiscard]] trained_model finish(const std::string& name) const {
    trained_model trained{{name, donor_.bits(donor_window), acceptor_.bits(acceptor_window),
                           weight_matrix(static_cast<std::size_t>(start_window.n_rows))},
                          counts_};
    auto& counts = trained.counts;
    counts.n_donor_decoys = donor_.decoys.n();
    counts.n_acceptor_decoys = acceptor_.decoys.n();
    counts.n_start_decoys = start_.decoys.n();
    if (counts.n_starts >= fewest_sites) trained.model.start = start_.bits(start_window);
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

  void add_start(const strand_region& region, std::int64_t at, const strand_truth& truth) {
    const auto next = truth.donors.upper_bound(at);
    const bool is_split = next != truth.donors.end() && *next < at + static_cast<std::int64_t>(codon_length);
    if (is_split || letters(region, at, codon_length) != "ATG") {
      ++counts_.n_other_starts;
      return;
    }
    ++counts_.n_starts;
    start_.truth.add(region, at);
  }

  void add_decoys(const strand_region& region, interval where, const strand_truth& truth) {
    const site_scorer any(splice_model{"", weight_matrix(donor_window.n_rows),
                                       weight_matrix(acceptor_window.n_rows),
                                       weight_matrix(start_window.n_rows)});
    const strand_sites sites = find_sites(region, any, where);
    for (const auto& site : sites.donors)
      if (site.weight == 0 && !truth.donors.contains(site.position)) donor_.decoys.add(region, site.position);
    for (const auto& site : sites.acceptors)
      if (!truth.acceptors.contains(site.position)) acceptor_.decoys.add(region, site.position);
    for (const auto& site : sites.starts)
      if (!truth.starts.contains(site.position)) start_.decoys.add(region, site.position);
  }

  evidence donor_{donor_window, donor_window.n_before, 2};
  evidence acceptor_{acceptor_window, acceptor_window.n_before - 2, 2};
  evidence start_{start_window, start_window.n_before, codon_length};
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
                                 const std::string& path, const std::string& name, report& problems) {
  std::map<std::pair<std::size_t, strand>, strand_truth> strands;
  for (const auto& transcript : transcripts)
    add_transcript(transcript, from.catalog().length(transcript.sequence),
                   strands[{transcript.sequence, transcript.on}]);
  trainer trained;
  for (const auto& [place, truth] : strands) {
    trained.counts().n_short += truth.gaps.size();
    for (const interval where : merged(truth.regions))
      trained.add(fetch_around(from, place.first, place.second, where), where, truth);
  }
  trained.counts().n_transcripts = transcripts.size();
  check(trained.counts(), path, problems);
  return trained.finish(name);
}

std::string to_yaml(const trained_model& trained, const std::string& command) {
  const auto& n = trained.counts;
  std::string text =
      "# Splice-site and start-codon log-odds (bits, log2), one row per position, columns A C G T.\n"
      "# donor: 3 exon bases, then 6 intron bases; acceptor: 20 intron bases, then 3 exon bases; start: 9 "
      "bases\n"
      "# before ATG, then ATG and 3 more. Positions that all sites share are 0.\n";
  text += fmt::format("# Made by: {}\n", command);
  text += fmt::format(
      "# From {} transcripts with {} introns: {} GT-AG (the true sites), {} GC-AG, {} AT-AC, {} others;\n",
      n.n_transcripts, n.n_introns, n.n_gt_ag, n.n_gc_ag, n.n_at_ac, n.n_other);
  text += fmt::format("# {} gaps shorter than {} nt; {} starts with ATG, {} without.\n", n.n_short,
                      shortest_intron, n.n_starts, n.n_other_starts);
  text += fmt::format("# Decoys: {} GT, {} AG, {} ATG. Pseudocount {} per base.\n", n.n_donor_decoys,
                      n.n_acceptor_decoys, n.n_start_decoys, pseudocount);
  return text + to_yaml(trained.model);
}

}  // namespace exonweave
