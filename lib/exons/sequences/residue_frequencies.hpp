// How often each of the 20 amino acids is in proteins as they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace exonweave {

constexpr std::size_t n_kinds_of_residues = 20;

/// Of 100,000 residues, in the order of the codes (Robinson and Robinson 1991).
constexpr std::array<std::uint32_t, n_kinds_of_residues> residue_frequencies = {
    7805, 5129, 4487, 5364, 1925, 4264, 6295, 7377, 2199, 5142,
    9019, 5744, 2243, 3856, 5203, 7120, 5841, 1330, 3216, 6441};

}  // namespace exonweave
