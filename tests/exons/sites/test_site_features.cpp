// Rows lie where their bases are on either strand, one per role and phase of a block.
#include <catch.hpp>
#include <optional>
#include <random>
#include <string>

#include "contains.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_features.hpp"
#include "exons/sites/site_models.hpp"

using namespace exonweave::testing;
using namespace exonweave;

namespace {

std::string rows_text(std::vector<site_feature> rows) {
  std::sort(rows.begin(), rows.end());
  std::string text;
  for (const auto& row : rows) text += feature_row(row, "s", 1, score_unit::whole());
  return text;
}

strand_region region_of(const std::string& residues) { return {0, spliced::encode_dna(residues)}; }

}  // namespace

TEST_CASE("a site's row covers its own bases, in forward coordinates on both strands") {
  const std::string text = "CATGCCAGCC";
  const site_scorer scorer(flat_model());
  CHECK(rows_text(features_of(find_sites(region_of(text), scorer), strand::forward, 10)) ==
        "s\texonweave\tstart_codon\t2\t4\t0\t+\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t4\t5\t-14\t+\t.\t.\n"
        "s\texonweave\tthree_prime_cis_splice_site\t7\t8\t0\t+\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t8\t9\t-14\t+\t.\t.\n");
  const auto other = find_sites(region_of(reverse_complement(text)), scorer);  // GGCTGGCATG
  CHECK(rows_text(features_of(other, strand::reverse, 10)) ==
        "s\texonweave\tstart_codon\t1\t3\t0\t-\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t4\t5\t-14\t-\t.\t.\n"
        "s\texonweave\tfive_prime_cis_splice_site\t8\t9\t-14\t-\t.\t.\n");
}

TEST_CASE("stop codons and sites of the minor family are told as such") {
  CHECK(rows_text(features_of_stops(find_stops(region_of("CTAAC"), {0, 5}), strand::reverse, 5)) ==
        "s\texonweave\tstop_codon\t2\t4\t.\t-\t.\t.\n");
  const auto sites = find_sites(region_of("AT"), site_scorer(flat_model(), {.at_ac = 9}));
  CHECK(rows_text(features_of(sites, strand::forward, 2)) ==
        "s\texonweave\tfive_prime_cis_splice_site\t1\t2\t-9\t+\t.\tfamily=minor\n");
}

TEST_CASE("a block has a row for each type and phase that it may have") {
  const coding_block block{.where = {2, 8},
                           .may_begin = true,
                           .may_follow = true,
                           .open = 0b101,
                           .closed = 0b010,
                           .begins = 1,
                           .follows = 10,
                           .goes_on = 100};
  CHECK(rows_text(features_of(std::vector{block}, strand::reverse, 20)) ==
        "s\texonweave\tcoding_exon\t13\t18\t101\t-\t0\tID=block1;exon_type=initial\n"
        "s\texonweave\tcoding_exon\t13\t18\t110\t-\t0\tID=block1;exon_type=internal\n"
        "s\texonweave\tcoding_exon\t13\t18\t110\t-\t2\tID=block1;exon_type=internal\n"
        "s\texonweave\tcoding_exon\t13\t18\t10\t-\t1\tID=block1;exon_type=terminal\n");
  const coding_block single{.where = {0, 9}, .may_begin = true, .closed = 1, .begins = -3};
  CHECK(rows_text(features_of(std::vector{single}, strand::forward, 20)) ==
        "s\texonweave\tcoding_exon\t1\t9\t-3\t+\t0\tID=block1;exon_type=single\n");
}

TEST_CASE("names of sequences are escaped") {
  CHECK(feature_row({}, "a b>", 1, score_unit::whole()).substr(0, 8) == "a%20b%3E");
}

// Blocks are all stretches between sites that are open, by brute force over all stretches.

using spliced::encode_dna;

namespace {

constexpr std::int64_t region_start = 1000;

std::vector<coding_block> blocks_of(const std::string& text, const block_limits& limits = {},
                                    const site_scoring& scoring = {}) {
  const strand_region region{region_start, encode_dna(text)};
  return enumerate_blocks(region, find_sites(region, site_scorer(flat_model(), scoring)), limits);
}

// What [begin, end) of the text is, by the definitions alone.
struct judge {
  const std::string& text;

