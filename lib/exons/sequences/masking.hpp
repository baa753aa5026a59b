// Parts of proteins that are left out of a comparison, since chance makes them alike.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// What is masked. A file may have the numbers: they stay.
enum class masking : std::uint8_t { none = 0, seg = 1, tantan = 2, lower_case = 3 };

struct masking_name {
  masking kind;
  std::string_view name;
};
inline constexpr std::array masking_names{
    masking_name{masking::none, "none"},              // nothing
    masking_name{masking::seg, "seg"},                // low_complexity.hpp
    masking_name{masking::tantan, "tantan"},          // tandem_repeats.hpp
    masking_name{masking::lower_case, "lower-case"},  // what a FASTA file has in lower case
};
std::string_view to_string(masking kind);
std::optional<masking> masking_from(std::string_view name);

/// Stands where a residue is masked.
constexpr char masked_residue = 'X';

/// Of a protein in upper case, by seg or tantan; parts that do not overlap, from left to right. Nothing by the other
/// two.
std::vector<interval> masked_parts(std::string_view residues, masking by);

/// The same, by any.
std::vector<interval> masked_parts(const target& protein, masking by);

/// Its residues, with masked_residue in these parts.
std::string masked_residues(const target& protein, masking by);

}  // namespace exonweave
