#include "exons/candidates/candidates.hpp"

#include <iterator>
#include <utility>

#include "base/files/line_reader.hpp"
#include "exons/candidates/candidate_file.hpp"

namespace exonweave {

candidate_set read_candidates(const std::vector<std::string>& paths, const candidate_options& options,
                              const sequence_catalog& sequences, report& problems) {
  candidate_set set;
  if (sequences.size() == 0) return set;
  std::vector<candidate_exon> all;
  for (const auto& path : paths) {
    line_reader lines(path);
    if (lines.is_foreign_text(problems)) continue;
    const candidate_source source{lines.source().name(), static_cast<std::uint32_t>(set.sources.size()), sequences,
                                  problems};
    candidate_file file(source, options);
    file.read(lines);
    auto exons = file.finish();
    lines.warn_if_cut(problems);
    set.sources.push_back(path);
    set.formats.push_back(file.format().value_or(candidate_format::gff3));
    all.insert(all.end(), std::make_move_iterator(exons.begin()), std::make_move_iterator(exons.end()));
  }
  set.exons = merge_candidates(std::move(all));
  return set;
}

}  // namespace exonweave
