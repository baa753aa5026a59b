// How often each of the 20 amino acids is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

constexpr std::size_t n_kinds_of_residues = 20;

/// Shares of the 20 amino acids, which sum to 1.
using residue_shares = std::array<double, n_kinds_of_residues>;

/// Of the residues that are one of the 20; nothing where there is none.
std::optional<residue_shares> shares_of(std::span<const spliced::residue_code> residues);

/// How many residues are one of the 20.
std::size_t count_known(std::span<const spliced::residue_code> residues);

/// Of 10,000 residues of proteins as they are, in the order of the codes (Robinson and Robinson 1991).
constexpr std::array<std::uint16_t, n_kinds_of_residues> usual_residues = {
    781, 513, 449, 536, 193, 426, 630, 738, 220, 514, 902, 574, 224, 386, 520, 712, 584, 133, 322, 644};

/// Those of proteins as they are.
const residue_shares& usual_shares();

/// The square root of the Jensen-Shannon divergence in nats, which is a metric (Endres and Schindelin 2003): 0 for the
/// same ones.
double distance(const residue_shares& one, const residue_shares& other);

}  // namespace exonweave
