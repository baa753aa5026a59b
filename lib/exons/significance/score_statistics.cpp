#include "exons/significance/score_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "base/statistics/random_source.hpp"
#include "base/statistics/score_law.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/solving/chain_solver.hpp"
#include "exons/solving/region_sites.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

double score_statistics::e_value(spliced::score score, double space, double composition) const {
  const double value = composition * score;
  return random.e_value(value, (1 - coding_fraction) * space) + coding.e_value(value, coding_fraction * space);
}

// E falls with the score: by halves of all scores. One so low that E is infinite, or no number, has too large an E.
spliced::score score_statistics::lowest_score(double expected, double space, double composition) const {
  if (space <= 0) return -spliced::score_limit;
  std::int64_t low = -spliced::score_limit, high = spliced::score_limit;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (e_value(static_cast<spliced::score>(middle), space, composition) <= expected)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<spliced::score>(low);
}

namespace {

struct logistic {
  double constant, slope;  // per half-bit
  [[nodiscard]] double at(double margin) const {
    return std::min(max_support, 1 / (1 + std::exp(-(constant + slope * margin))));
  }
};
constexpr logistic of_exons{0.68, 0.16}, of_models{0.1, 0.17};

double support_by_gene_model(const gene_model& model, double margin) {
  constexpr double min_probability = 0.001, max_margin = 60;
  if (model.evidence == gene_evidence::protein) return disputed_support;
  const double p = std::clamp(*model.probability, min_probability, 1 - min_probability);
  double x = 0.55 * std::log(p / (1 - p)) - (model.exons.size() > 1 ? 0.5 : 0);
  if (model.evidence == gene_evidence::model)
    x += 0.25;
  else if (!model.is_aligned())
    x -= 0.41;
  else
    x += 0.048 * std::min(margin, max_margin) - 0.93;
  return std::min(max_support, 1 / (1 + std::exp(-x)));
}

double half_bits(spliced::score margin, score_unit unit) { return static_cast<double>(margin) / unit.per_written(); }

}  // namespace

double exon_support(double margin) { return of_exons.at(margin); }

double model_support(double min_margin) { return of_models.at(min_margin); }

std::optional<double> support_of(const model_exon& exon, const gene_model& gene, score_unit unit) {
  if (!gene.e_value || gene.is_pseudogene() || !exon.margin) return std::nullopt;
  return exon_support(half_bits(*exon.margin, unit));
}

std::optional<double> support_of(const gene_model& model, score_unit unit) {
  const auto least = model.min_margin();
  if (model.evidence && model.probability && !model.is_pseudogene())
    return support_by_gene_model(model, least ? half_bits(*least, unit) : std::numeric_limits<double>::infinity());
  if (!model.e_value || model.is_pseudogene() || !least) return std::nullopt;
  return model_support(half_bits(*least, unit));
}

bool is_sure(const gene_model& model, score_unit unit) {
  const auto support = support_of(model, unit);
  return support && *support >= sure_support && !model.has_broken_frame() && model.evidence != gene_evidence::model;
}

namespace {

std::string random_bases(std::size_t length, std::uint32_t gc, random_source& random) {
  constexpr std::array<std::string_view, 2> pairs = {"AT", "GC"};
  std::string bases(length, 'N');
  for (char& base : bases) base = pairs[random.chance(gc) ? 1 : 0][random.below(2)];
  return bases;
}

// The codons of an amino acid, or the stop codons, each with how often independent bases make it.
struct weighted_codons {
  std::vector<std::string> codons;
  std::vector<std::uint64_t> weights;

