#include "exons/loci/named_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace exonweave {

named_records::named_records(const sequence_catalog& sequences, const target_set& targets, report& problems)
    : sequences_(sequences),
      targets_(targets),
      problems_(problems),
      empty_targets_(targets.without_residues.begin(), targets.without_residues.end()) {
  for (std::size_t i = 0; i < targets.targets.size(); ++i) {
    target_index_.try_emplace(targets.targets[i].name, i);
    target_names_.push_back(targets.targets[i].name);
  }
}

std::string named_records::hint(std::string_view name, const std::vector<std::string>& known) const {
  if (problems_.error_count() >= report::most_errors) return "";
  const auto nearest = nearest_names(name, known);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"));
}

std::optional<std::size_t> named_records::find_target(std::string_view name) const {
  const auto found = target_index_.find(name);
  return found == target_index_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> named_records::sequence(const place& where, std::string_view name) const {
  const auto found = sequences_.find(name);
  if (!found)
    problems_.error({where, "unknown sequence", std::string(name), "a sequence of the genome",
                     hint(name, sequences_.names())});
  return found;
}

std::optional<std::size_t> named_records::target(const place& where, std::string_view name) const {
  const auto found = find_target(name);
  if (!found)
    problems_.error({where, "unknown target", std::string(name),
                     fmt::format("a record of {}", targets_.path()), hint(name, target_names_)});
  return found;
}

bool named_records::names_empty_record(const place& where, std::string_view row, std::string_view sequence,
                                       std::string_view target) const {
  const auto on = sequences_.find(sequence);
  const bool has_no_bases = on && sequences_.length(*on) == 0;
  const bool has_no_residues = empty_targets_.contains(target);
  const auto warn = [&](std::string_view of, std::string_view name) {
    problems_.warn({where, fmt::format("{} of a {} without residues: it is left out", row, of),
                    std::string(name), "", ""});
  };
  if (has_no_bases) warn("sequence", sequence);
  if (has_no_residues) warn("target", target);
  return has_no_bases || has_no_residues;
}

}  // namespace exonweave
