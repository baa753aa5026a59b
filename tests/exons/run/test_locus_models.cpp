// Of the chains that several targets have at one place, the one that is worth most to all of them together.
#include "catch.hpp"
#include "exons/run/locus_models.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::both_engines;
using exonweave::testing::flat_model;
using exonweave::testing::small_job;

namespace {

using names = std::vector<std::string>;

// The second exon may end at 26 or at 29, and where there is a third, it is [40, 52).
//                           0   4           16  20    26 29         40          52
const std::string genomic = "TTTTACGGATCAGGCATTTTCCAGCAGTGTTTTTTTTTTTGAACTCGGACCATTTT";
constexpr interval first{4, 16}, brief{20, 26}, lengthy{20, 29}, third{40, 52};
const std::string first_bases = "ACGGATCAGGCA", brief_bases = "CCAGCA";

std::string bases_of(interval where) {
  return genomic.substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
}

std::string reverse_complement(const std::string& bases) {
  std::string turned(bases.rbegin(), bases.rend());
  for (char& base : turned) base = base == 'A' ? 'T' : base == 'T' ? 'A' : base == 'C' ? 'G' : 'C';
  return turned;
}

interval turned(interval where) { return flip(where, static_cast<std::int64_t>(genomic.size())); }

std::vector<std::pair<interval, strand>> on_forward(const std::vector<interval>& places) {
  std::vector<std::pair<interval, strand>> all;
  for (const interval where : places) all.emplace_back(where, strand::forward);
  return all;
}

// Candidates first, brief and lengthy.
small_job two_ends(const std::vector<std::string>& targets) {
  return {genomic, on_forward({first, brief, lengthy}), targets};
}

// The lengthy end is worth more to every target, whatever it aligns there.
void favour_lengthy(small_job& job, double half_bits) {
  job.options.candidates.evidence = {1, {}};
  for (merged_exon& exon : job.candidates.exons)
    exon.statements = {{0, exon.where == lengthy ? half_bits : 0.0, 0.0, "", ""}};
}

std::vector<elective_model> elective_of(small_job& job, elective_parts parts = elective_parts::exons) {
  std::vector<elective_model> models;
  for (const auto& result : job.run()) std::ranges::move(elective_models_of(result, parts), std::back_inserter(models));
  return models;
}

// Of each locus the one that is elected.
std::vector<gene_model> first_of(const std::vector<std::vector<gene_model>>& loci) {
  std::vector<gene_model> models;
  for (const auto& locus : loci) models.push_back(locus.front());
  return models;
}

std::vector<gene_model> locus_models_of(small_job& job, elective_parts parts = elective_parts::exons) {
  return first_of(choose_locus_models(elective_of(job, parts), job.input(), job.options));
}

std::vector<interval> places_of(const gene_model& model) {
  std::vector<interval> places;
  for (const model_exon& exon : model.exons) places.push_back(exon.where);
  return places;
}

// Every case of a job, once more on the region where the exons lie.
void ask_twice(small_job& job, std::size_t target) {
  job.cases.insert(std::ranges::find(job.cases, target, &alignment_task::target),
                   {0, {2, 54}, strand::forward, target});
  std::ranges::sort(job.cases);
}

// Copies of the sequence in a row, on each of which two targets with chains of their own are tried.
struct copies : small_job {
  explicit copies(std::int64_t n)
      : small_job(bases(n), places(n), {first_bases + brief_bases + "GAA", "T" + first_bases.substr(1) + brief_bases}) {
    cases.clear();
    for (std::int64_t copy = 0; copy < n; ++copy)
      for (const std::size_t target : {0u, 1u})
        cases.push_back({0, {copy * length, (copy + 1) * length}, strand::forward, target});
  }

  static inline const auto length = static_cast<std::int64_t>(genomic.size());

  static std::string bases(std::int64_t n) {
    std::string all;
    for (; n > 0; --n) all += genomic;
    return all;
  }

