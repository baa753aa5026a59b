#include <zlib.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "pairwise/scan/database_file.hpp"
#include "pairwise/scan/scan_database.hpp"

using namespace exonweave;
using exonweave::testing::contains;
using exonweave::testing::temporary_file;

namespace {

target_set proteins() {
  target_set made;
  made.paths = {"made.fa"};
  made.kind = molecule::protein;
  made.targets = {{"short", "MA", 1}, {"long", "MAGICWHYXB", 3}, {"other", "GA", 5}};
  return made;
}

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const scan_database& database, const std::string& path) {
  output_file out(path);
  database.write(out);
  out.commit();
}

// All that a database says.
std::string reported(const scan_database& database) {
  std::string text = std::to_string(database.n_residues()) + " " + std::to_string(database.genetic_code_id());
  for (std::size_t k = 0; k < database.blocks().n_sequences(); ++k) {
    std::vector<spliced::residue_code> codes(database.blocks().lengths[k]);
    database.blocks().read(k, codes);
    const database_origin origin = database.origin(k);
    text += "\n" + database.name(origin.record) + " " + std::to_string(database.length(origin.record)) + " " +
            to_char(origin.on) + std::to_string(origin.first_codon) + " ";
    for (const auto code : codes) text += spliced::amino_letter(code);
  }
  return text;
}

std::string message_of(const std::string& path) {
  try {
    (void)scan_database::open(path);
  } catch (const bad_data& error) {
    return error.what();
  }
  return "opened";
}

}  // namespace

TEST_CASE("a database of proteins has the longest first", "[scan]") {
  CHECK(reported(scan_database::of_proteins(proteins())) ==
        "14 0\nlong 10 +0 MAGICWHYXB\nshort 2 +0 MA\nother 2 +0 GA");
}

TEST_CASE("a database of frames knows where its stretches lie", "[scan]") {
  const temporary_file fasta(">one\nATGGCTTAATGGTAA\n>two\nAAAAAA\n");
  report problems;
  genome sequences = genome::open(fasta.path(), problems);
  run_control control;
  const auto made = scan_database::of_frames(sequences, standard_code(), masking::none, 2, control);
  CHECK(made.kind() == database_kind::frames);
  std::map<std::string, int> n_of_record;
  for (std::size_t k = 0; k < made.blocks().n_sequences(); ++k) {
    const database_origin origin = made.origin(k);
    ++n_of_record[made.name(origin.record)];
    const interval where = place_of(origin, made.kind(), 0, made.blocks().lengths[k]);
    REQUIRE(where.start >= 0);
    REQUIRE(where.end <= made.length(origin.record));
    std::string bases = sequences.fetch(origin.record, where);
    if (origin.on == strand::reverse) bases = reverse_complement(bases);
    std::vector<spliced::residue_code> codes(made.blocks().lengths[k]);
    made.blocks().read(k, codes);
    CHECK(spliced::encode_protein(translate(bases)) == codes);
  }
  CHECK(n_of_record.size() == 2);
}

TEST_CASE("places on the reverse strand count backwards", "[scan]") {
  const database_origin forward{0, strand::forward, 100}, reverse{0, strand::reverse, 100};
  CHECK(place_of(forward, database_kind::frames, 2, 5) == interval{106, 115});
  CHECK(place_of(reverse, database_kind::frames, 2, 5) == interval{85, 94});
  CHECK(place_of({}, database_kind::proteins, 2, 5) == interval{2, 5});
}

TEST_CASE("a formatted database is the one that was written", "[scan]") {
  const auto made = scan_database::of_proteins(proteins());
  const temporary_file file("");
  write(made, file.path());
  CHECK(scan_database::is_formatted(file.path()));
  CHECK(reported(scan_database::open(file.path())) == reported(made));
  CHECK_FALSE(scan_database::is_formatted("/nonexistent"));
  const temporary_file fasta(">a\nMA\n");
  CHECK_FALSE(scan_database::is_formatted(fasta.path()));
}

