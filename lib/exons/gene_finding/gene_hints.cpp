#include "exons/gene_finding/gene_hints.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

double hint_factor(std::optional<double> support, std::optional<double> probability) {
  if (!support) return unknown_hint_support * probability.value_or(1);
  return *support >= sure_hint_support ? sure_hint_factor * *support : *support;
}

void gene_hints::add_gene(const std::vector<interval>& exons, strand on, const hint_bits& bits, double factor) {
  add_piece(exons, on, 0, bits, factor);
  const std::int64_t left = exons.front().start, right = exons.back().end - codon_size;
  const bool is_forward = on == strand::forward;
  codons.push_back({is_forward ? left : right, on, true, to_finding_score(factor * bits.start)});
  codons.push_back({is_forward ? right : left, on, false, to_finding_score(factor * bits.stop)});
}

void gene_hints::add_piece(const std::vector<interval>& exons, strand on, std::int8_t phase, const hint_bits& bits,
                           double factor) {
  std::int64_t length = 0;  // nt
  for (const interval& exon : exons) length += exon.length();
  // Before the first whole codon from left to right, which is the last one of the reverse strand.
  const std::int64_t n_first = on == strand::forward ? phase : (length - phase) % codon_size;
  std::int64_t n_before = (codon_size - n_first) % codon_size;
  for (const interval& exon : exons) {
    codings.push_back({exon, on, n_before, to_finding_score(factor * bits.per_base)});
    n_before = (n_before + exon.length()) % codon_size;
  }
  for (std::size_t e = 1; e < exons.size(); ++e)
    introns.push_back({{exons[e - 1].end, exons[e].start}, on, to_finding_score(factor * bits.intron)});
}

void gene_hints::add(const gene_hints& others) {
  codings.insert(codings.end(), others.codings.begin(), others.codings.end());
  introns.insert(introns.end(), others.introns.begin(), others.introns.end());
  codons.insert(codons.end(), others.codons.begin(), others.codons.end());
  recoded_stops.insert(recoded_stops.end(), others.recoded_stops.begin(), others.recoded_stops.end());
  sites.insert(sites.end(), others.sites.begin(), others.sites.end());
  unlisted_site += others.unlisted_site;
}

void gene_hints::sort() {
  std::ranges::sort(codings, {}, [](const coding& h) { return std::tuple(h.where, h.on, h.n_before, h.per_base); });
  std::ranges::sort(introns, {}, [](const intron& h) { return std::tuple(h.where.end, h.where.start, h.on, h.score); });
  std::vector<intron> distinct;
  for (const intron& each : introns) {
    if (!distinct.empty() && distinct.back().where == each.where && distinct.back().on == each.on)
      distinct.back().score += each.score;
    else
      distinct.push_back(each);
  }
  introns = std::move(distinct);
  std::ranges::sort(codons, {}, [](const codon& h) { return std::tuple(h.position, h.on, h.is_start, h.score); });
  std::ranges::sort(recoded_stops);
  std::ranges::sort(sites, {}, [](const site& h) { return std::tuple(h.border, h.on, h.is_donor, h.score); });
}

gene_hints gene_hints::within(interval part) const {
  gene_hints inside;
  for (coding each : codings) {
    if (!each.where.overlaps(part)) continue;
    const interval kept{std::max(each.where.start, part.start), std::min(each.where.end, part.end)};
    each.n_before = (each.n_before + kept.start - each.where.start) % codon_size;
    each.where = {kept.start - part.start, kept.end - part.start};
    inside.codings.push_back(each);
  }
  for (intron each : introns) {
    if (!part.contains(each.where)) continue;
    each.where = {each.where.start - part.start, each.where.end - part.start};
    inside.introns.push_back(each);
  }
  const auto has_codon = [part](std::int64_t position) { return part.contains({position, position + codon_size}); };
  for (codon each : codons) {
    if (!has_codon(each.position)) continue;
    each.position -= part.start;
    inside.codons.push_back(each);
  }
  for (const recoded_stop& each : recoded_stops)
    if (has_codon(each.position)) inside.recoded_stops.push_back({each.position - part.start, each.on});
  auto listed = std::ranges::lower_bound(sites, part.start, {}, &site::border);  // many: a table lists most of them
  for (; listed != sites.end() && listed->border <= part.end; ++listed)
    inside.sites.push_back({listed->border - part.start, listed->on, listed->is_donor, listed->score});
  inside.unlisted_site = unlisted_site;
  inside.sort();
  return inside;
}

gene_hints gene_hints::flipped(std::int64_t length) const {
  gene_hints other = *this;
  for (coding& each : other.codings) {
    // What is to the right of its last base.
    each.n_before = codon_size - 1 - (each.n_before + each.where.length() - 1) % codon_size;
    each.where = flip(each.where, length);
    each.on = opposite(each.on);
  }
  for (intron& each : other.introns) {
    each.where = flip(each.where, length);
    each.on = opposite(each.on);
  }
  for (codon& each : other.codons) {
    each.position = length - codon_size - each.position;
    each.on = opposite(each.on);
  }
  for (recoded_stop& each : other.recoded_stops) each = {length - codon_size - each.position, opposite(each.on)};
  for (site& each : other.sites) each = {length - each.border, opposite(each.on), each.is_donor, each.score};
  other.sort();
  return other;
}

}  // namespace exonweave
