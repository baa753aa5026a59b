// A genome in which genes are looked for, and what reads it at once.
#pragma once

#include <cstddef>

#include "base/threads/run_control.hpp"
#include "exons/sequences/genetic_codes.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

struct searched_genome {
  genome& sequences;
  const genetic_codes& codes;
  std::size_t n_threads;
  const run_control& control;
};

/// What a thread looks at in one go.
struct sequence_part {
  std::size_t sequence;
  interval where;
};

}  // namespace exonweave