TEST_CASE("what is no whole database of this version is refused", "[scan]") {
  const temporary_file file("");
  write(scan_database::of_proteins(proteins()), file.path());
  const std::string whole = content_of(file.path());
  const auto refused = [](const std::string& content, const std::string& why) {
    const temporary_file changed(content);
    CHECK_THAT(message_of(changed.path()), contains(why) && contains("--format-db"));
  };
  refused(whole.substr(0, 20), "is cut");
  refused(whole.substr(0, whole.size() - 64), "cut or damaged");
  refused(whole + "x", "cut or damaged");
  std::string other = whole;
  for (const char version : {'\1', '\11'}) {
    other[8] = version;
    refused(other, "version " + std::to_string(int{version}));
  }
  other = whole;
  other[0] = 'y';
  refused(other, "not a database");
  for (const std::size_t position : {std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    other = whole;
    other[position] = static_cast<char>(other[position] ^ 4);
    refused(other, "damaged");
  }
  for (std::size_t position = 24; position < 72; ++position) {  // counts that could be anything
    other = whole;
    other[position] = static_cast<char>(0xF0);
    refused(other, "damaged");
  }
}

namespace {

// What a database says to be wrong with a file whose bytes at `position` are those of a value, with the checksum that
// then is right.
template <class Value>
std::string reported_of(std::string content, std::size_t position, Value value) {
  constexpr std::size_t checksum_at = 20;  // bytes
  std::memcpy(content.data() + position, &value, sizeof value);
  std::memset(content.data() + checksum_at, 0, sizeof(std::uint32_t));
  const auto sum =
      static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  std::memcpy(content.data() + checksum_at, &sum, sizeof sum);
  const temporary_file file(content);
  return message_of(file.path());
}

}  // namespace

TEST_CASE("a database that contradicts itself is refused, though its checksum is right", "[scan]") {
  const temporary_file file("");
  write(scan_database::of_proteins(proteins()), file.path());
  const std::string whole = content_of(file.path());
  constexpr std::size_t kind = 12, genetic_code = 16, names = 128, record_lengths = 192, origins = 256, lengths = 320,
                        block_at = 384, words = 448;
  using number = std::uint32_t;
  CHECK(reported_of(whole, lengths, number{10}) == "opened");
  const auto refused = [&](std::size_t position, auto value, const std::string& why) {
    CAPTURE(position, value);
    CHECK_THAT(reported_of(whole, position, value), contains("contradicts itself: " + why) && contains("--format-db"));
  };
  refused(kind, number{2}, "an unknown kind of database");
  refused(names, '\n', "another number of names");
  refused(names, '\t', "a name that no record has");
  refused(genetic_code, number{1}, "an unknown genetic code");
  refused(record_lengths, std::int64_t{-1}, "a length below 0");
  refused(record_lengths, std::int64_t{3}, "a sequence that is in none");
  refused(origins, number{0}, "a sequence that is in none");
  refused(origins, number{3}, "a sequence that is in none");
  refused(origins, ~number{0}, "a sequence that is in none");
  refused(origins + 4, number{1}, "a sequence that is in none");
  refused(origins + 8, std::int64_t{1}, "a sequence that is in none");
  refused(lengths + 4, number{11}, "lengths that do not descend");
  refused(lengths + 8, number{0}, "lengths that do not descend");
  refused(lengths, number{13}, "blocks that do not fit");
  refused(lengths, ~number{0}, "blocks that do not fit");
  refused(lengths, number{8}, "blocks that do not fit");
  refused(lengths, number{9}, "residues that are not amino acids");
  refused(block_at, std::uint64_t{256}, "blocks that do not fit");
  refused(block_at + 8, std::uint64_t{512}, "blocks that do not fit");
  refused(block_at + 8, ~std::uint64_t{0}, "blocks that do not fit");
  for (const int residue : {27, 28, 127, 128, 255})
    refused(words, static_cast<std::uint8_t>(residue), "residues that are not amino acids");
  refused(words + 4 + 2, '\0', "residues that are not amino acids");      // behind the end of MA
  refused(words + 3 * 4 + 1, '\0', "residues that are not amino acids");  // of a sequence that is not there
}

TEST_CASE("a stretch outside its sequence of the genome is refused", "[scan]") {
  const temporary_file fasta(">one\nATGGCTTAATGGTAA\n");
  report problems;
  genome sequences = genome::open(fasta.path(), problems);
  run_control control;
  const temporary_file file("");
  write(scan_database::of_frames(sequences, standard_code(), masking::none, 1, control), file.path());
  const std::string whole = content_of(file.path());
  for (std::size_t k = 0; k < scan_database::open(file.path()).blocks().n_sequences(); ++k)
    for (const std::int64_t first_codon : {std::int64_t{-1}, std::int64_t{16}, std::int64_t{1} << 62}) {
      CAPTURE(k, first_codon);
      CHECK_THAT(reported_of(whole, 256 + 16 * k + 8, first_codon),
                 contains("a sequence that is in none of its records"));
    }
}

namespace {

// Two with a part in lower case, one without.
target_set partly_masked() {
  target_set made = proteins();
  made.targets[0].lower_case = {{1, 2}};
  made.targets[1].lower_case = {{0, 3}, {6, 10}};
  return made;
}

}  // namespace

TEST_CASE("masked residues are X in the blocks, and kept aside", "[scan]") {
  const auto made = scan_database::of_proteins(partly_masked(), masking::lower_case);
  CHECK(reported(made) == "14 0\nlong 10 +0 XXXICWXXXX\nshort 2 +0 MX\nother 2 +0 GA");
  const temporary_file file("");
  write(made, file.path());
  const auto open = scan_database::open(file.path());
  CHECK(reported(open) == reported(made));
  CHECK(open.masked_by() == masking::lower_case);
  for (const scan_database* each : {&made, &open}) {
    CHECK(each->residues(0) == "MAGICWHYXB");
    CHECK(each->residues(1) == "MA");
    CHECK(each->residues(2) == "GA");
  }
  CHECK(reported(scan_database::of_proteins(partly_masked(), masking::none)) ==
        reported(scan_database::of_proteins(proteins())));
}

TEST_CASE("masked parts that contradict the rest are refused, though the checksum is right", "[scan]") {
  const temporary_file file("");
  write(scan_database::of_proteins(partly_masked(), masking::lower_case), file.path());
  const std::string whole = content_of(file.path());
  constexpr std::size_t masked_by = 72, masks = 448 + 256 * 4 * 3,
                        masked = masks + 64;  // three rows of words
  using number = std::uint32_t;
  CHECK(reported_of(whole, masks, number{0}) == "opened");
  const auto refused = [&](std::size_t position, auto value, const std::string& why) {
    CAPTURE(position, value);
    CHECK_THAT(reported_of(whole, position, value), contains("contradicts itself: " + why));
  };
  refused(masked_by, std::uint64_t{4}, "an unknown masking");
  refused(masks, number{1}, "a masked part outside");
  refused(masks + 24, number{3}, "a masked part outside");
  refused(masks + 12 + 4, ~number{0}, "a masked part outside");
  refused(masks + 12 + 8, number{5}, "a masked part outside");
  refused(masks + 12 + 4, number{2}, "masked parts that do not follow");
  refused(masks + 24, number{0}, "masked parts that do not follow");
  refused(masks + 8, number{2}, "another number of masked residues");
  refused(masked, static_cast<std::uint8_t>(27), "residues that are not amino acids");
}

TEST_CASE("tandem repeats of a genome's frames are masked, with any number of threads", "[scan]") {
  std::string bases;
  for (int k = 0; k < 30; ++k) bases += "GATGAACATAAA";  // DEHK
  const temporary_file fasta(">one\nATGGCTTGG" + bases + "TAA\n");
  report problems;
  genome sequences = genome::open(fasta.path(), problems);
  run_control control;
  const auto made = scan_database::of_frames(sequences, standard_code(), masking::tantan, 1, control);
  CHECK_THAT(reported(made), contains("MAWDEHK") && contains("XXXXXXXXXXXXXXXXXXXXXXXXX"));
  CHECK(reported(made) == reported(scan_database::of_frames(sequences, standard_code(), masking::tantan, 3, control)));
  CHECK_THAT(reported(scan_database::of_frames(sequences, standard_code(), masking::none, 1, control)),
             !contains("XX"));
}

TEST_CASE("no flipped bit of a database goes unnoticed", "[scan]") {
  const temporary_file file("");
  write(scan_database::of_proteins(partly_masked(), masking::lower_case), file.path());
  const std::string whole = content_of(file.path());
  constexpr std::size_t header = 128;  // bytes
  for (std::size_t position = 0; position < whole.size(); position += position < 8 * header ? 1 : 37)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[position] = static_cast<char>(flipped[position] ^ 1 << bit);
      const temporary_file changed(flipped);
      CAPTURE(position, bit);
      REQUIRE(message_of(changed.path()) != "opened");
    }
}

