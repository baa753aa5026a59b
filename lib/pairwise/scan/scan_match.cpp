#include "pairwise/scan/scan_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/files/file_text.hpp"
#include "exons/sequences/interval.hpp"
#include "pairwise/scan/match_table.hpp"

namespace exonweave {
namespace {

database_origin origin_of(const scan_context& context, const scan_match& match) {
  return context.database.origin(match.sequence);
}

interval place_of(const scan_context& context, const scan_match& match) {
  return place_of(origin_of(context, match), context.database.kind(), match.alignment.sequence_begin,
                  match.alignment.sequence_end);
}

std::string cigar(const local_alignment& alignment) {
  std::string text;
  for (const auto& run : alignment.edits) text += fmt::format("{}{}", run.length, static_cast<char>(run.op));
  return text;
}

}  // namespace

void sort_matches(const scan_context& context, std::vector<scan_match>& matches) {
  std::ranges::sort(matches, [&](const scan_match& a, const scan_match& b) {
    const auto key = [&](const scan_match& match) {
      const database_origin origin = origin_of(context, match);
      return std::tuple(match.query, -match.best, std::string_view(context.database.name(origin.record)),
                        origin.first_codon, origin.on, match.sequence, -match.alignment.total, place_of(context, match),
                        match.alignment.query_begin);
    };
    return key(a) < key(b);
  });
}

std::string paf_row(const scan_context& context, const scan_match& match) {
  const match_view view(context, match);
  const std::size_t unit = view.is_of_genome() ? codon_length : 1;
  std::string row =
      fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t255\tAS:i:{}", view.query.name,
                  view.query.residues.size(), match.alignment.query_begin, match.alignment.query_end,
                  to_char(view.origin.on), view.record_name(), view.record_length(), view.where.start, view.where.end,
                  unit * view.columns.n_identical, unit * view.columns.size(), match.alignment.total);
  if (context.has_statistics) row += fmt::format("\tev:f:{}", view.e_value());
  return row + "\tcg:Z:" + cigar(match.alignment) + "\n";
}

void match_gff3::add(const scan_context& context, const scan_match& match) {
  const database_origin origin = origin_of(context, match);
  std::string target = fmt::format("{} {} {}", percent_encode(context.queries.targets[match.query].name),
                                   match.alignment.query_begin + 1, match.alignment.query_end);
  if (context.has_statistics) target += ";e_value=" + e_value_text(match.e_value);
  rows_.push_back({origin.record, origin.on, place_of(context, match), match.alignment.total, std::move(target)});
}

std::string match_gff3::text(const scan_database& database) {
  std::ranges::stable_sort(rows_, {}, [&](const row& each) {
    return std::tuple(std::string_view(database.name(each.record)), each.where, each.on);
  });
  std::string text = "##gff-version 3\n";
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (k == 0 || rows_[k].record != rows_[k - 1].record)
      text += sequence_region_line(database.name(rows_[k].record), database.length(rows_[k].record));
  const bool is_of_genome = database.kind() == database_kind::frames;
  std::size_t n = 0;
  for (const row& each : rows_)
    text += fmt::format("{}\texonweave\tprotein_match\t{}\t{}\t{}\t{}\t.\tID=match{};Target={}\n",
                        percent_encode_seqid(database.name(each.record)), each.where.start + 1, each.where.end,
                        each.total, is_of_genome ? to_char(each.on) : '.', ++n, each.target);
  return text;
}

std::string pairwise_text(const scan_context& context, const scan_match& match) {
  const match_view view(context, match);
  const std::size_t n = view.columns.size();
  const auto percent = [n](std::size_t part) { return 100 * part / n; };
  std::string text = fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n", view.query.name,
                                 view.query.residues.size(), view.record_name(), view.record_length());
  if (context.has_statistics)
    text += fmt::format(" Score = {} bits ({}),  Expect = {}\n", view.bits(), match.alignment.total, view.e_value());
  else
    text += fmt::format(" Score = {}\n", match.alignment.total);
  text += fmt::format(" Identities = {}/{} ({}%), Positives = {}/{} ({}%), Gaps = {}/{} ({}%)\n",
                      view.columns.n_identical, n, percent(view.columns.n_identical), view.n_positive(), n,
                      percent(view.n_positive()), view.n_unpaired(), n, percent(view.n_unpaired()));
  if (view.is_of_genome()) text += fmt::format(" Strand = {}\n", to_char(view.origin.on));
  const auto places = [&](std::size_t begin, std::size_t end) { return view.places_of(begin, end); };
  return text + "\n" + alignment_blocks(view.columns, match.alignment.query_begin, places) + "\n";
}

}  // namespace exonweave
