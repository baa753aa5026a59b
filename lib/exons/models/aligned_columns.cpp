// A column is a byte that says what follows, and what does not follow from the column before: most have the next symbol of the target,
// a residue, and the next base or three.
#include "exons/models/aligned_columns.hpp"

#include <cstring>

namespace exonweave {
namespace {

enum column_bits : unsigned {
  has_symbol = 1,
  symbol_is_given = 2,  // else the one behind that of the column before
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
  void go_on(const aligned_symbol& behind) {
    if (behind.in_target) next_symbol = *behind.in_target + 1;
    for (const std::int64_t base : behind.bases)
      if (base >= 0) last_base = base;
  }
};

unsigned bits_of_bases(const aligned_symbol& column, const column_state& before) {
  if (column.bases == no_bases) return 0;
  for (const unsigned bits :
       {0u, unsigned{descending}, unsigned{has_three}, unsigned{has_three} | descending})
    if (before.bases(bits) == column.bases) return bits | bases_follow;
  return bases_are_given;
}

template <class Value>
void put(const Value& value, std::string& to) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
Value take(const std::string& from, std::size_t& at) {
  Value value;
  std::memcpy(&value, from.data() + at, sizeof value);
  at += sizeof value;
  return value;
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

std::vector<aligned_symbol> aligned_columns::unpack() const {
  std::vector<aligned_symbol> columns;
  column_state state;
  for (std::size_t at = 0; at < packed_.size();) {
    const unsigned bits = static_cast<unsigned char>(packed_[at++]);
    aligned_symbol column;
    if ((bits & has_symbol) != 0)
      column.in_target = (bits & symbol_is_given) != 0 ? take<std::uint64_t>(packed_, at) : state.next_symbol;
    if ((bits & has_residue) != 0) column.residue = packed_[at++];
    column.is_end = (bits & is_end) != 0;
    if ((bits & bases_follow) != 0) column.bases = state.bases(bits);
    if ((bits & bases_are_given) != 0) column.bases = take<std::array<std::int64_t, 3>>(packed_, at);
    state.go_on(column);
    columns.push_back(column);
  }
  return columns;
}

}  // namespace exonweave
