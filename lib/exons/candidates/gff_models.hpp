// The features that GFF rows tie together by ID and Parent, and what is wrong with these ties. Parents may
// stand after their children, so only duplicates are reported at once, the rest at the end. Memory grows with the
// number of distinct IDs, not with the length of the file's lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// What the checks need of a row.
struct gff_feature {
  std::uint64_t line = 0;
  std::string_view type;
  std::size_t sequence = 0;  // in the catalog, or a number beyond it
  interval where;
  char on = '.';                    // + - . ?
  bool is_trans_spliced = false;    // as its row says
  bool is_part = false;             // of a feature with several rows, as its row says
  bool is_exon = false;             // of those requested, and of a transcript: CDS or exon
  bool is_gtf = false;              // or of GFF2
  std::string_view gene{};          // of GTF and GFF2: gene_id
  std::optional<double> support{};  // as its row says, and the next
  std::optional<double> score{};
};

class gff_models {
 public:
  explicit gff_models(const candidate_source& source) : source_(source) {}

  /// A row of this ID; several rows are one feature if they are alike and their type can be in pieces (CDS,
  /// UTR, match), or all say that they are parts of one or trans-spliced: otherwise a duplicate, an error. In GTF a
  /// transcript may have several rows at one place, as BRAKER writes them. The parent of one on several sequences is
  /// trans-spliced. So is a gene, a transcript of GTF or a feature with a Parent whose rows say nothing but lie on two
  /// strands, on two sequences or more than far_apart nt from each other.
  void define(const std::string& id, const gff_feature& row, const std::vector<std::string>& parents);

  /// A row that names this parent. Returns the parent's number, the same for the same name. A parent of exons on two
  /// strands or two sequences is trans-spliced.
  std::uint32_t add_child(const std::string& parent, const gff_feature& row);

  /// Makes this feature trans-spliced; `model` as add_child() numbers it.
  void mark_trans_spliced(std::uint32_t model) { features_[model].is_trans_spliced = true; }
  [[nodiscard]] bool is_trans_spliced(std::uint32_t model) const { return features_[model].is_trans_spliced; }

  /// Errors for IDs twice where so many features seem trans-spliced, though none of their rows says so, that it must be
  /// two annotations in one file. Call it after the last row.
  void tell_duplicates() const;

  /// Errors for cycles of Parent.
  void tell_cycles() const;

  /// Warnings for children outside of their parent and for strands mixed in one, and with `needs_parents` (GFF3) for
  /// parents that no row defines. A trans-spliced parent may have both.
  void tell_ties(bool needs_parents) const;

  [[nodiscard]] const std::string& id(std::uint32_t model) const { return *features_[model].id; }
  /// What the first row of this feature says.
  [[nodiscard]] std::optional<double> support(std::uint32_t model) const { return features_[model].support; }
  [[nodiscard]] std::optional<double> score(std::uint32_t model) const { return features_[model].score; }
  /// The gene of a transcript: gene_id of its exons in GTF, else its first Parent; empty: none is named.
  [[nodiscard]] std::string gene(std::uint32_t model) const;
  std::uint32_t number_of(const std::string& id);

 private:
  static constexpr std::int64_t far_apart = 5'000;  // nt between two rows
  static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);

  struct feature {
    const std::string* id = nullptr;
    std::uint64_t line = 0;  // 0: not defined by a row
    std::string type;
    std::size_t sequence = 0;
    interval where;
    char on = '.';  // of its first row
    std::uint32_t first_parent = nobody;
    std::uint64_t child_line = 0;  // of the first child; 0: none
    std::size_t child_sequence = 0;
    interval children;             // from the first to the last base
    bool has_stray_child = false;  // on another sequence than the first child
    bool has_forward_child = false, has_reverse_child = false;
    char exons_on = 0;  // strand of the first exon; 0: none
    std::size_t exons_sequence = 0;
    std::string gene;  // as its exons name it
    bool is_part = false, is_trans_spliced = false;
    std::optional<double> support{}, score{};
  };

  // The row of an ID that only seems to be a part of the feature.
  struct supposed_part {
    std::uint64_t line = 0;
    std::uint32_t number = 0;
  };

  static bool seems_trans_spliced(const feature& known, const gff_feature& row);
  void tell_duplicate(std::uint64_t line, const feature& known) const;
  [[nodiscard]] std::vector<std::uint32_t> parents_without_root() const;
  void tell_cycle(std::uint32_t first, const std::vector<std::uint32_t>& parent_of) const;
  void tell_feature(const feature& about, bool needs_parents) const;

  candidate_source source_;
  std::vector<feature> features_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<supposed_part> supposed_parts_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;  // (parent, child) where the child has an ID
};

// What a GFF leaves out, or reports in another way than the rest: phases, stop codons in rows of their own, and
// trans-spliced transcripts.

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
