// The sequences and targets of a run by name, as tables of loci name them: whole, or by an accession that one record
// alone has. What is not there is reported with the nearest names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/files/report.hpp"
#include "exons/loci/accessions.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

class named_records {
 public:
  /// All must outlive it.
  named_records(const sequence_catalog& sequences, const target_set& targets, report& problems);
  named_records(const named_records&) = delete;  // it has views of its own names

  [[nodiscard]] const sequence_catalog& sequences() const { return sequences_; }
  [[nodiscard]] const target_set& targets() const { return targets_; }
  [[nodiscard]] report& problems() const { return problems_; }

  /// Index in the set; nothing where it is unknown or has no residues.
  [[nodiscard]] std::optional<std::size_t> find_target(std::string_view name) const;

  /// Index in the catalog; nothing where it is unknown.
  [[nodiscard]] std::optional<std::size_t> find_sequence(std::string_view name) const;

  /// Whether the set has such a record, with residues or without.
  [[nodiscard]] bool has_target(std::string_view name) const { return find_record(name).has_value(); }

  /// Letters that a file may say a target has: its residues, or one more where it ends with a stop.
  [[nodiscard]] std::int64_t fewest_letters(std::size_t target) const;
  [[nodiscard]] std::int64_t max_letters(std::size_t target) const;

  /// Whether a table's length of a target is that of the set's; else an error at `where`.
  [[nodiscard]] bool is_length_of_target(const place& where, std::string_view stated, std::size_t target) const;

  /// Index in the catalog or the set; an unknown name is an error at `where`.
  [[nodiscard]] std::optional<std::size_t> sequence(const place& where, std::string_view name) const;
  [[nodiscard]] std::optional<std::size_t> target(const place& where, std::string_view name) const;

  /// Whether the sequence or the target has no residues: nothing can be aligned there, which is a warning, and no
  /// reason to refuse the others. `row` is what the row of the table is: "pair".
  [[nodiscard]] bool names_empty_record(const place& where, std::string_view row, std::string_view sequence,
                                        std::string_view target) const;

 private:
  // Hints cost a look at every name, so they are made only for errors that are shown.
  [[nodiscard]] std::string hint(std::string_view name, const std::vector<std::string>& known,
                                 const accession_index& accessions) const;

  // Of a target, those without residues after the others.
  [[nodiscard]] std::optional<std::size_t> find_record(std::string_view name) const;

  const sequence_catalog& sequences_;
  const target_set& targets_;
  report& problems_;
  std::vector<std::string> target_names_;  // with those without residues after the others
  std::unordered_map<std::string_view, std::size_t> target_index_;
  accession_index target_accessions_, sequence_accessions_;
};

}  // namespace exonweave
