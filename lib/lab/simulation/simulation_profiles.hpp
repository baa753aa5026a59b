// The profiles of the simulator: what their data sets look like.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave {

// Lengths of the exons of Nolasco and Moreano's genes and candidates, nt.
constexpr std::int64_t longest_exon = 4'778;
constexpr std::int64_t shortest_exon = 9;

/// "tiny", "nolasco2014", "il1rapl1", "microexons".
const std::vector<std::string>& simulation_profiles();

/// The plan of a profile; profiles that ask for distributions draw them from `seed`. Throws bad_usage on
/// another name.
simulation_plan plan_profile(std::string_view profile, std::uint64_t seed);

/// Five genes on two sequences and both strands, one of them without an intron, with two targets each; some
/// 25 kB.
simulation_plan plan_tiny(random_source& random);

/// The largest case of Nolasco and Moreano: a base of 2,168,787 nt, 1,878 candidates, a target of 2,355 nt.
/// Without insertions and deletions, so that the target keeps that length.
simulation_plan plan_il1rapl1(random_source& random);

/// Genes with one very short exon: 120 sequences of one gene of 6 exons each, one of them of 1 to 12 nt, 10 genes of
/// each length, on both strands. Sites are drawn from the built-in model of vertebrates, so that they score as real
/// ones do, but for the few exons whose two sites weigh less than 7 bits. One target each; no decoys.
simulation_plan plan_microexons(random_source& random);

/// A data set with the statistics of Nolasco and Moreano: 240 bases (sequences) of one gene each, 1,010
/// cases. All candidates of a base are on the strand of its gene. Published (minimum / mean / maximum), each
/// met within 5% in the mean, with both ends reached or nearly so: base length 2,848 / 42,181 / 575,746;
/// exons per base 2 / 55.08 / 622; exon length 1 / 149.35 / 4,778; sum of exon lengths per base 442 / 7,711.7
/// / 71,873; targets per base 1 / 4.20 / 5; target length 189 / 1,460 / 8,652. The published means do not fit
/// one another exactly (7,711.7 / 55.08 = 140.0, not 149.35), and it is not said whether an exon or a base is
/// the unit of the mean exon length. Exons per base are planned at 54.2 and sums at 7,880, so that the mean
/// over all exons is 145.5, and the mean of the bases' means is 149.35.
simulation_plan plan_nolasco2014(random_source& random);

/// `n` lengths of at least `least` that sum up to `total`: a stick broken at random places. Needs n * least
/// <= total.
std::vector<std::int64_t> random_parts(std::int64_t total, std::size_t n, std::int64_t least, random_source& random);

}  // namespace exonweave
