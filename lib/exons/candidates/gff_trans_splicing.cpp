#include "exons/candidates/gff_trans_splicing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace exonweave {
namespace {

// The trans-spliced models that have members, and the line of the first member of each.
std::map<std::uint32_t, std::uint64_t> lines_of_trans_spliced(const gff_models& models,
                                                              const std::vector<candidate_exon>& exons,
                                                              const std::vector<model_member>& members) {
  std::map<std::uint32_t, std::uint64_t> lines;
  for (const model_member& member : members) {
    if (!models.is_trans_spliced(member.model)) continue;
    const std::uint64_t line = exons[member.exon].line;
    const auto entry = lines.try_emplace(member.model, line).first;
    entry->second = std::min(entry->second, line);
  }
  return lines;
}

void tell(const candidate_source& source, const gff_models& models,
          const std::map<std::uint32_t, std::uint64_t>& lines) {
  const auto first = std::ranges::min_element(lines, {}, [](const auto& entry) { return entry.second; });
  const bool is_one = lines.size() == 1;
  source.warn(first->second,
              {fmt::format("{} trans-spliced transcript{} skipped", lines.size(), is_one ? " is" : "s are"),
               models.id(first->first), "exons on one strand of one sequence"});
}

}  // namespace

void leave_out_trans_spliced(const candidate_source& source, const gff_models& models,
                             std::vector<candidate_exon>& exons, std::vector<model_member>& members) {
  const auto lines = lines_of_trans_spliced(models, exons, members);
  if (lines.empty()) return;
  tell(source, models, lines);
  std::vector<char> is_tied(exons.size()), is_kept(exons.size());
  for (const model_member& member : members) {
    is_tied[member.exon] = 1;
    if (!lines.contains(member.model)) is_kept[member.exon] = 1;
  }
  std::vector<std::size_t> places(exons.size());  // among those that stay
  std::size_t n_kept = 0;
  for (std::size_t i = 0; i < exons.size(); ++i) {
    if (is_tied[i] != 0 && is_kept[i] == 0) continue;
    places[i] = n_kept;
    if (n_kept != i) exons[n_kept] = std::move(exons[i]);
    ++n_kept;
  }
  exons.resize(n_kept);
  std::erase_if(members, [&](const model_member& member) { return lines.contains(member.model); });
  for (model_member& member : members) member.exon = places[member.exon];
}

}  // namespace exonweave
