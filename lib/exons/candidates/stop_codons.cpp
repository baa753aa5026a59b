#include "exons/candidates/stop_codons.hpp"

#include <fmt/format.h>

namespace exonweave {

stop_codon_join join_stop_codon(std::span<const interval> exons, interval stop, strand on) {
  using enum stop_codon_join::kind;
  if (exons.empty()) return {};
  std::size_t last = 0;
  for (std::size_t i = 0; i < exons.size(); ++i) {
    if (exons[i].contains(stop)) return {held, i};
    if (is_read_before(exons[last], exons[i], on)) last = i;
  }
  const interval end = exons[last];
  const bool is_forward = on == strand::forward;
  const std::int64_t gap = is_forward ? stop.start - end.end : end.start - stop.end;
  const bool goes_on =
      is_forward ? stop.start >= end.start && stop.end > end.end : stop.end <= end.end && stop.start < end.start;
  if (!goes_on) return {apart, last};
  return {gap > 0 ? follows : extends, last};
}

bool is_read_before(interval a, interval b, strand on) { return on == strand::forward ? a < b : b < a; }

void warn_of_stop_codon_apart(const candidate_source& source, std::uint64_t line, interval stop) {
  source.warn(line, {.what = "stop codon that does not follow the CDS of its model: it is not used",
                     .got = fmt::format("{}..{}", stop.start + 1, stop.end),
                     .need = "a place in or after the last CDS row of its transcript"});
}

}  // namespace exonweave
