// What a GFF leaves out, or reports in another way than the rest: phases, stop codons in rows of their own, and
// trans-spliced transcripts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/candidates/candidate_source.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/candidates/gff_models.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// Stop codons in rows of their own, as GTF has them, next to CDS rows that may hold them or end before them.

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

// Phases that a file leaves out, worked out from the other exons of the same model.

/// One exon of one model; an exon may belong to several.
struct model_member {
  std::uint32_t model;
  std::size_t exon;         // index in the exons
  bool is_in_frame = true;  // coding
};

/// `members` are coding. Sets the phase of each exon that has none and whose models agree on one. Within a model the
/// reading frame goes on from exon to exon, in reading direction, from those with a phase to those without; if none has
/// one, the first exon begins with a whole codon. A model whose exons overlap or lie on two strands or sequences says
/// nothing, nor does one that its own phases contradict. An initial or single exon has phase 0 in any case.
void derive_phases(std::vector<model_member> members, std::vector<candidate_exon>& exons);

// Stop codons in rows of their own, joined to the CDS rows of the same model that do not hold them.

/// A stop codon, or its piece on one side of an intron, of one model; several models may name one row.
struct gff_stop_codon {
  std::uint32_t model;
  candidate_exon piece;
};

/// Lengthens the last exon of each model, as `members` says, by the stop codon that follows it. What lies after an
/// intron becomes an exon of its own. A stop codon elsewhere is a warning.
void join_stop_codons(std::vector<gff_stop_codon> stops, const candidate_source& source,
                      std::vector<candidate_exon>& exons, std::vector<model_member>& members);

// Trans-spliced transcripts, whose exons lie on both strands or on several sequences: no chain of exons is like that,
// so they are left out, and the rest of the annotation is used. RefSeq has some for most plants and for the fly.

/// Takes out the exons whose models, one or more, are all trans-spliced, and their members; the order of the others
/// stays. One warning reports how many models that are.
void leave_out_trans_spliced(const candidate_source& source, const gff_models& models,
                             std::vector<candidate_exon>& exons, std::vector<model_member>& members);

}  // namespace exonweave
