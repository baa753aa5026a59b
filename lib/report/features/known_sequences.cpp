#include "report/features/known_sequences.hpp"

#include <algorithm>

namespace exonweave {

known_sequences::known_sequences(const sequence_catalog& genome) : are_complete_(true) {
  for (std::size_t s = 0; s < genome.size(); ++s) lengths_[number_of(genome.name(s))] = genome.length(s);
}

std::size_t known_sequences::number_of(const std::string& name) {
  const auto [found, is_new] = numbers_.emplace(name, names_.size());
  if (is_new) {
    names_.push_back(name);
    lengths_.push_back(0);
  }
  return found->second;
}

std::optional<std::size_t> known_sequences::find(const candidate_source& source, std::uint64_t line,
                                                 std::string_view name, std::int64_t end) {
  if (are_complete_) {
    const auto found = source.sequence(line, name);
    return found && source.inside(line, {0, end}, lengths_[*found]) ? found : std::nullopt;
  }
  const std::size_t number = number_of(std::string(name));
  lengths_[number] = std::max(lengths_[number], end);
  return number;
}

void known_sequences::announce(const std::string& name, std::int64_t length) {
  if (are_complete_) return;
  const std::size_t number = number_of(name);
  lengths_[number] = std::max(lengths_[number], length);
}

}  // namespace exonweave
