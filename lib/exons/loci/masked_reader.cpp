#include "exons/loci/masked_reader.hpp"

#include <algorithm>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t read_at_once = 1 << 20;  // nt

bool has_upper_case_base(std::string_view letters) { return letters.find_first_of("ACGT") != std::string_view::npos; }

}  // namespace

masked_sequence masked_reader::read(std::size_t sequence, interval where) {
  masked_sequence made{fetch(sequence, where), {}};
  if (!with_mask_) return made;
  made.masked = lower_case_runs(made.residues, where.start);
  if (made.masked.empty()) return made;
  // Most parts tell by themselves that the sequence is not in lower case throughout.
  if (!has_upper_case_base(made.residues) && is_lower_throughout(sequence)) made.masked.clear();
  for (char& residue : made.residues) residue = in_upper_case(residue);
  return made;
}

std::string masked_reader::fetch(std::size_t sequence, interval where) {
  return with_mask_ ? sequences_.fetch_as_written(sequence, where) : sequences_.fetch(sequence, where);
}

// Reads up to the first base in upper case, and each sequence once: who asks meanwhile waits.
bool masked_reader::is_lower_throughout(std::size_t sequence) {
  const std::lock_guard lock(looking_up_);
  if (const auto known = lower_throughout_.find(sequence); known != lower_throughout_.end()) return known->second;
  const std::int64_t length = sequences_.catalog().length(sequence);
  bool& is_lower = lower_throughout_[sequence] = true;
  for (std::int64_t begin = 0; begin < length && is_lower; begin += read_at_once)
    is_lower =
        !has_upper_case_base(sequences_.fetch_as_written(sequence, {begin, std::min(begin + read_at_once, length)}));
  return is_lower;
}

std::vector<interval> lower_case_runs(std::string_view letters, std::int64_t start) {
  std::vector<interval> runs;
  const auto place = [&](auto letter) { return start + (letter - letters.begin()); };
  for (auto end = letters.begin(); end != letters.end();) {
    const auto first = std::find_if(end, letters.end(), is_lower_case);
    end = std::find_if_not(first, letters.end(), is_lower_case);
    if (first != end) runs.push_back({place(first), place(end)});
  }
  return runs;
}

std::vector<interval> flip(std::span<const interval> ascending, std::int64_t length) {
  std::vector<interval> flipped;
  for (const interval& each : ascending) flipped.push_back(flip(each, length));
  std::ranges::reverse(flipped);
  return flipped;
}

}  // namespace exonweave