  [[nodiscard]] std::string part(std::size_t begin, std::size_t n) const {
    return begin > text.size() ? "" : text.substr(begin, n);
  }
  [[nodiscard]] bool is_acceptor(std::size_t position) const { return position >= 2 && part(position - 2, 2) == "AG"; }
  [[nodiscard]] bool is_donor(std::size_t position) const {
    return part(position, 2) == "GT" || part(position, 2) == "GC";
  }

  // The number of whole codons before the first stop, and of all.
  [[nodiscard]] std::pair<std::size_t, std::size_t> codons(std::size_t begin, std::size_t end,
                                                           std::size_t phase) const {
    std::size_t n = 0;
    std::optional<std::size_t> stop;
    for (std::size_t position = begin + phase; position + 3 <= end; position += 3, ++n)
      if (!stop && is_stop_codon(part(position, 3))) stop = n;
    return {stop.value_or(n), n};
  }

  [[nodiscard]] bool ends_split_stop(std::size_t begin, std::size_t end) const {
    const std::string bases = part(begin, end - begin);
    for (const std::string stop : {"TAA", "TAG", "TGA"})
      if (bases.size() < 3 && stop.substr(3 - bases.size()) == bases) return true;
    return false;
  }

  [[nodiscard]] coding_block block(std::size_t begin, std::size_t end) const {
    coding_block made;
    made.where = {region_start + static_cast<std::int64_t>(begin), region_start + static_cast<std::int64_t>(end)};
    made.may_follow = is_acceptor(begin);
    const std::size_t length = end - begin;
    const bool has_start =
        length >= 3 ? part(begin, 3) == "ATG" : std::string("ATG").substr(0, length) == part(begin, length);
    for (std::size_t phase = 0; phase < 3; ++phase) {
      if (!made.may_follow && !(has_start && phase == 0)) continue;
      const auto [n_open, n_codons] = codons(begin, end, phase);
      const auto bit = static_cast<phase_set>(1 << phase);
      if (is_donor(end) && n_open == n_codons) made.open |= bit;
      const bool ends_whole = (length - phase) % 3 == 0 && length >= phase + 3;
      if (ends_whole && n_codons > 0 && n_open + 1 == n_codons) made.closed |= bit;
      if (made.may_follow && length == phase && ends_split_stop(begin, end)) made.closed |= bit;
    }
    made.may_begin = has_start && has_phase(made.open | made.closed, 0);
    if (is_donor(end) && part(end, 2) == "GC") made.goes_on = made.open == 0 ? 0 : -14;
    return made;
  }

  [[nodiscard]] std::vector<coding_block> all() const {
    std::vector<coding_block> blocks;
    for (std::size_t begin = 0; begin < text.size(); ++begin)
      for (std::size_t end = begin + 1; end <= text.size(); ++end) {
        const auto made = block(begin, end);
        if ((made.may_begin || made.may_follow) && (made.may_go_on() || made.may_end())) blocks.push_back(made);
      }
    return blocks;
  }
};

std::string shown(const std::vector<coding_block>& blocks) {
  std::string text;
  for (const auto& b : blocks)
    text += std::to_string(b.where.start - region_start) + "-" + std::to_string(b.where.end - region_start) +
            (b.may_begin ? " begins" : "") + (b.may_follow ? " follows" : "") + " open " + std::to_string(b.open) +
            " closed " + std::to_string(b.closed) + " " + std::to_string(b.goes_on) + "\n";
  return text;
}

}  // namespace

TEST_CASE("a gene of one exon is one block") {
  const auto blocks = blocks_of("ATGACCTAA");
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].where == interval{1000, 1009});
  CHECK(blocks[0].may_begin);
  CHECK_FALSE(blocks[0].may_follow);
  CHECK(blocks[0].closed == 1);
  CHECK(blocks[0].open == 0);
}

