#include "exons/scan/scan_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "exons/align/alignment_text.hpp"
#include "exons/io/percent_encoding.hpp"
#include "exons/io/sequence_region.hpp"

namespace exonweave {
namespace {

bool is_positive(const scan_context& in, char of_query, char of_sequence) {
  return in.substitution(spliced::amino_code(of_sequence), spliced::amino_code(of_query)) > 0;
}

// Between residues stands the letter where both are the same, + where the pair scores above 0, else a blank.
alignment_columns columns_of(const scan_context& in, const scan_match& match) {
  const std::string_view query = in.queries.targets[match.query].residues;
  return make_columns(query.substr(match.alignment.query_begin), match.residues, match.alignment.edits,
                      spliced::edit::insertion, [&](char of_query, char of_sequence) {
                        if (of_query == of_sequence) return of_query;
                        return is_positive(in, of_query, of_sequence) ? '+' : ' ';
                      });
}

std::size_t count_positive(const scan_context& in, const alignment_columns& of) {
  std::size_t n = 0;
  for (std::size_t k = 0; k < of.size(); ++k)
    if (of.query[k] != '-' && of.subject[k] != '-' && is_positive(in, of.query[k], of.subject[k])) ++n;
  return n;
}

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

// 1-based, both inclusive, as read along the strand; of no residues twice the last place before them.
told_places along_strand(interval where, strand on) {
  if (where.length() == 0) {
    const std::int64_t before = on == strand::forward ? where.end : where.start + 1;
    return {before, before};
  }
  if (on == strand::forward) return {where.start + 1, where.end};
  return {where.end, where.start + 1};
}

std::string cigar(const spliced::local_alignment& of) {
  std::string text;
  for (const auto& run : of.edits) text += fmt::format("{}{}", run.length, static_cast<char>(run.op));
  return text;
}

std::string e_value_text(double e_value) { return e_value < 1e-180 ? "0.0" : fmt::format("{:.2e}", e_value); }

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

std::string tabular_row(const scan_context& in, const scan_match& match) {
  const alignment_columns of = columns_of(in, match);
  const auto [first, last] = along_strand(place_of(in, match), origin_of(in, match).on);
  return fmt::format(
      "{}\t{}\t{:.2f}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.1f}\n", in.queries.targets[match.query].name,
      record_name(in, match), 100.0 * static_cast<double>(of.n_identical) / static_cast<double>(of.size()),
      of.size(), of.n_pairs - of.n_identical, of.n_gaps, match.alignment.query_begin + 1,
      match.alignment.query_end, first, last, in.has_statistics ? e_value_text(match.e_value) : "nan",
      in.has_statistics ? match.bits : static_cast<double>(match.alignment.total));
}

std::string paf_row(const scan_context& in, const scan_match& match) {
  const alignment_columns of = columns_of(in, match);
  const target& query = in.queries.targets[match.query];
  const database_origin origin = origin_of(in, match);
  const interval where = place_of(in, match);
  const std::size_t unit = in.database.kind() == database_kind::frames ? codon_length : 1;
  std::string row =
      fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t255\tAS:i:{}", query.name,
                  query.residues.size(), match.alignment.query_begin, match.alignment.query_end,
                  to_char(origin.on), in.database.name(origin.record), in.database.length(origin.record),
                  where.start, where.end, unit * of.n_identical, unit * of.size(), match.alignment.total);
  if (in.has_statistics) row += fmt::format("\tev:f:{}", e_value_text(match.e_value));
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
    const interval where = place_of(in, *each);
    text += fmt::format("{}\texonweave\tprotein_match\t{}\t{}\t{}\t{}\t.\tID=match{};Target={} {} {}",
                        percent_encode_seqid(record_name(in, *each)), where.start + 1, where.end,
                        each->alignment.total,
                        in.database.kind() == database_kind::frames ? to_char(origin_of(in, *each).on) : '.',
                        ++n, percent_encode(in.queries.targets[each->query].name),
                        each->alignment.query_begin + 1, each->alignment.query_end);
    if (in.has_statistics) text += fmt::format(";e_value={}", e_value_text(each->e_value));
    text += "\n";
  }
  return text;
}

std::string pairwise_text(const scan_context& in, const scan_match& match) {
  const alignment_columns of = columns_of(in, match);
  const database_origin origin = origin_of(in, match);
  const target& query = in.queries.targets[match.query];
  const auto percent = [&](std::size_t n) { return 100 * n / of.size(); };
  std::string text =
      fmt::format("Query= {}\nLength={}\n\n> {}\nLength={}\n\n", query.name, query.residues.size(),
                  in.database.name(origin.record), in.database.length(origin.record));
  if (in.has_statistics)
    text += fmt::format(" Score = {:.1f} bits ({}),  Expect = {}\n", match.bits, match.alignment.total,
                        e_value_text(match.e_value));
  else
    text += fmt::format(" Score = {}\n", match.alignment.total);
  const std::size_t n_positive = count_positive(in, of), n_unpaired = of.size() - of.n_pairs;
  text += fmt::format(" Identities = {}/{} ({}%), Positives = {}/{} ({}%), Gaps = {}/{} ({}%)\n",
                      of.n_identical, of.size(), percent(of.n_identical), n_positive, of.size(),
                      percent(n_positive), n_unpaired, of.size(), percent(n_unpaired));
  const bool is_genome = in.database.kind() == database_kind::frames;
  if (is_genome) text += fmt::format(" Strand = {}\n", to_char(origin.on));
  const auto places = [&](std::size_t begin, std::size_t end) {
    const std::size_t before = match.alignment.sequence_begin;
    return along_strand(place_of(origin, in.database.kind(), before + begin, before + end), origin.on);
  };
  return text + "\n" + alignment_blocks(of, match.alignment.query_begin, places) + "\n";
}

}  // namespace exonweave
