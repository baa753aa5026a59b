// Stop codons in rows of their own, as GTF has them, next to CDS rows that may hold them or end before them.
#pragma once

#include <cstddef>
#include <span>

#include "exons/candidates/candidate_source.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// What a stop codon, or one of the two pieces between which an intron lies, is to the coding exons of its model.
struct stop_codon_join {
  enum class kind {
    held,     // an exon holds it
    extends,  // the last exon in reading direction goes on with it
    follows,  // an intron lies between that exon and it: it is an exon of its own
    apart     // it lies elsewhere
  };
  kind how = kind::apart;
  std::size_t exon = 0;  // held: that one; extends, follows: the last one
};

/// `exons` in any order, all on strand `on`.
stop_codon_join join_stop_codon(std::span<const interval> exons, interval stop, strand on);

/// Whether a stop codon's piece `a` is read before `b`.
bool is_read_before(interval a, interval b, strand on);

/// Warns that a row's stop codon is not used.
void warn_of_stop_codon_apart(const candidate_source& source, std::uint64_t line, interval stop);

}  // namespace exonweave