  static std::vector<std::pair<interval, strand>> places(std::int64_t n) {
    std::vector<interval> all;
    for (std::int64_t copy = 0; copy < n; ++copy)
      for (const interval where : {first, brief, lengthy})
        all.push_back({where.start + copy * length, where.end + copy * length});
    return on_forward(all);
  }
};

std::vector<std::pair<std::vector<interval>, std::int64_t>> chains_of(const std::vector<gene_model>& models) {
  std::vector<std::pair<std::vector<interval>, std::int64_t>> chains;
  for (const gene_model& each : models) chains.emplace_back(places_of(each), each.joint_score.value());
  return chains;
}

// ORF exons that cost an intron each; nothing but their ends counts at their sites.
void allow_blocks(small_job& job, block_mode mode) {
  job.options.block_sites.emplace(flat_model());
  job.options.blocks = mode;
  job.options.scoring.introns = {4, {{10}}};
}

}  // namespace

TEST_CASE("a target alone has its own model as its locus") {
  small_job job = two_ends({first_bases + brief_bases});
  job.use(GENERATE(from_range(both_engines)));
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  CHECK(models[0].joint_score == 36);
  CHECK(models[0].locus_targets == names{"t0"});
  for (const auto& exon : models[0].exons) CHECK(exon.supporters == names{"t0"});
}

TEST_CASE("the sum over the targets decides against the best score of one") {
  // t0: 34 with the lengthy end, 36 - 9 with the brief one; t1, one mismatch: 32 with the brief end, 32 - 9 with the
  // other.
  small_job job = two_ends({first_bases + brief_bases + "GAA", "T" + first_bases.substr(1) + brief_bases});
  job.use(GENERATE(from_range(both_engines)));
  const auto found = job.run();
  CHECK(found.at(0).best_score == 34);
  CHECK(places_of(found.at(0).models.at(0)) == std::vector{first, lengthy});
  CHECK(found.at(1).best_score == 32);

  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  const gene_model& chosen = models[0];
  CHECK(places_of(chosen) == std::vector{first, brief});
  CHECK(chosen.joint_score == 27 + 32);
  CHECK(chosen.target == 1);
  CHECK(chosen.score == 32);
  CHECK(chosen.rank == 0);
  CHECK(chosen.locus_targets == names{"t0", "t1"});
  CHECK(chosen.exons.at(0).supporters == names{"t0", "t1"});
  CHECK(chosen.exons.at(1).supporters == names{"t1"});
}

TEST_CASE("on the reverse strand the same chain is chosen") {
  const auto places = on_forward({turned(first), turned(brief), turned(lengthy)});
  small_job job(reverse_complement(genomic), places,
                {first_bases + brief_bases + "GAA", "T" + first_bases.substr(1) + brief_bases});
  job.use(GENERATE(from_range(both_engines)));
  for (merged_exon& exon : job.candidates.exons) exon.on = strand::reverse;
  for (alignment_task& each : job.cases) each.on = strand::reverse;
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  CHECK(places_of(models[0]) == std::vector{turned(brief), turned(first)});
  CHECK(models[0].on == strand::reverse);
  CHECK(models[0].joint_score == 27 + 32);
  CHECK(models[0].exons.at(0).supporters == names{"t1"});
  CHECK(models[0].exons.at(1).supporters == names{"t0", "t1"});
}

TEST_CASE("of chains with equal sums the one that more targets found is chosen") {
  // The brief end is worth 36 and twice 36 - 9, the lengthy one, with 1 for itself, 36 - 9 + 1 and twice 36 - 6 + 1.
  const std::string other_tail = first_bases + brief_bases + "CAA";
  small_job job = two_ends({first_bases + brief_bases, other_tail, other_tail});
  job.use(GENERATE(from_range(both_engines)));
  favour_lengthy(job, 1);
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  CHECK(models[0].joint_score == 90);
  CHECK(places_of(models[0]) == std::vector{first, lengthy});
  CHECK(models[0].exons.at(1).supporters == names{"t1", "t2"});
  CHECK(models[0].target == 1);
}

