// Models as hints for AUGUSTUS.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/hints_writer.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const target_set targets{{"t.fa"}, molecule::protein, {{"t0", "MK", 1}}};

std::string text_of(const gene_model& made) { return written({{made}}, targets, gff3_style::match, write_hints); }

std::string row(const std::string& type, const std::string& place, char strand = '+') {
  return "chr1\texonweave\t" + type + "\t" + place + "\t.\t" + strand + "\t.\tsrc=P;grp=match1;pri=4\n";
}

}  // namespace

TEST_CASE("exons are cut at both ends, introns and codons are whole") {
  CHECK(text_of(model({exon({100, 150}, {0, 17}, 0), exon({200, 240}, {17, 30}, 1)})) ==
        row("CDSpart", "116\t135") + row("intron", "151\t200") + row("CDSpart", "216\t225") + row("start", "101\t103") +
            row("stop", "238\t240"));
}

TEST_CASE("of a short exon the middle is left") {
  auto made = model({exon({100, 130}, {0, 10}, 0)}, strand::reverse);
  made.has_start = made.has_stop = false;
  CHECK(text_of(made) == row("CDSpart", "115\t115", '-'));
  made.exons.front().where.end = 101;
  CHECK(text_of(made) == row("CDSpart", "101\t101", '-'));
}

TEST_CASE("a frameshift is no intron, and a codon that an intron divides is no hint") {
  auto made = model({exon({100, 101}, {0, 1}, 0), exon({200, 240}, {0, 13}, 2), exon({241, 290}, {13, 29}, 0)});
  made.exons[2].is_shifted = true;
  CHECK(text_of(made) ==
        row("CDSpart", "101\t101") + row("intron", "102\t200") + row("CDSpart", "216\t275") + row("stop", "288\t290"));
}
