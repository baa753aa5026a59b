#include "pairwise/scan/match_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "exons/sequences/interval.hpp"

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

namespace {

// How much of a query its matches in a record cover, in percent.
using coverages = std::map<std::uint32_t, int>;

struct cell_of {
  const match_view& view;
  int coverage;  // of the query by all matches in the record
};

double percent(std::size_t n, std::size_t of_all) {
  return 100.0 * static_cast<double>(n) / static_cast<double>(of_all);
}

// 99 where it is not quite all.
int percent_covered(std::size_t n, std::size_t of_all) {
  if (n == of_all) return 100;
  return std::min(99, static_cast<int>(percent(n, of_all) + 0.5));
}

// NCBI's number of a reading frame: 1 to 3, of the reverse strand -1 to -3, by where its codons begin. A protein has 1.
int frame_of(const match_view& view) {
  if (!view.is_of_genome()) return 1;
  if (view.origin.on == strand::forward) return static_cast<int>(view.where.start % 3) + 1;
  return -static_cast<int>((view.record_length() - view.where.end) % 3) - 1;
}
int frame_of_query(const match_view& view) { return view.is_of_genome() ? 0 : 1; }

// Identical pairs as a number, others and gaps as the letters of both, the query's first.
std::string blast_trace(const alignment_columns& columns) {
  std::string text;
  std::size_t n_identical = 0;
  const auto end_run = [&] {
    if (n_identical > 0) text += std::to_string(n_identical);
    n_identical = 0;
  };
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns.query[k] == columns.subject[k]) {
      ++n_identical;
      continue;
    }
    end_run();
    text += {columns.query[k], columns.subject[k]};
  }
  end_run();
  return text;
}

std::string strand_of(const match_view& view) {
  if (!view.is_of_genome()) return "N/A";
  return view.origin.on == strand::forward ? "plus" : "minus";
}

template <class Number>
std::string text_of(Number number) {
  return std::to_string(number);
}

struct column {
  std::string_view name;
  std::string_view what;
  std::string (*text)(const cell_of&);
};

constexpr auto query_name = [](const cell_of& c) { return c.view.query.name; };
constexpr auto record_name = [](const cell_of& c) { return c.view.record_name(); };
constexpr auto title = [](const cell_of& c) { return c.view.context.database.title(c.view.origin.record); };

const std::array columns{
    column{"qaccver", "name of the query", query_name},
    column{"saccver", "name of the sequence", record_name},
    column{"pident", "percent of the columns that are identical",
           [](const cell_of& c) {
             return fmt::format("{:.3f}", percent(c.view.columns.n_identical, c.view.columns.size()));
           }},
    column{"length", "columns of the alignment", [](const cell_of& c) { return text_of(c.view.columns.size()); }},
    column{"mismatch", "pairs that are not identical",
           [](const cell_of& c) { return text_of(c.view.columns.n_pairs - c.view.columns.n_identical); }},
    column{"gapopen", "gaps", [](const cell_of& c) { return text_of(c.view.columns.n_gaps); }},
    column{"qstart", "first residue of the query",
           [](const cell_of& c) { return text_of(c.view.match.alignment.query_begin + 1); }},
    column{"qend", "last residue of the query",
           [](const cell_of& c) { return text_of(c.view.match.alignment.query_end); }},
    column{"sstart", "first place in the sequence", [](const cell_of& c) { return text_of(c.view.places().first); }},
    column{"send", "last place in the sequence", [](const cell_of& c) { return text_of(c.view.places().second); }},
    column{"evalue", "E-value", [](const cell_of& c) { return c.view.e_value(); }},
    column{"bitscore", "score in bits", [](const cell_of& c) { return c.view.bits(); }},
    column{"qseqid", "as qaccver", query_name},
    column{"qacc", "as qaccver", query_name},
    column{"sseqid", "as saccver", record_name},
    column{"sallseqid", "as saccver", record_name},
    column{"sacc", "as saccver", record_name},
    column{"sallacc", "as saccver", record_name},
    column{"qlen", "residues of the query", [](const cell_of& c) { return text_of(c.view.query.residues.size()); }},
    column{"slen", "residues, or nt, of the sequence",
           [](const cell_of& c) { return text_of(c.view.record_length()); }},
    column{"qseq", "aligned residues of the query, with gaps", [](const cell_of& c) { return c.view.columns.query; }},
    column{"sseq", "aligned residues of the sequence, with gaps",
           [](const cell_of& c) { return c.view.columns.subject; }},
    column{"score", "score", [](const cell_of& c) { return text_of(c.view.match.alignment.total); }},
    column{"nident", "identical pairs", [](const cell_of& c) { return text_of(c.view.columns.n_identical); }},
    column{"positive", "pairs that score above 0", [](const cell_of& c) { return text_of(c.view.n_positive()); }},
    column{"ppos", "the same in percent of the columns",
           [](const cell_of& c) { return fmt::format("{:.2f}", percent(c.view.n_positive(), c.view.columns.size())); }},
    column{"gaps", "residues without a partner", [](const cell_of& c) { return text_of(c.view.n_unpaired()); }},
    column{"qframe", "1, or 0 beside a genome", [](const cell_of& c) { return text_of(frame_of_query(c.view)); }},
    column{"sframe", "reading frame of the genome, 1 to 3 or -1 to -3; 1 of a protein",
           [](const cell_of& c) { return text_of(frame_of(c.view)); }},
    column{"frames", "qframe/sframe",
           [](const cell_of& c) { return fmt::format("{}/{}", frame_of_query(c.view), frame_of(c.view)); }},
    column{"sstrand", "plus or minus; N/A of a protein", [](const cell_of& c) { return strand_of(c.view); }},
    column{"btop", "BLAST's traceback operations", [](const cell_of& c) { return blast_trace(c.view.columns); }},
    column{"stitle", "header of the sequence", title},
    column{"salltitles", "as stitle", title},
    column{"qcovs", "percent of the query that all its matches in the sequence cover",
           [](const cell_of& c) { return text_of(c.coverage); }},
    column{"qcovhsp", "percent of the query that the match covers",
           [](const cell_of& c) {
             const auto& alignment = c.view.match.alignment;
             return text_of(percent_covered(alignment.query_end - alignment.query_begin, c.view.query.residues.size()));
           }},
};