TEST_CASE("of chains with equal sums and as many finders the first by place is chosen") {
  const std::string other_tail = first_bases + brief_bases + "CAA";
  const names both = {first_bases + brief_bases, other_tail};
  for (const names& targets : {both, names{both.rbegin(), both.rend()}}) {
    small_job job = two_ends(targets);
    favour_lengthy(job, 3);
    const auto models = locus_models_of(job);
    REQUIRE(models.size() == 1);
    CHECK(models[0].joint_score == 36 + 27);
    CHECK(places_of(models[0]) == std::vector{first, brief});
  }
}

TEST_CASE("a target with several models at one place counts once") {
  SECTION("in the sum, where all agree") {
    small_job job = two_ends({first_bases + brief_bases, first_bases + brief_bases});
    ask_twice(job, 0);
    REQUIRE(job.run().size() == 3);
    const auto models = locus_models_of(job);
    REQUIRE(models.size() == 1);
    CHECK(models[0].joint_score == 2 * 36);
    CHECK(models[0].locus_targets == names{"t0", "t1"});
  }
  SECTION("in the sum, where they do not") {
    small_job job = two_ends({first_bases + brief_bases + "GAA", "T" + first_bases.substr(1) + brief_bases});
    ask_twice(job, 0);
    const auto models = locus_models_of(job);
    REQUIRE(models.size() == 1);
    CHECK(places_of(models[0]) == std::vector{first, brief});
    CHECK(models[0].joint_score == 27 + 32);
    CHECK(models[0].exons.at(0).supporters == names{"t0", "t1"});
  }
  SECTION("among the finders") {
    small_job job = two_ends({first_bases + brief_bases, first_bases + brief_bases + "CAA"});
    favour_lengthy(job, 3);
    ask_twice(job, 1);
    const auto models = locus_models_of(job);
    REQUIRE(models.size() == 1);
    CHECK(places_of(models[0]) == std::vector{first, brief});  // one each: the first by place
  }
}

TEST_CASE("models are of one locus from half of the shorter one's bases on") {
  const auto n_loci = [](interval middle) {
    small_job job(genomic, on_forward({first, middle, third}),
                  {bases_of(first) + bases_of(middle), bases_of(middle) + bases_of(third)});
    return locus_models_of(job).size();
  };
  CHECK(n_loci({20, 31}) == 2);  // 11 of 23
  CHECK(n_loci({20, 32}) == 1);  // 12 of 24
}

TEST_CASE("models that share too little stay loci of their own, in the order of their places") {
  small_job job(genomic, on_forward({first, lengthy, third}),
                {bases_of(lengthy) + bases_of(third), bases_of(first) + bases_of(lengthy)});
  job.use(GENERATE(from_range(both_engines)));
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 2);
  CHECK(places_of(models[0]) == std::vector{first, lengthy});
  CHECK(places_of(models[1]) == std::vector{lengthy, third});
  for (const auto& model : models) {
    CHECK(model.joint_score == 42);
    CHECK(model.locus_targets.size() == 1);
    for (const auto& exon : model.exons) CHECK(exon.supporters == model.locus_targets);
  }
}

TEST_CASE("models on the two strands of one place are two loci") {
  small_job job(genomic, {{first, strand::forward}, {first, strand::reverse}},
                {bases_of(first), reverse_complement(bases_of(first))});
  job.use(GENERATE(from_range(both_engines)));
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 2);
  CHECK(models[0].on == strand::forward);
  CHECK(models[1].on == strand::reverse);
}

TEST_CASE("a chosen model has the parts that stood for election") {
  small_job job = two_ends({first_bases + brief_bases});
  job.use(GENERATE(from_range(both_engines)));
  CHECK(locus_models_of(job).at(0).alignment.empty());
  const auto whole = locus_models_of(job, elective_parts::all).at(0);
  CHECK(whole.alignment.unpack().size() == whole.coding.size());
  CHECK(whole.coding == first_bases + brief_bases);
}

