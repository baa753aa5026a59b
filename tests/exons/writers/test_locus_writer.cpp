// Loci of a search as a table of pairs and as PAF.
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/writers/plain_writers.hpp"

using namespace exonweave;

namespace {

// chr2 stands before chr1, and target b before a.
sequence_catalog swapped_names() {
  sequence_catalog catalog;
  catalog.add("chr2", 50'000);
  catalog.add("chr1", 40'000);
  return catalog;
}

const target_set targets{
    {"t.fa"}, molecule::protein, {{"b", std::string(80, 'M'), 1}, {"a", std::string(120, 'M'), 3}}};

found_chain chain_of(interval core, interval on_target, double score) {
  found_chain made;
  made.core = core;
  made.on_target = on_target;
  made.n_segments = 2;
  made.n_aligned = 70;
  made.n_identical = 50;
  made.score = score;
  made.e_value = 1.3e-20;
  return made;
}

found_locus locus_of(std::size_t sequence, interval region, std::size_t target, strand on = strand::forward) {
  found_locus made;
  made.where = {sequence, region, on, target};
  made.best = chain_of({region.start + 500, region.end - 500}, {4, 78}, 151.26);
  return made;
}

template <class Writer>
std::string written_by(const Writer& write, const std::vector<found_locus>& loci) {
  std::string all;
  write(loci, swapped_names(), targets, [&](std::string_view piece) { all += piece; });
  return all;
}

const std::string head =
    "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\tscore\te_value\tsegments\t"
    "core_start0\tcore_end0\ttarget_start0\ttarget_end0\ttarget_length\n";

}  // namespace

TEST_CASE("a locus is a row of pairs, with its region and its best chain") {
  CHECK(written_by(write_locus_pairs, {}) == head);
  CHECK(written_by(write_locus_pairs, {locus_of(0, {1'000, 9'000}, 0, strand::reverse)}) ==
        head + "chr2\t1000\t9000\t-\tb\t151.3\t1.3e-20\t2\t1500\t8500\t4\t78\t80\n");
}

TEST_CASE("each chain of a locus is a line of PAF, by place, and lengths on the genome are those of segments") {
  found_locus locus = locus_of(1, {1'000, 9'000}, 1);
  locus.others = {chain_of({600, 900}, {0, 90}, 60), chain_of({1'500, 8'500}, {4, 78}, 200)};
  CHECK(written_by(write_locus_paf, {locus}) ==
        "a\t120\t0\t90\t+\tchr1\t40000\t600\t900\t150\t210\t255\tAS:i:60\tev:f:1.3e-20\tns:i:2\n"
        "a\t120\t4\t78\t+\tchr1\t40000\t1500\t8500\t150\t210\t255\tAS:i:200\tev:f:1.3e-20\tns:i:2\n"
        "a\t120\t4\t78\t+\tchr1\t40000\t1500\t8500\t150\t210\t255\tAS:i:151\tev:f:1.3e-20\tns:i:2\n");
  CHECK(written_by(write_locus_paf, {}).empty());
}

TEST_CASE("loci are sorted by the order of the genome, place and the target's name") {
  const found_locus first = locus_of(0, {1'000, 9'000}, 1), second = locus_of(0, {1'000, 9'000}, 0);
  const found_locus third = locus_of(0, {1'000, 9'000}, 0, strand::reverse), last = locus_of(1, {500, 4'000}, 1);
  std::vector<found_locus> loci = {last, third, second, first};
  sort_by_place(targets, loci);
  CHECK(loci[0].where == first.where);
  CHECK(loci[1].where == second.where);
  CHECK(loci[2].where == third.where);
  CHECK(loci[3].where == last.where);
}
