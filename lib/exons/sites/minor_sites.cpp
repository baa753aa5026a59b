#include "exons/sites/minor_sites.hpp"

#include <array>
#include <cmath>

namespace exonweave {
namespace {

using base_shares = std::array<double, n_dna_bases>;  // A, C, G, T

weight_row row_of(const base_shares& shares) {
  constexpr double by_chance = 0.25;
  base_shares bits{};
  for (std::size_t base = 0; base < n_dna_bases; ++base) bits[base] = std::log2(shares[base] / by_chance);
  return make_row(bits);
}

// Each of the other bases stands for a third of what is left.
weight_row mostly(std::size_t base) {
  constexpr double most = 0.94;
  base_shares shares;
  shares.fill((1 - most) / (n_dna_bases - 1));
  shares[base] = most;
  return row_of(shares);
}

constexpr std::size_t a = 0, c = 1, t = 3;
constexpr base_shares pyrimidine = {0.1, 0.4, 0.1, 0.4}, mostly_c = {0.06, 0.64, 0.06, 0.24};

}  // namespace

minor_site_rows minor_sites() {
  const weight_row nothing = row_of({0.25, 0.25, 0.25, 0.25});
  minor_site_rows rows{weight_matrix(donor_window.n_rows, nothing), weight_matrix(acceptor_window.n_rows, nothing)};
  const auto first = static_cast<std::size_t>(donor_window.n_before) + 2;  // after AT
  for (std::size_t place = 0; const std::size_t base : {a, t, c, c}) rows.donor[first + place++] = mostly(base);
  const auto last = static_cast<std::size_t>(acceptor_window.n_before) - 2;  // before AC
  rows.acceptor[last - 1] = row_of(mostly_c);
  rows.acceptor[last - 2] = row_of(mostly_c);
  rows.acceptor[last - 3] = row_of(pyrimidine);
  return rows;
}

}  // namespace exonweave
