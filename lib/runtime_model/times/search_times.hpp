// What a run does next to alignments, in units of work: a search for loci (locus_search.hpp), which reads the genome
// once for all targets and then looks for each of them once more around what was found; the parses of a gene model
// (gene_finder.hpp); and exhaustive sweeps (bound_search.hpp).
#pragma once

#include <cstddef>

#include "spliced/costs/cost_model.hpp"

namespace exonweave {

/// Lengths in nt and residues; nt of all windows in which a target is looked for once more.
spliced::by_cost_unit work_of_search(double genome_length, double n_residues, double n_window_bases);

/// Of a gene model in so many rounds, each of which learns and parses the genome; nt of all pieces of one parse.
spliced::by_cost_unit work_of_parses(double n_piece_bases, std::size_t n_parses);

/// Of exhaustive sweeps, as is known before a run. What is swept anew comes on top.
struct bound_work {
  double n_places = 0;    // nt of both strands
  double n_residues = 0;  // of all targets
  double longest = 0;     // nt that are swept in a row

  [[nodiscard]] double cells() const { return n_places * n_residues; }
};

/// Wall time.
double seconds_on_cpu(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads);
double seconds_on_gpus(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads,
                       std::size_t n_gpus);

}  // namespace exonweave