  const std::string& draw(random_source& random) const { return codons[random.weighted(weights)]; }
};

// By amino acid, stop codons last.
std::array<weighted_codons, n_kinds_of_residues + 1> codons_of(const genetic_code& code, std::uint32_t gc) {
  std::array<weighted_codons, n_kinds_of_residues + 1> made;
  for (std::size_t number = 0; number < codon_weights::n_codons; ++number) {
    const std::string codon = codon_of(number);
    std::uint64_t weight = 1;  // at most 10^18, with all of them below 2^64
    for (const char base : codon) weight *= std::max(1U, base == 'G' || base == 'C' ? gc : per_million - gc);
    const auto residue = spliced::amino_code(translate_codon(codon, code));
    auto& kept = made[may_end_coding(codon, code) ? n_kinds_of_residues : residue];
    kept.codons.push_back(codon);
    kept.weights.push_back(weight);
  }
  return made;
}

std::string random_genes(std::size_t length, const genetic_code& code, std::uint32_t gc, random_source& random) {
  constexpr std::size_t n_residues = 400;
  const auto codons = codons_of(code, gc);
  std::string bases;
  while (bases.size() < length) {
    std::string gene = "ATG";
    for (std::size_t n = 1; n < n_residues; ++n) gene += codons[random.weighted(residue_frequencies)].draw(random);
    gene += codons[n_kinds_of_residues].draw(random);
    bases += random.below(2) == 0 ? gene : reverse_complement(gene);
  }
  bases.resize(length);
  return bases;
}

std::vector<spliced::residue_code> random_protein(std::size_t length, random_source& random) {
  std::vector<spliced::residue_code> residues(length);
  for (auto& residue : residues) residue = static_cast<spliced::residue_code>(random.weighted(residue_frequencies));
  if (!residues.empty()) residues.front() = spliced::amino_code('M');
  return residues;
}

region_material random_region(const chance_search& search, chance_sequence made_of, std::size_t length,
                              random_source& random) {
  region_material made;
  made.region.residues = spliced::encode_dna(made_of == chance_sequence::bases
                                                 ? random_bases(length, search.gc, random)
                                                 : random_genes(length, *search.scoring.code, search.gc, random));
  add_sites(made.region,
            {nullptr, &search.sites, target_reading::codons, block_mode::add, &*search.scoring.code, search.min_site,
             std::nullopt, search.has_introns},
            made);
  return made;
}

}  // namespace

std::vector<double> best_scores_by_chance(const chance_search& search, chance_sequence made_of,
                                          const chance_sample& sample) {
  constexpr std::uint64_t memory = std::uint64_t{256} << 20;  // bytes; regions this small take a few percent of it
  const spliced::simd_engine engine{};
  // Of chains that are not requested sweeps tell the score without a limit of introns.
  const bool is_limited = search.scoring.introns.max_intron < static_cast<std::int64_t>(sample.region_length);
  const solver_settings settings{.engine = &engine, .may_sweep = !is_limited};
  const solver_call call{.lowest_score = spliced::score_limit};  // the score of the best chain alone
  memory_budget budget({.usable = memory});
  std::vector<double> scores;
  for (std::size_t r = 0; r < sample.n_regions; ++r) {
    random_source random(sample.seed, r);
    const region_problem region(random_region(search, made_of, sample.region_length, random), search.scoring, settings,
                                budget);
    for (std::size_t t = 0; t < sample.targets_per_region; ++t) {
      const auto target = random_protein(sample.target_length, random);
      if (const auto best = solve(region, target, region.scoring(), settings, budget, call).unwanted)
        scores.push_back(*best);
    }
  }
  return scores;
}

// A Gumbel distribution's location is where one chain is expected: K * space * exp(-lambda * location) = 1.
std::optional<score_law> fit_score_law(const chance_search& search, chance_sequence made_of,
                                       const chance_sample& sample) {
  constexpr std::size_t min_fraction = 2;  // half of the searches, or the scoring allows hardly any chain
  const std::vector<double> scores = best_scores_by_chance(search, made_of, sample);
  if (min_fraction * scores.size() < sample.n_regions * sample.targets_per_region) return std::nullopt;
  const auto fitted = fit_gumbel(scores);
  if (!fitted) return std::nullopt;
  return score_law{fitted->rate, std::exp(fitted->rate * fitted->location) / sample.space()};
}

std::optional<score_statistics> fit_score_statistics(const chance_search& search, const chance_sample& sample) {
  const auto of_bases = fit_score_law(search, chance_sequence::bases, sample);
  if (!of_bases) return std::nullopt;
  const auto of_genes = fit_score_law(search, chance_sequence::genes, sample);
  if (!of_genes) return std::nullopt;
  return score_statistics{*of_bases, static_cast<double>(search.gc) / per_million, *of_genes};
}

