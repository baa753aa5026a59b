// Every chain of exons of a small case, written out, and every way to read each: by definition, one exon and one base
// after the other.
#pragma once

#include <functional>
#include <vector>

#include "small_case.hpp"

namespace exonweave::testing {

/// What a chain does between its begin and its end.
struct chain_step {
  // A residue stands where its middle base is read. Unaligned target symbols may follow where it is whole, with its
  // last base; that is a step of its own when exons end and begin between.
  enum class kind { residue, residue_is_whole, exon_begins, exon_ends, frameshift };
  kind what;
  std::int64_t value;         // the residue's code; where the exon begins or ends; how many nt are skipped
  std::int64_t position = 0;  // of a frameshift: where they begin
  std::int64_t in_gap = 0;    // of a residue: what it earns where no target symbol is aligned with it
};

struct chain_reading_steps {
  std::vector<chain_step> steps;
  std::vector<spliced::path_exon> exons;  // the parts on both sides of a frameshift are one
  spliced::score weight = 0;              // everything that is not aligned: exons in their roles, introns, options
};

void for_each_reading(const small_case& example, const std::function<void(const chain_reading_steps&)>& visit);

}  // namespace exonweave::testing