TEST_CASE("threads and what they have of the memory change nothing") {
  copies job(40);
  const std::vector<elective_model> models = elective_of(job);
  const auto chosen = [&](unsigned n_threads, std::uint64_t memory) {
    job.options.n_threads = n_threads;
    job.options.memory.usable = memory;
    return chains_of(first_of(choose_locus_models(models, job.input(), job.options)));
  };
  const auto expected = chosen(1, ample_memory);
  REQUIRE(expected.size() == 40);
  for (const auto& [places, score] : expected) CHECK(score == 27 + 32);
  CHECK(chosen(7, ample_memory) == expected);

  std::uint64_t least = 1;  // bytes, of powers of two
  const auto does = [&](std::uint64_t memory) {
    try {
      return chosen(1, memory) == expected;
    } catch (const not_enough_memory&) {
      return false;
    }
  };
  while (!does(least)) least *= 2;
  CHECK(least > 1);
  CHECK(chosen(7, least) == expected);
  CHECK_THROWS_AS(chosen(7, least / 2), not_enough_memory);
}

TEST_CASE("of very many chains those stand for election that most targets found, then those of the best scores") {
  constexpr std::int64_t start = 20, shortest = 7, n_ends = 70;
  std::string residues(20, 'T');
  for (int k = 0; k < 30; ++k) residues += "ACGGCA";
  std::vector<std::pair<interval, strand>> exons;
  std::vector<std::string> targets;
  const auto add_end = [&](std::int64_t length) {
    targets.push_back(residues.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(length)));
  };
  for (std::int64_t k = 0; k < n_ends; ++k) {
    exons.push_back({{start, start + shortest + k}, strand::forward});
    add_end(shortest + k);
  }
  const auto representative = [&] {
    small_job job(residues, exons, targets);
    job.options.scoring.free_target_ends = true;
    job.options.scoring.gaps = {0, 30};
    std::erase_if(job.cases, [](const alignment_task& each) { return each.on == strand::reverse; });
    const auto chosen = locus_models_of(job);
    REQUIRE(chosen.size() == 1);
    return chosen.front();
  };
  // A chain that is longer than a target costs it far more than one that is shorter: one of the shortest is worth most
  // to all. Six of them do not stand, since each chain has one finder and they have the least scores.
  const gene_model one_each = representative();
  CHECK(places_of(one_each) == std::vector<interval>{{start, start + shortest + n_ends - 64}});
  // That which most targets found stands, though its score is the least.
  for (int k = 0; k < 400; ++k) add_end(shortest);
  const gene_model common = representative();
  CHECK(places_of(common) == std::vector<interval>{{start, start + shortest}});
}

TEST_CASE("the chains of one locus are scored by several threads, and as many alignments counted as planned") {
  std::string residues(20, 'T');
  for (int k = 0; k < 30; ++k) residues += "ACGGCA";
  std::vector<std::pair<interval, strand>> exons;
  std::vector<std::string> targets;
  for (std::int64_t length = 7; length < 47; ++length) {
    exons.push_back({{20, 20 + length}, strand::forward});
    targets.push_back(residues.substr(20, static_cast<std::size_t>(length)));
  }
  small_job job(residues, exons, targets);
  job.options.scoring.free_target_ends = true;
  job.options.scoring.gaps = {0, 30};
  std::erase_if(job.cases, [](const alignment_task& each) { return each.on == strand::reverse; });
  const std::vector<elective_model> models = elective_of(job);
  std::vector<std::pair<std::vector<interval>, std::optional<std::int64_t>>> chosen;
  for (const unsigned n_threads : {1u, 2u, 9u}) {
    job.options.n_threads = n_threads;
    run_control control;
    job.options.control = &control;
    std::uint64_t n_planned = 0;
    const auto representative =
        first_of(choose_locus_models(models, job.input(), job.options, [&](std::uint64_t n) { n_planned = n; }));
    REQUIRE(representative.size() == 1);
    CHECK(representative.front().locus_targets.size() == 40);
    CHECK(n_planned == 40 * 40);
    CHECK(control.cells() == n_planned);
    chosen.emplace_back(places_of(representative.front()), representative.front().joint_score);
    job.options.control = nullptr;
  }
  CHECK(chosen[1] == chosen[0]);
  CHECK(chosen[2] == chosen[0]);
}

TEST_CASE("loci without models have no part in the choice") {
  small_job job = two_ends({first_bases + brief_bases, "TTTT"});
  job.use(GENERATE(from_range(both_engines)));
  job.options.min_score = 30;
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  CHECK(models[0].locus_targets == names{"t0"});
  CHECK(choose_locus_models({}, job.input(), job.options).empty());
}