coverages cover(const scan_context& context, std::span<const scan_match> of_query) {
  std::map<std::uint32_t, std::vector<std::pair<std::size_t, std::size_t>>> parts;  // by record
  for (const scan_match& each : of_query)
    parts[context.database.origin(each.sequence).record].emplace_back(each.alignment.query_begin,
                                                                      each.alignment.query_end);
  coverages made;
  for (auto& [record, of_record] : parts) {
    std::ranges::sort(of_record);
    std::size_t n = 0, end = 0;
    for (const auto& [first, last] : of_record) {
      n += std::max(end, last) - std::max(end, first);
      end = std::max(end, last);
    }
    made[record] = percent_covered(n, context.queries.targets[of_query.front().query].residues.size());
  }
  return made;
}

std::size_t number_of(std::string_view name) {
  const auto found = std::ranges::find(columns, name, &column::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  std::vector<std::string> known{"std"};
  for (const column& each : columns) known.emplace_back(each.name);
  throw unknown_column{std::string(name), nearest_names(name, known)};
}

}  // namespace

match_table::match_table(std::string_view names) {
  constexpr std::string_view between = " ,";
  for (std::size_t begin = names.find_first_not_of(between); begin != std::string_view::npos;) {
    const std::size_t end = std::min(names.find_first_of(between, begin), names.size());
    const std::string_view name = names.substr(begin, end - begin);
    if (name == "std") {
      const match_table standard(standard_columns);
      columns_.insert(columns_.end(), standard.columns_.begin(), standard.columns_.end());
    } else {
      columns_.push_back(number_of(name));
    }
    begin = names.find_first_not_of(between, end);
  }
  if (columns_.empty()) throw unknown_column{};
}

std::vector<std::pair<std::string_view, std::string_view>> match_table::all() {
  std::vector<std::pair<std::string_view, std::string_view>> made;
  for (const column& each : columns) made.emplace_back(each.name, each.what);
  return made;
}

std::string match_table::rows(const scan_context& context, std::span<const scan_match> of_query) const {
  std::string text;
  const coverages covered = cover(context, of_query);
  for (const scan_match& match : of_query) {
    const match_view view(context, match);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      text += k == 0 ? "" : "\t";
      text += columns[columns_[k]].text({view, covered.at(view.origin.record)});
    }
    text += "\n";
  }
  return text;
}

namespace {

bool is_positive(const scan_context& context, char of_query, char of_sequence) {
  return context.substitution(spliced::amino_code(of_sequence), spliced::amino_code(of_query)) > 0;
}

alignment_columns columns_of(const scan_context& context, const scan_match& match) {
  const std::string_view query = context.queries.targets[match.query].residues;
  return make_columns(query.substr(match.alignment.query_begin), match.residues, match.alignment.edits,
                      spliced::edit::insertion, [&](char of_query, char of_sequence) {
                        if (of_query == of_sequence) return of_query;
                        return is_positive(context, of_query, of_sequence) ? '+' : ' ';
                      });
}

// Of no residues twice the last place before them.
reported_places along_strand(interval where, strand on) {
  if (where.length() == 0) {
    const std::int64_t before = on == strand::forward ? where.end : where.start + 1;
    return {before, before};
  }
  if (on == strand::forward) return {where.start + 1, where.end};
  return {where.end, where.start + 1};
}

}  // namespace

std::string e_value_text(double e_value) { return e_value < 1e-180 ? "0.0" : fmt::format("{:.2e}", e_value); }

match_view::match_view(const scan_context& context, const scan_match& found)
    : context(context),
      match(found),
      query(context.queries.targets[found.query]),
      origin(context.database.origin(found.sequence)),
      where(place_of(origin, context.database.kind(), found.alignment.sequence_begin, found.alignment.sequence_end)),
      columns(columns_of(context, found)) {}

std::size_t match_view::n_positive() const {
  std::size_t n = 0;
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns.query[k] != '-' && columns.subject[k] != '-' &&
        is_positive(context, columns.query[k], columns.subject[k]))
      ++n;
  return n;
}

reported_places match_view::places() const { return along_strand(where, origin.on); }

reported_places match_view::places_of(std::size_t begin, std::size_t end) const {
  const std::size_t before = match.alignment.sequence_begin;
  return along_strand(place_of(origin, context.database.kind(), before + begin, before + end), origin.on);
}

std::string match_view::e_value() const {
  if (!context.has_statistics) return "nan";
  return e_value_text(match.e_value);
}

std::string match_view::bits() const {
  return fmt::format("{:.1f}", context.has_statistics ? match.bits : static_cast<double>(match.alignment.total));
}

}  // namespace exonweave
