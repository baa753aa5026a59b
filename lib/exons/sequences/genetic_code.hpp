// The standard genetic code on upper-case DNA.
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

constexpr std::size_t codon_length = 3;  // nt

/// TAA, TAG or TGA.
bool is_stop_codon(std::string_view codon);

/// The amino acid of three bases: '*' for a stop, 'X' where a base is not A, C, G or T.
char translate_codon(std::string_view codon);

/// Codon by codon from the first base; bases left over at the end are ignored.
std::string translate(std::string_view coding);

}  // namespace exonweave