TEST_CASE("to a target that cannot be aligned to a chain it is worth what leaving all of the target out is") {
  // t0 is a whole coding sequence, whose ORF exons begin with ATG; the others begin 4 nt before it.
  const std::string gene = "CTGCATGCACGGCTAACCCC";
  const std::string coding = gene.substr(4, 12), beyond = gene.substr(0, 16);
  small_job job(gene, {}, {coding, beyond, beyond, beyond, beyond});
  job.use(GENERATE(from_range(both_engines)));
  for (std::size_t t = 0; t < 5; ++t) job.cases.push_back({0, {0, 20}, strand::forward, t});
  allow_blocks(job, block_mode::add);
  std::int64_t left_out = -12 * 3;
  SECTION("every symbol's gap") {}
  SECTION("nothing where target ends are free") {
    job.options.scoring.free_target_ends = true;
    left_out = 0;
  }
  REQUIRE(places_of(job.run().at(0).models.at(0)) == std::vector<interval>{{4, 16}});
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  CHECK(places_of(models[0]) == std::vector<interval>{{0, 16}});
  CHECK(models[0].joint_score == 4 * 32 + left_out);
  CHECK(models[0].locus_targets == names{"t0", "t1", "t2", "t3", "t4"});
  CHECK(models[0].exons.at(0).supporters == names{"t1", "t2", "t3", "t4"});
}

TEST_CASE("exons made of the borders of candidates that reach beyond the chain are weighed for every target") {
  // [4, 16) begins as one candidate does, which ends later, and ends as one that begins before.
  const std::string within = genomic.substr(4, 12), longer = genomic.substr(2, 14);
  small_job job(genomic, on_forward({{2, 16}, {4, 30}}), {longer, within, within});
  job.use(GENERATE(from_range(both_engines)));
  allow_blocks(job, block_mode::restricted);
  const auto found = job.run();
  CHECK(places_of(found.at(0).models.at(0)) == std::vector<interval>{{2, 16}});
  CHECK(places_of(found.at(1).models.at(0)) == std::vector<interval>{{4, 16}});
  const auto models = locus_models_of(job);
  REQUIRE(models.size() == 1);
  CHECK(places_of(models[0]) == std::vector<interval>{{4, 16}});  // 24 - 6 and twice 24 against 28 and twice 24 - 6
  CHECK(models[0].joint_score == 18 + 24 + 24);
}

namespace {

const std::vector<interval> whole_chain{first, brief, third}, skipping_chain{first, third};

// t0 and t1 have all three exons, t2 skips the second one, t3 ends in it, t4 is the first exon alone.
struct isoform_job : small_job {
  isoform_job() : small_job(genomic, on_forward(whole_chain), targets_of_exons()) {
    std::erase_if(cases, [](const alignment_task& each) { return each.on == strand::reverse; });
  }

  static std::vector<std::string> targets_of_exons() {
    const std::string all = first_bases + brief_bases + bases_of(third);
    return {all, all, first_bases + bases_of(third), first_bases + brief_bases, first_bases};
  }
};

std::vector<std::vector<interval>> isoforms_of(small_job& job, std::size_t most) {
  job.options.n_isoforms = most;
  const auto loci = choose_locus_models(elective_of(job), job.input(), job.options);
  REQUIRE(loci.size() == 1);
  std::vector<std::vector<interval>> chains;
  for (const gene_model& each : loci.front()) chains.push_back(places_of(each));
  return chains;
}

}  // namespace

TEST_CASE("isoforms have other introns than the model that is elected, as other targets say") {
  isoform_job job;
  CHECK(isoforms_of(job, 1) == std::vector<std::vector<interval>>{whole_chain});
  CHECK(isoforms_of(job, 2) == std::vector<std::vector<interval>>{whole_chain, skipping_chain});
}

TEST_CASE("a part of a model is no isoform of it") {
  isoform_job job;
  CHECK(isoforms_of(job, 100).size() == 2);
}