namespace {

using residue_amounts = std::array<double, n_kinds_of_residues>;  // residues, then shares

void count(char letter, residue_amounts& counts) {
  const auto code = spliced::amino_code(letter);
  if (code < counts.size()) ++counts[code];
}

residue_amounts shares_of(residue_amounts counts) {
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  for (double& each : counts) each /= n;
  return counts;
}

residue_amounts average_of(double n_residues) {
  const double n_all = std::accumulate(residue_frequencies.begin(), residue_frequencies.end(), 0.0);
  residue_amounts made;
  std::ranges::transform(residue_frequencies, made.begin(), [&](std::uint32_t n) { return n_residues * n / n_all; });
  return made;
}

// 0 where the scores have none: they are no losses in the mean, or never gains.
double lambda_of(const residue_amounts& in_target, const residue_amounts& in_model,
                 const spliced::substitution_matrix& scores) {
  std::map<spliced::score, double> chances;
  for (std::size_t b = 0; b < n_kinds_of_residues; ++b)
    for (std::size_t a = 0; a < n_kinds_of_residues; ++a)
      chances[scores(static_cast<spliced::residue_code>(b), static_cast<spliced::residue_code>(a))] +=
          in_model[b] * in_target[a];
  std::erase_if(chances, [](const auto& each) { return each.second == 0; });
  const auto sum = [&](const auto& value) {
    double total = 0;
    for (const auto& [score, chance] : chances) total += chance * value(score);
    return total;
  };
  if (chances.empty() || sum([](double score) { return score; }) >= 0 || chances.rbegin()->first <= 0) return 0;
  const auto grows = [&](double lambda) { return sum([&](double score) { return std::exp(lambda * score); }) > 1; };
  double low = 0, high = 1.0 / chances.rbegin()->first;
  while (!grows(high)) {
    low = high;
    high *= 2;
  }
  constexpr int halvings = 40;
  for (int n = 0; n < halvings; ++n) {
    const double middle = (low + high) / 2;
    (grows(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

double composition_factor(const gene_model& model, std::string_view target,
                          const spliced::substitution_matrix& scores) {
  constexpr double least = 0.4, n_average = 50;
  if (model.kind != molecule::protein) return 1;
  residue_amounts in_target{}, in_model = average_of(n_average);
  for (const char residue : target) count(residue, in_target);
  for (const aligned_symbol& column : model.alignment.unpack())
    if (column.residue != 0 && !column.is_end) count(column.residue, in_model);
  if (std::ranges::max(in_target) == 0) return 1;
  const residue_amounts average = shares_of(average_of(n_average));
  const double usual = lambda_of(average, average, scores);
  if (usual == 0) return 1;
  const double ratio = lambda_of(shares_of(in_target), shares_of(in_model), scores) / usual;
  return std::clamp(ratio * ratio, least, 1.0);
}

namespace {

// What was simulated: tests/benchmarks/bench_chance_statistics.cpp writes them.
struct known_row {
  std::string_view model;
  double gc, lambda, log_k, coding_lambda, coding_log_k;
};

// By model, then ascending by gc.
constexpr auto rows = std::to_array<known_row>({
#include "exons/significance/known_statistics.inc"
});

// The regions of these, nt.
constexpr std::int64_t length_of_simulated = 10'000;

bool is_usual(const scoring_options& scoring) {
  scoring_options usual = *preset_scoring("default", molecule::protein);
  usual.splice_model = scoring.splice_model;
  usual.has_given_introns = scoring.has_given_introns;
  usual.extend_starts = scoring.extend_starts;  // no score depends on these
  usual.disruption = scoring.disruption;
  if (scoring.max_intron >= length_of_simulated) usual.max_intron = scoring.max_intron;  // there it limits nothing
  return scoring == usual;
}

}  // namespace

std::optional<score_statistics> known_statistics(const scoring_options& scoring, int genetic_code, double gc) {
  constexpr int standard = 1;
  const auto of_model = std::ranges::equal_range(rows, std::string_view(scoring.splice_model), {}, &known_row::model);
  if (of_model.empty() || genetic_code != standard || !is_usual(scoring)) return std::nullopt;
  const auto above = std::ranges::lower_bound(of_model, gc, {}, &known_row::gc);
  const known_row& high = above == of_model.end() ? of_model.back() : *above;
  const known_row& low = above == of_model.begin() ? high : *(above - 1);
  const double part = high.gc == low.gc ? 0 : std::clamp((gc - low.gc) / (high.gc - low.gc), 0.0, 1.0);
  const auto law = [&](double known_row::*lambda, double known_row::*log_k) {
    return score_law{std::lerp(low.*lambda, high.*lambda, part), std::exp(std::lerp(low.*log_k, high.*log_k, part))};
  };
  return score_statistics{law(&known_row::lambda, &known_row::log_k), gc,
                          law(&known_row::coding_lambda, &known_row::coding_log_k)};
}

}  // namespace exonweave
