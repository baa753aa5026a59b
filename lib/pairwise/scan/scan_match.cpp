#include "pairwise/scan/scan_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/files/percent_encoding.hpp"
#include "exons/sequences/sequence_region.hpp"
#include "pairwise/scan/match_view.hpp"

namespace exonweave {
namespace {

database_origin origin_of(const scan_context& in, const scan_match& match) {
  return in.database.origin(match.sequence);
}

interval place_of(const scan_context& in, const scan_match& match) {
  return place_of(origin_of(in, match), in.database.kind(), match.alignment.sequence_begin,
                  match.alignment.sequence_end);
}

std::string cigar(const spliced::local_alignment& of) {
  std::string text;
  for (const auto& run : of.edits) text += fmt::format("{}{}", run.length, static_cast<char>(run.op));
  return text;
}

}  // namespace

void sort_matches(const scan_context& in, std::vector<scan_match>& matches) {
  std::ranges::sort(matches, [&](const scan_match& a, const scan_match& b) {
    const auto key = [&](const scan_match& of) {
      const database_origin origin = origin_of(in, of);
      return std::tuple(of.query, -of.best, std::string_view(in.database.name(origin.record)),
                        origin.first_codon, origin.on, of.sequence, -of.alignment.total, place_of(in, of),
                        of.alignment.query_begin);
    };
    return key(a) < key(b);
  });
}

std::string paf_row(const scan_context& in, const scan_match& match) {
  const match_view of(in, match);
  const std::size_t unit = of.is_of_genome() ? codon_length : 1;
  std::string row =
      fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t255\tAS:i:{}", of.query.name,
                  of.query.residues.size(), match.alignment.query_begin, match.alignment.query_end,
                  to_char(of.origin.on), of.record_name(), of.record_length(), of.where.start, of.where.end,
                  unit * of.columns.n_identical, unit * of.columns.size(), match.alignment.total);
  if (in.has_statistics) row += fmt::format("\tev:f:{}", of.e_value());
  return row + "\tcg:Z:" + cigar(match.alignment) + "\n";
}

void match_gff3::add(const scan_context& in, const scan_match& match) {
  const database_origin origin = origin_of(in, match);
  std::string target = fmt::format("{} {} {}", percent_encode(in.queries.targets[match.query].name),
                                   match.alignment.query_begin + 1, match.alignment.query_end);
  if (in.has_statistics) target += ";e_value=" + e_value_text(match.e_value);
  rows_.push_back({origin.record, origin.on, place_of(in, match), match.alignment.total, std::move(target)});
}

std::string match_gff3::text(const scan_database& of) {
  std::ranges::stable_sort(rows_, {}, [&](const row& each) {
    return std::tuple(std::string_view(of.name(each.record)), each.where, each.on);
  });
  std::string text = "##gff-version 3\n";
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (k == 0 || rows_[k].record != rows_[k - 1].record)
      text += sequence_region_line(of.name(rows_[k].record), of.length(rows_[k].record));
  const bool is_of_genome = of.kind() == database_kind::frames;
  std::size_t n = 0;
  for (const row& each : rows_)
    text += fmt::format("{}\texonweave\tprotein_match\t{}\t{}\t{}\t{}\t.\tID=match{};Target={}\n",
                        percent_encode_seqid(of.name(each.record)), each.where.start + 1, each.where.end,
                        each.total, is_of_genome ? to_char(each.on) : '.', ++n, each.target);
  return text;
}

std::string pairwise_text(const scan_context& in, const scan_match& match) {
  const match_view of(in, match);
  const std::size_t n = of.columns.size();
  const auto percent = [n](std::size_t part) { return 100 * part / n; };
  std::string text = fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n", of.query.name,
                                 of.query.residues.size(), of.record_name(), of.record_length());
  if (in.has_statistics)
    text +=
        fmt::format(" Score = {} bits ({}),  Expect = {}\n", of.bits(), match.alignment.total, of.e_value());
  else
    text += fmt::format(" Score = {}\n", match.alignment.total);
  text += fmt::format(" Identities = {}/{} ({}%), Positives = {}/{} ({}%), Gaps = {}/{} ({}%)\n",
                      of.columns.n_identical, n, percent(of.columns.n_identical), of.n_positive(), n,
                      percent(of.n_positive()), of.n_unpaired(), n, percent(of.n_unpaired()));
  if (of.is_of_genome()) text += fmt::format(" Strand = {}\n", to_char(of.origin.on));
  const auto places = [&](std::size_t begin, std::size_t end) { return of.places_of(begin, end); };
  return text + "\n" + alignment_blocks(of.columns, match.alignment.query_begin, places) + "\n";
}

}  // namespace exonweave
