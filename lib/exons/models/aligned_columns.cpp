// A column is a byte that says what follows, and what does not follow from the column before: most have the next symbol
// of the target, a residue, and the next base or three.
#include "exons/models/aligned_columns.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace exonweave {
namespace {

enum column_bits : unsigned {
  has_symbol = 1,
  symbol_is_given = 2,  // else the one after that of the column before
  has_residue = 4,
  is_end = 8,
  bases_follow = 16,  // a base, or three, next to the last one
  has_three = 32,
  descending = 64,
  bases_are_given = 128,
};

constexpr std::array<std::int64_t, 3> no_bases{-1, -1, -1};

// What the columns so far lead one to expect.
struct column_state {
  std::size_t next_symbol = 0;
  std::int64_t last_base = -1;

  [[nodiscard]] std::array<std::int64_t, 3> bases(unsigned bits) const {
    const std::int64_t step = (bits & descending) != 0 ? -1 : 1;
    if ((bits & has_three) == 0) return {last_base + step, -1, -1};
    return {last_base + step, last_base + 2 * step, last_base + 3 * step};
  }
  void go_on(const aligned_symbol& after) {
    if (after.in_target) next_symbol = *after.in_target + 1;
    for (const std::int64_t base : after.bases)
      if (base >= 0) last_base = base;
  }
};

unsigned bits_of_bases(const aligned_symbol& column, const column_state& before) {
  if (column.bases == no_bases) return 0;
  for (const unsigned bits : {0u, unsigned{descending}, unsigned{has_three}, unsigned{has_three} | descending})
    if (before.bases(bits) == column.bases) return bits | bases_follow;
  return bases_are_given;
}

template <class Value>
void put(const Value& value, std::string& text) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Takes a value off the front. False: there are too few bytes.
template <class Value>
bool take(std::string_view& bytes, Value& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}

// No genome is so long, and so much may be counted on from there.
bool is_base(std::int64_t base) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  return -1 <= base && base < most;
}

// Takes a column off the front. False: there is none.
bool take_column(std::string_view& bytes, const column_state& state, aligned_symbol& column) {
  std::uint8_t bits = 0;
  if (!take(bytes, bits)) return false;
  if ((bits & has_symbol) != 0) {
    std::uint64_t symbol = state.next_symbol;
    if ((bits & symbol_is_given) != 0 && !take(bytes, symbol)) return false;
    column.in_target = symbol;
  }
  if ((bits & has_residue) != 0 && !take(bytes, column.residue)) return false;
  column.is_end = (bits & is_end) != 0;
  if ((bits & bases_follow) != 0) column.bases = state.bases(bits);
  return (bits & bases_are_given) == 0 || (take(bytes, column.bases) && std::ranges::all_of(column.bases, is_base));
}

}  // namespace

aligned_columns::aligned_columns(std::span<const aligned_symbol> columns) {
  column_state state;
  for (const aligned_symbol& column : columns) {
    unsigned bits = bits_of_bases(column, state);
    if (column.in_target) bits |= has_symbol;
    if (column.in_target && *column.in_target != state.next_symbol) bits |= symbol_is_given;
    if (column.residue != 0) bits |= has_residue;
    if (column.is_end) bits |= is_end;
    packed_ += static_cast<char>(bits);
    if ((bits & symbol_is_given) != 0) put(std::uint64_t{*column.in_target}, packed_);
    if ((bits & has_residue) != 0) packed_ += column.residue;
    if ((bits & bases_are_given) != 0) put(column.bases, packed_);
    state.go_on(column);
  }
  packed_.shrink_to_fit();
}

std::optional<std::vector<aligned_symbol>> unpack_columns(std::string_view bytes) {
  std::vector<aligned_symbol> columns;
  column_state state;
  while (!bytes.empty()) {
    aligned_symbol column;
    if (!take_column(bytes, state, column)) return std::nullopt;
    state.go_on(column);
    columns.push_back(column);
  }
  return columns;
}

std::vector<aligned_symbol> aligned_columns::unpack() const {
  auto columns = unpack_columns(packed_);
  assert(columns);
  return std::move(*columns);
}

}  // namespace exonweave
