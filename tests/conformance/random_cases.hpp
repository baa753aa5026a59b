// Random small cases, the same for the same seed everywhere: few letters and small costs, for many ties.
#pragma once

#include <cstdint>

#include "small_case.hpp"

namespace exonweave::testing {

/// Nucleotides, given exons; half of the cases with affine gaps, half with unaligned ends that are no gaps.
small_case random_nucleotide_case(std::uint64_t seed);

/// What chains are made of.
enum class material { exons, blocks, both };

/// Nucleotides from sites, alone or beside given exons.
small_case random_nucleotide_block_case(std::uint64_t seed, material kind);

/// A genome that holds a coding sequence and other things, and a protein like the one it encodes. With options:
/// incomplete chains, frameshifts and stops within, each in half of the cases.
small_case random_protein_case(std::uint64_t seed, material kind, bool with_options);

/// A part of such a case, as a short sequence has it: exons and blocks may be cut at both its ends, and at a place
/// within.
small_case random_cut_case(std::uint64_t seed, material kind);

}  // namespace exonweave::testing
