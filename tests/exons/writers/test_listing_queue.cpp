// Models of several sequences, listed one sequence after the other as all together would be.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/model_listing.hpp"

using namespace exonweave;
using exonweave::testing::chromosomes;
using exonweave::testing::exon;
using exonweave::testing::model;
using exonweave::testing::written;

namespace {

const target_set targets{{"t.fa"}, molecule::dna, {{"t0", "ACG", 1}}};

gene_model model_on(std::size_t sequence, std::int64_t start) {
  return model({exon({start, start + 3}, {0, 3})}, strand::forward, sequence);
}

struct listed {
  sequence_catalog catalog = chromosomes();
  gff3_style style = gff3_style::gene;
  std::vector<std::size_t> sequences{};
  std::string text{};
  listing_queue queue{catalog, targets, {style}, [this](const model_listing& models) {
                        sequences.push_back(models.loci().front().front().sequence);
                        write_gff3_features(models, [this](std::string_view piece) { text += piece; });
                      }};
};

}  // namespace

TEST_CASE("the models of a sequence are listed as soon as the next one begins") {
  listed seen;
  seen.queue.begin(2);
  seen.queue.add({model_on(2, 5)});
  seen.queue.begin(2);
  seen.queue.add({model_on(2, 1)});
  CHECK(seen.sequences.empty());
  seen.queue.begin(1);
  CHECK(seen.sequences == std::vector<std::size_t>{2});
  seen.queue.add({model_on(1, 5)});
  seen.queue.finish();
  CHECK(seen.sequences == std::vector<std::size_t>{2, 1});
}

TEST_CASE("every ID begins with the prefix") {
  const sequence_catalog catalog = chromosomes();
  const auto ids = [&](gff3_style style, gene_model made) {
    const score_unit unit = score_unit::whole();
    const model_listing plain({{made}}, catalog, targets, {style, unit});
    const model_listing prefixed({{made}}, catalog, targets, {style, unit, "run2."}, 3);
    return std::vector{plain.locus_id(0), prefixed.locus_id(0), prefixed.model_id(0, 1)};
  };
  using texts = std::vector<std::string>;
  CHECK(ids(gff3_style::gene, model_on(0, 5)) == texts{"gene1", "run2.gene4", "run2.gene4.t2"});
  CHECK(ids(gff3_style::match, model_on(0, 5)) == texts{"match1", "run2.match4", "run2.match4"});
  CHECK(ids(gff3_style::miniprot, model_on(0, 5)) == texts{"MP000001", "run2.MP000004", "run2.MP000004"});
  gene_model representative = model_on(0, 5);
  representative.joint_score = 30;
  CHECK(ids(gff3_style::gene, representative) == texts{"locus1", "run2.locus4", "run2.locus4.t2"});
}

TEST_CASE("a sequence without models has no listing") {
  listed seen;
  for (const std::size_t sequence : {2u, 1u, 0u}) seen.queue.begin(sequence);
  seen.queue.add({model_on(0, 5)});
  seen.queue.finish();
  CHECK(seen.sequences == std::vector<std::size_t>{0});
}

TEST_CASE("sequence by sequence the same is written as of all models at once") {
  const std::vector<locus_models> loci = {
      {model_on(0, 90)}, {model_on(0, 5), model_on(0, 9)}, {model_on(1, 70)}, {model_on(1, 2)}, {model_on(2, 7)}};
  for (const auto style : {gff3_style::gene, gff3_style::match}) {
    listed seen{.style = style};
    for (const std::size_t sequence : {0u, 1u, 2u}) {
      seen.queue.begin(sequence);
      for (locus_models each : loci)
        if (each.front().sequence == sequence) seen.queue.add(std::move(each));
    }
    seen.queue.finish();
    CHECK(seen.text == written(loci, targets, style, write_gff3_features));
    CHECK(gff3_head(seen.sequences, seen.catalog) ==
          "##gff-version 3\n##sequence-region chr2 1 500\n##sequence-region chr1 1 1000\n"
          "##sequence-region a%3Bb%20%3Cc%3E%3D%25 1 50\n");
  }
}