TEST_CASE("a database that is cut while it is open reads as zeros, and that is told", "[scan]") {
  target_set many = proteins();
  for (int n = 0; n < 3'000; ++n) many.targets.push_back({"m" + std::to_string(n), "MAGICMAGIC", 1});
  const temporary_file file("");
  write(scan_database::of_proteins(many), file.path());
  const scan_database open = scan_database::open(file.path());
  CHECK_NOTHROW(open.throw_if_changed());
  REQUIRE(std::filesystem::file_size(file.path()) > 40'000);
  std::filesystem::resize_file(file.path(), 8'192);
  std::vector<spliced::residue_code> codes(open.blocks().lengths[2'999]);
  open.blocks().read(2'999, codes);
  CHECK(codes == std::vector<spliced::residue_code>(10, 0));
  CHECK_THROWS_AS(open.throw_if_changed(), io_failure);
}

TEST_CASE("a database that is overwritten while it is open keeps its places, and holds residues alone", "[scan]") {
  const temporary_file file("");
  write(scan_database::of_proteins(proteins()), file.path());
  const scan_database open = scan_database::open(file.path());
  const auto size = static_cast<std::size_t>(std::filesystem::file_size(file.path()));
  std::fstream(file.path(), std::ios::in | std::ios::out | std::ios::binary) << std::string(size, '\xFF');
  CHECK(reported(open) == "14 0\nlong 10 +0 **********\nshort 2 +0 **\nother 2 +0 **");
  CHECK_THROWS_AS(open.throw_if_changed(), io_failure);
}

TEST_CASE("a database that is written to while it is open is told", "[scan]") {
  const temporary_file file("");
  write(scan_database::of_proteins(proteins()), file.path());
  const scan_database open = scan_database::open(file.path());
  const auto set_time = [&](int hours) {
    std::filesystem::last_write_time(file.path(),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::hours(hours));
  };
  set_time(1);
  CHECK_NOTHROW(open.throw_if_changed());  // the same bytes
  set_time(2);
  CHECK_NOTHROW(open.throw_if_changed());
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file.path()));
  std::fstream(file.path(), std::ios::in | std::ios::out | std::ios::binary).seekp(size - 100).put('x');
  set_time(3);
  CHECK_THROWS_WITH(open.throw_if_changed(), contains("was changed while it was read"));
}
