// A pair of sequences as the kernels of global alignment have it: gaps are linear, and cost nothing.
//
// With D(i,j) = S(i,j) + extend * (i + j), where S is align_engine.hpp's, what a gap's symbol costs is what the next
// cell gains:
//
//   D(i,j) = max(D(i-1,j-1) + d(q_i, t_j) + 2 extend, D(i-1,j), D(i,j-1))       D(i,0) = D(0,j) = 0
//
// A cell's move is the first of these three that attains the maximum: that is the order of ties.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pairwise/align/align_engine.hpp"

namespace exonweave::gpu {

constexpr std::size_t pair_codes = 32;  // residue codes in a table, those that do not occur included

/// d(q, t) + 2 extend, [query][target]; 0 where a code is none.
using gain_table = std::array<std::int32_t, pair_codes * pair_codes>;

/// Moves back from a cell, in two bits.
enum class cell_move : std::uint8_t { match = 0, deletion = 1, insertion = 2 };

gain_table make_gains(const align_scoring& scoring);

/// Why devices do not take a scoring; empty where they do.
std::string align_refusal(const align_scoring& scoring);

/// What is checked before anything is computed. Throws as align_engine::align() does.
void check_request(const align_request& request);

/// The score of D in the last cell.
spliced::score score_of(std::int32_t last, const align_request& request);

/// Edits from moves that were found from the end of both sequences on, back to row or column 0.
std::vector<spliced::edit_run> edits_of(std::span<const std::uint8_t> moves, std::size_t m, std::size_t n);

}  // namespace exonweave::gpu
