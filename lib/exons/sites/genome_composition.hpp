// Which clade a genome resembles by its composition, where it has too few genes to tell.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "exons/sequences/genome.hpp"

namespace exonweave {

/// The genomic signature of Karlin and Burge (1995): with f the frequencies on both strands together,
///
///   rho(xy) = f(xy) / ( f(x) f(y) )
///
/// for the pairs AA, AC, AG, AT, CA, ... TT of neighbouring bases. It differs little along a genome and between near
/// species: so vertebrates lack CG.
using genome_signature = std::array<double, 16>;

/// Fewer pairs of known bases than these say nothing.
constexpr std::uint64_t fewest_pairs = 10'000;

/// Of all sequences. Nothing: there are too few pairs of known bases.
std::optional<genome_signature> signature_of(genome& sequences);

/// The mean over the pairs of how much two signatures differ.
double distance(const genome_signature& a, const genome_signature& b);

/// How much nearer than to the next one a genome must be to the built-in model that it gets.
constexpr double nearest_fraction = 2.0 / 3.0;

/// The built-in splice model whose training genome has the nearest signature. Nothing: the genome has too few bases, or
/// that signature is not clearly nearer than the next one, as the share says.
std::optional<std::string> nearest_built_in(genome& sequences);

}  // namespace exonweave
