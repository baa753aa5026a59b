// How long it takes to find loci: units of work of a search (locus_search.hpp), which reads a genome once for all
// targets and then looks for each target once more around what was found, and of exhaustive sweeps (bound_search.hpp).
// Next to these the work of a gene model, which reads the genome after all (gene_finder.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spliced/costs/priced_work.hpp"

namespace exonweave {

enum class search_unit : std::uint8_t {
  base,         // nt of the genome
  residue,      // of all targets, which are indexed
  seed,         // nt of the genome times residues: as many seeds match by chance
  looked_base,  // nt of all windows in which a target is looked for once more
  parsed_base   // nt of all pieces of the genome (count_pieces), for each round of a gene model; no part of a search
};

constexpr auto unit_names(search_unit) {
  return std::to_array<std::string_view>({"base", "residue", "seed", "looked_base", "parsed_base"});
}

using by_search_unit = spliced::by_unit<search_unit>;
using search_costs = spliced::work_prices<search_unit>;
using timed_search = spliced::timed_work<search_unit>;

/// Lengths in nt and residues.
by_search_unit work_of_search(double genome_length, double n_residues, double n_window_bases);

/// Of a gene model in so many rounds, each of which learns and parses the genome; nt of all pieces of one parse.
by_search_unit work_of_parses(double n_piece_bases, std::size_t n_parses);

enum class bound_unit : std::uint8_t {
  base,        // nt of both strands, which are made ready to be swept
  cell,        // nt times residues, on the CPU
  device_cell  // on a GPU
};

constexpr auto unit_names(bound_unit) { return std::to_array<std::string_view>({"base", "cell", "device_cell"}); }

using by_bound_unit = spliced::by_unit<bound_unit>;
using bound_costs = spliced::work_prices<bound_unit>;
using timed_bounds = spliced::timed_work<bound_unit>;

/// Known before a run. What is swept anew comes on top.
struct bound_work {
  by_bound_unit on_cpu{};
  double longest = 0;  // nt that are swept in a row

  [[nodiscard]] double cells() const { return on_cpu[bound_unit::cell]; }
};

/// Lengths in nt of both strands, residues, and the nt of the longest strand.
bound_work work_of_bounds(double n_places, double n_residues, double longest);

/// Wall time.
double seconds_on_cpu(const bound_costs& costs, const bound_work& work, unsigned n_threads);
double seconds_on_gpus(const bound_costs& costs, const bound_work& work, unsigned n_threads, std::size_t n_gpus);

}  // namespace exonweave
