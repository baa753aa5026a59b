// Rows of GFF3 that name the target of a model or a match: mRNA, as miniprot writes them, or protein_match, as scan
// does, with Target=NAME FIRST LAST.
#include <optional>
#include <string>

#include "base/files/file_text.hpp"
#include "exons/loci/hit_row.hpp"

namespace exonweave {
namespace {

struct gff3 {
  enum column : std::size_t { sequence, type = 2, first, last, strand_of = 6, attributes = 8, n_columns };
};

struct aligned_target {
  std::string name;
  interval on_target;
};

// Without its key; empty: there is none.
std::string_view target_text(std::string_view text) {
  constexpr std::string_view key = "Target=";
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    const std::string_view attribute = text.substr(start, end - start);
    if (attribute.starts_with(key)) return attribute.substr(key.size());
    start = end + 1;
  }
  return "";
}

// "NAME FIRST LAST", a strand after it or not.
std::optional<aligned_target> parse_target(std::string_view text) {
  const std::size_t blank = text.find(' ');
  const std::size_t second = std::min(text.find(' ', blank + 1), text.size());
  if (blank == std::string_view::npos || second == text.size()) return std::nullopt;
  const std::size_t third = std::min(text.find(' ', second + 1), text.size());
  const auto first = parse_plain_integer(text.substr(blank + 1, second - blank - 1));
  const auto last = parse_plain_integer(text.substr(second + 1, third - second - 1));
  if (!first || !last || *first < 1) return std::nullopt;
  return aligned_target{percent_decode(text.substr(0, blank)), {*first - 1, *last}};
}

}  // namespace

std::optional<alignment_task> read_gff3_row(const hit_row& row) {
  if (!row.has_columns(gff3::n_columns)) return std::nullopt;
  if (row.fields[gff3::type] != "mRNA" && row.fields[gff3::type] != "protein_match") return std::nullopt;
  const std::string_view text = target_text(row.fields[gff3::attributes]);
  const auto target = parse_target(text);
  if (!target) {
    row.error({.what = std::string(row.fields[gff3::type]) + " without its target",
               .got = std::string(text),
               .need = "Target=NAME FIRST LAST in column 9",
               .hint = "give hits of a program that aligns proteins, such as miniprot"});
    return std::nullopt;
  }
  const std::string_view on = row.fields[gff3::strand_of];
  if (on != "+" && on != "-") {
    row.error({.what = "bad strand",
               .got = std::string(on),
               .need = "+ or -",
               .hint = on == "." ? "matches of scan with a database of proteins lie on no genome: use --genome" : ""});
    return std::nullopt;
  }
  const auto first = row.position(gff3::first, "start", 1);
  const auto last = row.position(gff3::last, "end", 1);
  if (!first || !last) return std::nullopt;
  const std::string name = percent_decode(row.fields[gff3::sequence]);
  return checked_hit(
      row, {name, {*first - 1, *last}, on == "+" ? strand::forward : strand::reverse, target->name, target->on_target});
}

}  // namespace exonweave