TEST_CASE("the start and the stop codon may be split by an intron") {
  CHECK(shown(blocks_of("CCATGT")) == "2-4 begins open 1 closed 0 0\n");
  CHECK(shown(blocks_of("CCAGTT")) == "2-3 begins open 1 closed 0 0\n");
  CHECK(shown(blocks_of("CAGAA")) == "3-4 follows open 0 closed 2 0\n3-5 follows open 0 closed 4 0\n");
  CHECK(shown(blocks_of("CAGCC")) == "1-2 begins open 1 closed 0 -14\n");
}

TEST_CASE("a block may end where its stop codon ends and a donor stands") {
  CHECK(shown(blocks_of("TAGTAGGT")) ==
        "1-2 begins open 1 closed 0 0\n3-6 follows open 6 closed 1 0\n6-7 follows open 0 closed 2 0\n");
}

TEST_CASE("texts without sites, and none at all, have no blocks") {
  for (const char* text : {"", "A", "AG", "CCCCCCC", "NNNNNNNNNNNN"}) CHECK(blocks_of(text).empty());
}

TEST_CASE("N's neither stop a frame nor make a site") {
  CHECK(shown(blocks_of("CAGNNNTANTANTANNNGT")) == "3-17 follows open 7 closed 0 0\n");
}

TEST_CASE("blocks are those of brute force over all stretches") {
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    std::string text;
    const std::size_t n = random() % 60;
    const std::string letters = seed % 3 == 0 ? "ACGTN" : seed % 3 == 1 ? "ACGT" : "AGTAGT";
    while (text.size() < n) text += letters[random() % letters.size()];
    INFO("seed " << seed << ": " << text);
    REQUIRE(shown(blocks_of(text)) == shown(judge{text}.all()));
    REQUIRE(blocks_of(text) == judge{text}.all());
    const std::string other = reverse_complement(text);
    REQUIRE(blocks_of(other) == judge{other}.all());
  }
}

TEST_CASE("a largest length leaves out what is longer and nothing else") {
  const std::string text = "CAGATGCCAGGTAAGTCCGCTAGGTCCAGATTGCAGTAACC";
  for (std::int64_t longest = 0; longest < 45; ++longest) {
    auto expected = blocks_of(text);
    expected.erase(std::remove_if(expected.begin(), expected.end(),
                                  [&](const coding_block& b) { return b.where.length() > longest; }),
                   expected.end());
    CHECK(shown(blocks_of(text, {.max_length = longest})) == shown(expected));
  }
}

TEST_CASE("blocks carry the weights of their sites") {
  auto model = flat_model();
  model.donor[8] = make_row(std::array{1.0, 1.0, 1.0, 1.0});
  model.acceptor[0] = make_row(std::array{2.0, 2.0, 2.0, 2.0});
  model.start[14] = make_row(std::array{3.0, 3.0, 3.0, 3.0});
  const std::string text = "CCCCCCCCCCCCCCCCCCAGATGGGGGTCCCC";
  const strand_region region{0, encode_dna(text)};
  const auto blocks = enumerate_blocks(region, find_sites(region, site_scorer(model)));
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].where == interval{20, 21});  // the last base of TAA
  CHECK(blocks[1].where == interval{20, 26});
  CHECK(blocks[1].begins == 6);
  CHECK(blocks[1].follows == 4);
  CHECK(blocks[1].goes_on == 2);
}

TEST_CASE("too many blocks are refused with what to do") {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "CAGGTC";
  const auto n = blocks_of(text).size();
  CHECK(blocks_of(text, {.max_blocks = n}).size() == n);
  try {
    blocks_of(text, {.max_blocks = n - 1});
    FAIL("no exception");
  } catch (const bad_data& error) {
    CHECK_THAT(error.what(), contains("too many blocks"));
    CHECK_THAT(error.what(), contains("take a smaller region"));
  }
}

TEST_CASE("a codon that is a stop only at the end of a coding sequence ends blocks and goes on") {
  const genetic_code karyorelict(27);  // TGA is W, or the stop at the end
  const strand_region region{region_start, encode_dna("ATGTGACCCTGACCC")};
  std::vector<interval> closed;
  for (const auto& block : enumerate_blocks(region, find_sites(region, site_scorer(flat_model())), {}, karyorelict))
    if (block.may_end()) closed.push_back(block.where);
  CHECK(closed == std::vector<interval>{{1000, 1006}, {1000, 1012}});
}
