// What introns of a genome should cost, from the lengths of some of them.
#pragma once

#include <cstdint>
#include <span>

#include "exons/introns/intron_cost.hpp"

namespace exonweave {

constexpr std::size_t fewest_for_law = 50;  // introns

/// If lengths are geometric with mean m, an intron of length L has -log2 of its probability, log2(m) + L / (m ln 2)
/// bits nearly, twice that in half-bits. Charged is half of it, beside a constant:
///
///   cost = 18 + log2(m) half-bits, rounded to halves      per nt = 1 / (m ln 2) half-bits
///
/// Real lengths have a longer tail than that, which the half makes up for; constant and half were chosen on fission
/// yeast and vertebrates (docs/benchmarks/log/model.md). `lengths` in nt, above 0; at least one.
intron_cost intron_law(std::span<const std::int64_t> lengths);

/// The mean length for which introns cost so much per nt by that law, nt; infinite where length costs nothing. At least
/// one line, in half-bits.
double mean_by_law(std::span<const intron_cost> lines);

}  // namespace exonweave
