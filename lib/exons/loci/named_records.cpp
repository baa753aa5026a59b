#include "exons/loci/named_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace exonweave {

namespace {

// Which of the records a name means: that of the name, or the only one that shares an accession with it.
template <class Find>
std::optional<std::size_t> find_named(std::string_view name, const accession_index& accessions, const Find& find) {
  if (const auto whole = find(name)) return whole;
  std::vector<std::size_t> records = accessions.records_of(name);
  for (const std::string_view accession : accessions_of(name))
    if (const auto found = find(accession)) records.push_back(*found);
  const bool is_one =
      !records.empty() && std::ranges::all_of(records, [&](std::size_t r) { return r == records.front(); });
  return is_one ? std::optional(records.front()) : std::nullopt;
}

}  // namespace

named_records::named_records(const sequence_catalog& sequences, const target_set& targets, report& problems)
    : sequences_(sequences), targets_(targets), problems_(problems) {
  for (const auto& each : targets.targets) target_names_.push_back(each.name);
  target_names_.insert(target_names_.end(), targets.without_residues.begin(), targets.without_residues.end());
  for (std::size_t i = 0; i < target_names_.size(); ++i) {
    target_index_.try_emplace(target_names_[i], i);
    target_accessions_.add(target_names_[i], i);
  }
  for (std::size_t i = 0; i < sequences.size(); ++i) sequence_accessions_.add(sequences.name(i), i);
}

std::string named_records::hint(std::string_view name, const std::vector<std::string>& known,
                                const accession_index& accessions) const {
  if (problems_.error_count() >= report::max_errors) return "";
  constexpr std::size_t most = 3;  // names shown
  std::vector<std::string> nearest;
  for (const std::size_t record : accessions.records_of(name))
    if (nearest.size() < most) nearest.push_back(known[record]);
  if (nearest.empty()) nearest = nearest_names(name, known);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"));
}

std::optional<std::size_t> named_records::find_record(std::string_view name) const {
  return find_named(name, target_accessions_, [this](std::string_view whole) -> std::optional<std::size_t> {
    const auto found = target_index_.find(whole);
    return found == target_index_.end() ? std::nullopt : std::optional(found->second);
  });
}

std::optional<std::size_t> named_records::find_target(std::string_view name) const {
  const auto found = find_record(name);
  return found && *found < targets_.targets.size() ? found : std::nullopt;
}

std::optional<std::size_t> named_records::find_sequence(std::string_view name) const {
  return find_named(name, sequence_accessions_, [this](std::string_view whole) { return sequences_.find(whole); });
}

std::int64_t named_records::fewest_letters(std::size_t target) const {
  return static_cast<std::int64_t>(targets_.targets[target].residues.size());
}

std::int64_t named_records::max_letters(std::size_t target) const {
  return fewest_letters(target) + (targets_.targets[target].had_stop ? 1 : 0);
}

bool named_records::is_length_of_target(const place& where, std::string_view stated, std::size_t target) const {
  const std::string fewest = std::to_string(fewest_letters(target)), most = std::to_string(max_letters(target));
  if (stated == fewest || stated == most) return true;
  problems_.error({.where = where,
                   .what = "the target has another length in its file",
                   .got = std::string(stated),
                   .need = fewest,
                   .hint = "are these the hits of these targets?"});
  return false;
}

std::optional<std::size_t> named_records::sequence(const place& where, std::string_view name) const {
  const auto found = find_sequence(name);
  if (!found)
    problems_.error({.where = where,
                     .what = "unknown sequence",
                     .got = std::string(name),
                     .need = "a sequence of the genome",
                     .hint = hint(name, sequences_.names(), sequence_accessions_)});
  return found;
}

std::optional<std::size_t> named_records::target(const place& where, std::string_view name) const {
  const auto found = find_target(name);
  if (!found)
    problems_.error({.where = where,
                     .what = "unknown target",
                     .got = std::string(name),
                     .need = fmt::format("a record of {}", targets_.path()),
                     .hint = hint(name, target_names_, target_accessions_)});
  return found;
}

bool named_records::names_empty_record(const place& where, std::string_view row, std::string_view sequence,
                                       std::string_view target) const {
  const auto on = find_sequence(sequence);
  const auto record = find_record(target);
  const bool has_no_bases = on && sequences_.length(*on) == 0;
  const bool has_no_residues = record && *record >= targets_.targets.size();
  const auto warn = [&](std::string_view kind, std::string_view name) {
    problems_.warn({.where = where,
                    .what = fmt::format("{} of a {} without residues: it is skipped", row, kind),
                    .got = std::string(name)});
  };
  if (has_no_bases) warn("sequence", sequence);
  if (has_no_residues) warn("target", target);
  return has_no_bases || has_no_residues;
}

}  // namespace exonweave
