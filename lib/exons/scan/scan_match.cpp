#include "exons/scan/scan_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "exons/io/percent_encoding.hpp"
#include "exons/io/sequence_region.hpp"
#include "exons/scan/match_view.hpp"

namespace exonweave {
namespace {

database_origin origin_of(const scan_context& in, const scan_match& match) {
  return in.database.origin(match.sequence);
}

interval place_of(const scan_context& in, const scan_match& match) {
  return place_of(origin_of(in, match), in.database.kind(), match.alignment.sequence_begin,
                  match.alignment.sequence_end);
}

const std::string& record_name(const scan_context& in, const scan_match& match) {
  return in.database.name(origin_of(in, match).record);
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
      return std::tuple(std::string_view(in.queries.targets[of.query].name), -of.best,
                        std::string_view(in.database.name(origin.record)), origin.first_codon, origin.on,
                        of.sequence, -of.alignment.total, place_of(in, of), of.alignment.query_begin);
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

std::string gff3_text(const scan_context& in, std::span<const scan_match> matches) {
  std::vector<const scan_match*> order;
  for (const scan_match& each : matches) order.push_back(&each);
  std::ranges::stable_sort(order, {}, [&](const scan_match* of) {
    return std::tuple(std::string_view(record_name(in, *of)), place_of(in, *of), origin_of(in, *of).on);
  });
  std::string text = "##gff-version 3\n";
  std::map<std::string, std::int64_t> lengths;
  for (const scan_match* each : order)
    lengths[record_name(in, *each)] = in.database.length(origin_of(in, *each).record);
  for (const auto& [name, length] : lengths) text += sequence_region_line(name, length);
  std::size_t n = 0;
  for (const scan_match* each : order) {
    const match_view of(in, *each);
    text += fmt::format("{}\texonweave\tprotein_match\t{}\t{}\t{}\t{}\t.\tID=match{};Target={} {} {}",
                        percent_encode_seqid(of.record_name()), of.where.start + 1, of.where.end,
                        each->alignment.total, of.is_of_genome() ? to_char(of.origin.on) : '.', ++n,
                        percent_encode(of.query.name), each->alignment.query_begin + 1,
                        each->alignment.query_end);
    if (in.has_statistics) text += fmt::format(";e_value={}", of.e_value());
    text += "\n";
  }
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
