// Which places of a genome are true sites, and which are decoys.
#include <map>
#include <set>
#include <tuple>

#include "catch.hpp"
#include "exons/sites/taught_genome.hpp"

using namespace exonweave;
using exonweave::testing::taught_genome;

namespace {

struct visited {
  training_counts counts;
  std::map<std::tuple<site_kind, bool>, std::vector<std::int64_t>> positions;
};

visited visit(taught_genome& taught, const std::vector<annotated_transcript>& transcripts) {
  visited all;
  all.counts = visit_sites(*taught.sequences, transcripts, [&](const training_site& site) {
    all.positions[{site.kind, site.is_true}].push_back(site.position);
  });
  return all;
}

std::vector<std::int64_t> places_of(const std::string& word, const std::string& text, std::int64_t offset) {
  std::vector<std::int64_t> places;
  for (auto position = text.find(word); position != std::string::npos; position = text.find(word, position + 1))
    places.push_back(static_cast<std::int64_t>(position) + offset);
  return places;
}

}  // namespace

TEST_CASE("true sites are those of the transcripts, and every other GT, AG and ATG is a decoy") {
  taught_genome taught(1, "GTAAGT", "TTTCAG");
  const auto& exons = taught.transcripts[0].exons;
  const auto seen = visit(taught, taught.transcripts);
  CHECK(seen.positions.at({site_kind::donor, true}) == std::vector{exons[0].end});
  CHECK(seen.positions.at({site_kind::acceptor, true}) == std::vector{exons[1].start});
  CHECK(seen.positions.at({site_kind::start, true}) == std::vector{exons[0].start});
  CHECK(seen.counts.n_gt_ag == 1);
  CHECK(seen.counts.intron_lengths == std::vector<std::int64_t>{100});

  const std::string text = taught.sequences->fetch(0, {0, taught.sequences->catalog().length(0)});
  const auto all_but = [](std::vector<std::int64_t> places, std::int64_t site) {
    std::erase(places, site);
    return places;
  };
  CHECK(seen.positions.at({site_kind::donor, false}) == all_but(places_of("GT", text, 0), exons[0].end));
  CHECK(seen.positions.at({site_kind::acceptor, false}) == all_but(places_of("AG", text, 2), exons[1].start));
  CHECK(seen.positions.at({site_kind::start, false}) == all_but(places_of("ATG", text, 0), exons[0].start));
  CHECK(seen.counts.n_donor_decoys == seen.positions.at({site_kind::donor, false}).size());
}

TEST_CASE("a transcript that stands twice counts once, and an intron that is not GT-AG teaches nothing") {
  taught_genome taught(2, "GTAAGT", "TTTCAG");
  auto twice = taught.transcripts;
  twice.push_back(twice.front());
  CHECK(visit(taught, twice).counts.n_gt_ag == 2);
  taught_genome other(1, "GCAAGT", "TTTCAG");
  const auto seen = visit(other, other.transcripts);
  CHECK(seen.counts.n_gc_ag == 1);
  CHECK(seen.counts.intron_lengths.empty());
  CHECK_FALSE(seen.positions.contains({site_kind::acceptor, true}));
  const auto& decoys = seen.positions.at({site_kind::acceptor, false});
  CHECK(std::ranges::find(decoys, other.transcripts[0].exons[1].start) == decoys.end());
}
