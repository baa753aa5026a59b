// GENSCAN texts as they were published, against the tables of what they hold.
#include <cmath>
#include <map>

#include "catch.hpp"
#include "exons/candidate_text.hpp"
#include "real_data.hpp"

namespace exonweave::testing {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> values;
  std::istringstream words(line);
  for (std::string value; std::getline(words, value, '\t');) values.push_back(value);
  return values;
}

std::vector<std::vector<std::string>> table_rows(const std::filesystem::path& path) {
  std::istringstream lines(slurp(path));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) rows.push_back(split(line));
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

// The sequences of the .fasta beside the text; without one, of the text's own statement.
sequence_catalog catalog_for(const std::filesystem::path& text) {
  sequence_catalog catalog;
  auto fasta = text;
  fasta.replace_extension(".fasta");
  std::istringstream lines(slurp(std::filesystem::exists(fasta) ? fasta : text));
  std::string name;
  std::int64_t length = 0;
  for (std::string line; std::getline(lines, line);) {
    if (const auto stated = genscan_sequence_line(line))
      catalog.add(stated->name, stated->length);
    else if (std::filesystem::exists(fasta) && line[0] == '>')
      name = line.substr(1, line.find(' ') - 1);
    else
      length += static_cast<std::int64_t>(line.size());
  }
  if (std::filesystem::exists(fasta)) catalog.add(name, length);
  return catalog;
}

}  // namespace

TEST_CASE("published GENSCAN texts give every row and column of their expected tables") {
  const std::filesystem::path folder = EXONWEAVE_SHARED_DIR "/data/genscan";
  if (is_missing(folder)) return;
  const std::map<std::string, exon_type> types{{"Init", exon_type::initial},
                                               {"Intr", exon_type::internal},
                                               {"Term", exon_type::terminal},
                                               {"Sngl", exon_type::single}};
  std::size_t n_texts = 0;
  std::size_t n_rows = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".genscan") continue;
    CAPTURE(entry.path().filename().string());
    auto expected_path = entry.path();
    expected_path.replace_extension(".expected.tsv");
    const auto expected = table_rows(expected_path);
    const auto parsed = parse_text(slurp(entry.path()), catalog_for(entry.path()));
    CHECK(parsed.errors() == nothing);
    REQUIRE(parsed.exons.size() == expected.size());
    std::map<std::string, candidate_exon> by_id;
    for (const auto& exon : parsed.exons) by_id[exon.id] = exon;
    ++n_texts;
    for (const auto& row : expected) {
      REQUIRE(row.size() == 11);
      CAPTURE(row);
      const std::string id = row[0] + "." + (row[1].size() == 1 ? "0" : "") + row[1];
      REQUIRE(by_id.count(id) == 1);
      const auto& exon = by_id[id];
      CHECK(exon.type == types.at(row[2]));
      CHECK(to_char(exon.on) == row[3][0]);
      CHECK(exon.where.start + 1 == std::stoll(row[4]));
      CHECK(exon.where.end == std::stoll(row[5]));
      // GENSCAN's Fr and Ph, back from what is kept of them.
      const std::int64_t frame =
          exon.on == strand::forward ? exon.where.start + exon.phase : exon.where.end - exon.phase;
      CHECK(frame % 3 == std::stoll(row[6]));
      CHECK(exon.where.length() % 3 == std::stoll(row[7]));
      CHECK(exon.probability == std::stod(row[8]));
      CHECK(exon.score == std::stod(row[9]));
      CHECK(exon.phase == std::stoi(row[10]));
      ++n_rows;
    }
  }
  CHECK(n_texts == 6);
  CHECK(n_rows == 86);
}

TEST_CASE("a published text does not pass for a FASTA of another length") {
  const std::filesystem::path folder = EXONWEAVE_SHARED_DIR "/data/genscan";
  if (is_missing(folder)) return;
  const auto parsed = parse_text(slurp(folder / "contig15842.genscan"), catalog_of({{"Contig", 10560}}));
  CHECK(parsed.errors().find("Contig, has 10560 bp, the text says 10566 bp") != std::string::npos);
}

}  // namespace exonweave::testing
