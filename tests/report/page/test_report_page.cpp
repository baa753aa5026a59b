// The whole page: each place of the template is filled, and a genome beyond the limit is skipped.
#include <optional>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/page/page_frame.hpp"
#include "report/page/report_page.hpp"

namespace exonweave::testing {
namespace {

const std::string run = R"({"program": "exonweave", "version": "1", "subcommand": "annotate"})";
const std::string genes = "s\tx\tgene\t1\t9\t.\t+\t.\tID=g\ns\tx\tmRNA\t1\t9\t.\t+\t.\tID=t;Parent=g\n";

std::string page_of(const std::string& fasta, report& problems) {
  const temporary_file run_file(run), genes_file(genes), genome_file(fasta);
  std::optional<genome> sequences;
  if (!fasta.empty()) sequences = genome::open(genome_file.path(), problems);
  std::string page;
  write_report_page({run_file.path(), genes_file.path()}, sequences ? &*sequences : nullptr, problems,
                    [&page](std::string_view text) { page += text; });
  return page;
}

bool has_bases(const std::string& page) { return page.find(R"(id="data-bases"></script>)") == std::string::npos; }

TEST_CASE("a page is whole and has its word twice") {
  report problems;
  const std::string page = page_of("", problems);
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
  const std::size_t begin = page.find("'nonce-") + 7;
  const std::string word = page.substr(begin, page.find('\'', begin) - begin);
  CHECK(word.size() == 32);
  CHECK(page.find("<script nonce=\"" + word + "\">") != std::string::npos);
}

TEST_CASE("a genome is in the page up to a limit") {
  report problems;
  CHECK_FALSE(has_bases(page_of("", problems)));
  CHECK(has_bases(page_of(">s\nACGTACGTA\n", problems)));
  CHECK_FALSE(has_bases(page_of(">s\n" + std::string(max_page_bases + 1, 'A') + "\n", problems)));
}

TEST_CASE("proteins are in the page up to a limit") {
  const temporary_file run_file(run), genes_file(genes);
  const auto has_proteins = [&](const std::string& residues) {
    const temporary_file proteins(">t target=p\n" + residues + "\n");
    report problems;
    std::string page;
    write_report_page({.run = run_file.path(), .models = genes_file.path(), .proteins = proteins.path()}, nullptr,
                      problems, [&page](std::string_view text) { page += text; });
    return page.find(R"(id="data-proteins"></script>)") == std::string::npos;
  };
  CHECK(has_proteins("ACGT"));  // whatever the letters
  CHECK_FALSE(has_proteins(std::string(max_page_residues + 1, 'M')));
}

TEST_CASE("a page that may hold little has neither alignments nor bases, and says so") {
  const temporary_file run_file(run), genes_file(genes), genome_file(">s\nACGTACGTA\n"),
      alignments("s\tx\tmatch\t1\t9\t.\t+\t.\tID=m;Target=p 1 3\n");
  const auto page_within = [&](std::uint64_t memory, report& problems) {
    genome sequences = genome::open(genome_file.path(), problems);
    std::string page;
    write_report_page(
        {.run = run_file.path(), .models = genes_file.path(), .alignments = alignments.path()}, &sequences, problems,
        [&page](std::string_view text) { page += text; }, memory);
    return page;
  };
  const auto has_alignments = [](const std::string& page) {
    return page.find(R"(id="data-alignments"></script>)") == std::string::npos;
  };
  report none, some;
  const std::string whole = page_within(std::uint64_t{1} << 24, none), little = page_within(1, some);
  CHECK(has_alignments(whole));
  CHECK(has_bases(whole));
  CHECK(none.warnings().empty());
  CHECK_FALSE(has_alignments(little));
  CHECK_FALSE(has_bases(little));
  REQUIRE(some.warnings().size() == 2);
  CHECK(some.warnings()[0].find("the page does not contain the alignments") != std::string::npos);
  CHECK(some.warnings()[1].find("the page does not contain the sequence") != std::string::npos);
  CHECK(little.find(R"(id="data-genes"></script>)") == std::string::npos);
}

TEST_CASE("all that is wrong is told at once") {
  const temporary_file no_run("{}"), no_genes("s\tx\tgene\n");
  report problems;
  try {
    write_report_page({no_run.path(), no_genes.path()}, nullptr, problems,
                      [](std::string_view) { FAIL("nothing is written"); });
    FAIL("bad files are read");
  } catch (const bad_data& failed) {
    CHECK(failed.total() == 2);
  }
}

TEST_CASE("libraries have versions and licences, or there are none") {
  const report_libraries* libraries = built_in_report_libraries();
  CHECK((libraries == nullptr) == report_libraries_text().starts_with("off"));
  if (libraries == nullptr) return;
  CHECK_FALSE(libraries->licences.empty());
  CHECK(libraries->licences.find("-->") == std::string_view::npos);
}

}  // namespace
}  // namespace exonweave::testing
