#include <algorithm>
#include <random>
#include <string>

#include "catch.hpp"
#include "conformance/seeds.hpp"
#include "exons/codon_table.hpp"
#include "exons/sequences/alphabet.hpp"
#include "exons/sweep/flanking_genes.hpp"

using namespace exonweave;
using spliced::residue_code;
using spliced::score;

namespace {

using scores = std::vector<score>;

// A strand with sites anywhere, whatever its bases are.
struct made_strand {
  strand_region region{};
  block_sites blocks{};

  [[nodiscard]] std::int64_t length() const { return std::ssize(region.residues); }
  [[nodiscard]] genome_track track(const gene_costs& costs) const {
    return make_track(region, blocks, costs.reading);
  }
};

// ---- all genes, one by one ----

struct whole_gene {
  std::int64_t begin, end;  // from 0, in reading direction
  std::int64_t worth;
  std::size_t n_introns;
  bool is_on_other = false;
};

bool is_known(residue_code base) { return base == 1 || base == 2 || base == 4 || base == 8; }

// Reads base by base, and goes every way at every donor.
class gene_lister {
 public:
  gene_lister(const made_strand& strand, const gene_costs& costs) : strand_(strand), costs_(costs) {}

  std::vector<whole_gene> list() {
    for (const scored_site& start : strand_.blocks.sites.starts) {
      const std::int64_t begin = start.position - strand_.region.start;
      read({begin, begin, begin, {}, false, true, start.weight - costs_.price, 0});
    }
    return genes_;
  }

 private:
  struct place {
    std::int64_t gene_begin, exon_begin, position;
    std::vector<residue_code> codon;  // as much of it as was read
    bool is_split, is_first;          // the codon
    std::int64_t worth;
    std::size_t n_introns;
  };

  void read(place here) {
    while (true) {
      if (here.position > here.exon_begin && !here.is_first) leave(here);
      if (here.position == strand_.length()) return;
      here.codon.push_back(strand_.region.residues[static_cast<std::size_t>(here.position++)]);
      if (here.codon.size() == codon_length && !read_codon(here)) return;
    }
  }

  // Whether the gene may go on behind it.
  bool read_codon(place& here) {
    const residue_code a = here.codon[0], b = here.codon[1], c = here.codon[2];
    if (here.is_split && !(is_known(a) && is_known(b) && is_known(c))) return false;
    if (!here.is_first && costs_.reading.code->may_end(a, b, c))
      genes_.push_back({here.gene_begin, here.position, here.worth, here.n_introns});
    const residue_code residue = costs_.reading.code->translate(a, b, c);
    if (residue == spliced::stop_amino || is_recoded_stop(residue)) return false;
    here.worth += costs_.reading.coding == nullptr ? 0 : costs_.reading.coding->of(a, b, c);
    here.codon.clear();
    here.is_split = here.is_first = false;
    return true;
  }

  void leave(const place& here) {
    const std::int64_t end = strand_.region.start + here.position;
    for (const scored_site& donor : strand_.blocks.sites.donors) {
      if (donor.position != end) continue;
      for (const scored_site& acceptor : strand_.blocks.sites.acceptors) {
        const std::int64_t length = acceptor.position - end;
        if (acceptor.family != donor.family || length < costs_.introns.min_intron ||
            length > costs_.introns.max_intron)
          continue;
        place behind = here;
        behind.exon_begin = behind.position = acceptor.position - strand_.region.start;
        behind.is_split = !here.codon.empty();
        behind.worth += donor.weight + acceptor.weight - costs_.introns.between(end, acceptor.position);
        ++behind.n_introns;
        read(behind);
      }
    }
  }

  const made_strand& strand_;
  const gene_costs& costs_;
  std::vector<whole_gene> genes_;
};

std::vector<whole_gene> list_genes(const made_strand& strand, const made_strand& other,
                                   const gene_costs& costs) {
  std::vector<whole_gene> genes = gene_lister(strand, costs).list();
  for (whole_gene gene : gene_lister(other, costs).list()) {
    std::swap(gene.begin, gene.end);
    gene.begin = other.length() - gene.begin;
    gene.end = other.length() - gene.end;
    gene.is_on_other = true;
    genes.push_back(gene);
  }
  return genes;
}

// The heaviest sets of genes that do not overlap.
scores heaviest_behind(const std::vector<whole_gene>& genes, std::int64_t length) {
  scores behind(static_cast<std::size_t>(length) + 1, 0);
  for (std::size_t p = behind.size() - 1; p-- > 0;) {
    behind[p] = behind[p + 1];
    for (const whole_gene& gene : genes)
      if (gene.begin == static_cast<std::int64_t>(p))
        behind[p] =
            std::max(behind[p], static_cast<score>(gene.worth) + behind[static_cast<std::size_t>(gene.end)]);
  }
  return behind;
}

scores heaviest_before(const std::vector<whole_gene>& genes, std::int64_t length) {
  scores before(static_cast<std::size_t>(length) + 1, 0);
  for (std::size_t p = 1; p < before.size(); ++p) {
    before[p] = before[p - 1];
    for (const whole_gene& gene : genes)
      if (gene.end == static_cast<std::int64_t>(p))
        before[p] = std::max(before[p],
                             static_cast<score>(gene.worth) + before[static_cast<std::size_t>(gene.begin)]);
  }
  return before;
}

// ---- random cases ----

struct random_case {
  made_strand strand{}, other{};
  codon_weights weights = exonweave::testing::weights_of({});
  gene_costs costs{};

  random_case() = default;
  random_case(const random_case&) = delete;
  random_case& operator=(const random_case&) = delete;

  [[nodiscard]] flanking_genes found() const {
    return find_flanking_genes(strand.track(costs), other.track(costs), costs);
  }
};

class case_maker {
 public:
  explicit case_maker(std::uint64_t seed) : random_(seed) {}

  void make(random_case& made) {
    make_costs(made);
    const int length = one_in(20) ? below(4) : 30 + below(36);
    const std::string bases = make_bases(length);
    made.strand.region = {below(2'000'000'000), spliced::encode_dna(bases)};
    made.other.region = {below(2'000'000'000), spliced::encode_dna(reverse_complement(bases))};
    make_sites(made.strand);
    make_sites(made.other);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  // Each made once.
  const genetic_code& some_code() {
    static const std::vector<genetic_code> codes = [] {
      std::vector<genetic_code> made;
      for (const int id : {1, 1, 1, 4, 6, 23, 27, 28, 31}) made.emplace_back(id);
      for (const int id : {1, 27}) made.push_back(genetic_code(id).with_recoded_stops());
      return made;
    }();
    return codes[static_cast<std::size_t>(below(static_cast<int>(codes.size())))];
  }

  void make_costs(random_case& made) {
    std::array<codon_weights::weight, codon_weights::n_codons> table{};
    for (auto& weight : table) weight = static_cast<codon_weights::weight>(below(16) - 5);
    made.weights = codon_weights(table);
    made.costs.reading.code = &some_code();
    if (!one_in(8)) made.costs.reading.coding = &made.weights;
    made.costs.price = below(8);
    intron_rules& introns = made.costs.introns;
    introns.min_intron = below(10);
    introns.lines.clear();
    for (int n = 1 + below(3); n > 0; --n) introns.lines.push_back({below(8), {below(400)}});
    if (one_in(3)) introns.max_intron = introns.min_intron + below(20);
  }

  // Stop codons end most frames soon: some sequences have less of them.
  std::string make_bases(int length) {
    const std::string letters = one_in(2) ? "ACGT" : "AACCGTTGC";
    std::string bases;
    while (std::ssize(bases) < length)
      if (one_in(25))
        bases.append(static_cast<std::size_t>(1 + below(12)), one_in(4) ? "RYSW"[below(4)] : 'N');
      else if (one_in(15))
        bases += one_in(2) ? "TAA" : "TGA";
      else
        bases += letters[static_cast<std::size_t>(below(static_cast<int>(letters.size())))];
    return bases.substr(0, static_cast<std::size_t>(length));
  }

  void make_sites(made_strand& strand) {
    const int n = one_in(8) ? 0 : 6;
    const int n_families = one_in(2) ? 2 : 1;
    strand.blocks.sites.donors = sites_on(strand, n, n_families);
    strand.blocks.sites.acceptors = sites_on(strand, n, n_families);
    strand.blocks.sites.starts = sites_on(strand, 5, 1);
  }

  // Often side by side.
  std::vector<scored_site> sites_on(const made_strand& strand, int n, int n_families) {
    std::vector<scored_site> sites;
    for (std::int64_t p = below(6); n > 0 && p <= strand.length(); p += one_in(6) ? 1 : 1 + below(14), --n) {
      const auto family = static_cast<splice_family>(below(n_families));
      sites.push_back({strand.region.start + p, below(30) - 8, family});
    }
    return sites;
  }

  std::mt19937_64 random_;
};

template <class Condition>
score heaviest_without(std::vector<whole_gene> genes, std::int64_t length, const Condition& is_left_out) {
  std::erase_if(genes, is_left_out);
  return heaviest_behind(genes, length).front();
}

}  // namespace

TEST_CASE("flanking genes are worth what the heaviest sets of all genes are that can be listed") {
  constexpr std::uint64_t n_cases = 3000;
  std::size_t n_with_genes = 0, n_with_introns = 0, n_on_both = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const auto genes = list_genes(made.strand, made.other, made.costs);
    const std::int64_t length = made.strand.length();
    const scores behind = heaviest_behind(genes, length);
    const flanking_genes found = made.found();
    CAPTURE(seed, length);
    REQUIRE(found.behind == behind);
    REQUIRE(found.before == heaviest_before(genes, length));
    n_with_genes += behind.front() > 0;
    const auto without = [&](const auto& is_left_out) {
      return heaviest_without(genes, length, is_left_out);
    };
    n_with_introns += without([](const whole_gene& gene) { return gene.n_introns > 0; }) < behind.front();
    n_on_both += std::max(without([](const whole_gene& gene) { return gene.is_on_other; }),
                          without([](const whole_gene& gene) { return !gene.is_on_other; })) < behind.front();
  }
  CAPTURE(n_with_genes, n_with_introns, n_on_both);
  CHECK(n_with_genes > n_cases / 2);
  CHECK(n_with_introns > n_cases / 4);
  CHECK(n_on_both > n_cases / 20);
}

TEST_CASE("flanking genes of the other strand's view are the same, turned round") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const flanking_genes found = made.found();
    std::swap(made.strand, made.other);
    flanking_genes turned = made.found();
    std::ranges::reverse(turned.before);
    std::ranges::reverse(turned.behind);
    CAPTURE(seed);
    CHECK(turned.before == found.behind);
    CHECK(turned.behind == found.before);
    CHECK(found.before.back() == found.behind.front());
  }
}

TEST_CASE("flanking genes of a strand alone are those without the other's track") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const auto genes = list_genes(made.strand, {}, made.costs);
    const genome_track track = made.strand.track(made.costs);
    const flanking_genes found = find_flanking_genes(track, {}, made.costs);
    CAPTURE(seed);
    CHECK(found.behind == heaviest_behind(genes, track.length()));
    flanking_genes turned = find_flanking_genes({}, track, made.costs);
    std::ranges::reverse(turned.before);
    CHECK(turned.before == found.behind);
  }
}

namespace {

// ATG 3, TGG 10, all others -1; a gene for 5, an intron for 2 from 4 nt on.
struct small_costs {
  codon_weights weights = [] {
    std::array<codon_weights::weight, codon_weights::n_codons> table{};
    table.fill(-1);
    table[14] = 3;   // ATG
    table[58] = 10;  // TGG
    return codon_weights(table);
  }();
  gene_costs costs = {
      .reading = {&standard_code(), {}, {}, {}, {}, &weights}, .introns = {4, {{2, {}}}}, .price = 5};
  small_costs() = default;
  small_costs(const small_costs&) = delete;
  small_costs& operator=(const small_costs&) = delete;
};

made_strand strand_of(const std::string& bases) { return {{0, spliced::encode_dna(bases)}, {}}; }

scored_site site(std::int64_t position, score weight) { return {position, weight, splice_family::major}; }

}  // namespace

TEST_CASE("a flanking gene counts where all of it is beside a place") {
  const small_costs given;
  made_strand strand = strand_of("CATGTGGTAAC");
  strand.blocks.sites.starts = {site(1, 4)};
  const flanking_genes found = find_flanking_genes(strand.track(given.costs), {}, given.costs);
  constexpr score worth = 4 + 3 + 10 - 5;
  CHECK(found.behind == scores{worth, worth, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(found.before == scores{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, worth, worth});
}

TEST_CASE(
    "flanking genes on either strand add up where they are apart, and of two that overlap the better "
    "counts") {
  const small_costs given;
  const std::string gene = "ATGTGGTAA";
  made_strand strand = strand_of(gene + reverse_complement(gene));
  made_strand other = strand;  // which reads the same
  for (made_strand* const made : {&strand, &other}) made->blocks.sites.starts = {site(0, 0)};
  constexpr score worth = 3 + 10 - 5;
  const auto both = [&] {
    return find_flanking_genes(strand.track(given.costs), other.track(given.costs), given.costs);
  };
  CHECK(both().behind.front() == 2 * worth);
  CHECK(both().behind[1] == worth);
  CHECK(both().before[9] == worth);
  strand.blocks.sites.donors = {site(6, 4)};  // to the last TAA of this strand: ...CTAA
  strand.region.residues = spliced::encode_dna("ATGTGGCCCCTAACCCAT");
  other.region.residues = spliced::encode_dna(reverse_complement("ATGTGGCCCCTAACCCAT"));
  strand.blocks.sites.acceptors = {site(10, 4)};
  CHECK(both().behind.front() == worth + 4 + 4 - 2);
}

TEST_CASE(
    "an intron may split the stop codon of a flanking gene, and any codon twice, but not its start codon") {
  const small_costs given;
  made_strand strand = strand_of("ATGTGGTGTCCAGAACC");
  strand.blocks.sites.starts = {site(0, 4)};
  strand.blocks.sites.donors = {site(7, 0)};
  strand.blocks.sites.acceptors = {site(14, 0)};
  const auto worth = [&] {
    return find_flanking_genes(strand.track(given.costs), {}, given.costs).behind.front();
  };
  CHECK(worth() == 0);                            // T|AC
  strand.blocks.sites.acceptors = {site(12, 0)};  // T|GA
  CHECK(worth() == 4 + 3 + 10 - 2 - 5);
  strand = strand_of("ATGTGGTCCCCACCCCATT");  // T|A|A
  strand.blocks.sites.starts = {site(0, 4)};
  strand.blocks.sites.donors = {site(7, 0), site(12, 1)};
  strand.blocks.sites.acceptors = {site(11, 0), site(16, 1)};
  CHECK(worth() == 4 + 3 + 10 - 2 + 2 - 2 - 5);
  strand = strand_of("ATCCCCGTGGTGGTAA");  // AT|G
  strand.blocks.sites.starts = {site(0, 40)};
  strand.blocks.sites.donors = {site(2, 0)};
  strand.blocks.sites.acceptors = {site(6, 0)};
  CHECK(worth() == 0);
}

TEST_CASE("a price that no gene earns leaves no flanking genes") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    made.costs.price = 10'000;
    const flanking_genes found = made.found();
    const auto is_none = [](score worth) { return worth == 0; };
    CHECK(std::ranges::all_of(found.before, is_none));
    CHECK(std::ranges::all_of(found.behind, is_none));
  }
}

TEST_CASE("regions that are too short for a codon have no flanking genes") {
  const small_costs given;
  for (const std::string bases : {"", "A", "TA"}) {
    made_strand strand = strand_of(bases), other = strand_of(reverse_complement(bases));
    for (made_strand* const made : {&strand, &other}) {
      for (std::int64_t p = 0; p <= made->length(); ++p) {
        made->blocks.sites.donors.push_back(site(p, 1));
        made->blocks.sites.acceptors.push_back(site(p, 1));
      }
      if (!bases.empty()) made->blocks.sites.starts = {site(0, 100)};
    }
    const flanking_genes found =
        find_flanking_genes(strand.track(given.costs), other.track(given.costs), given.costs);
    CHECK(found.before == scores(bases.size() + 1, 0));
    CHECK(found.behind == scores(bases.size() + 1, 0));
  }
}

TEST_CASE("flanking genes are refused where strands do not fit together, or worths leave their range") {
  const small_costs given;
  const genome_track track = strand_of("ATG").track(given.costs);
  CHECK_THROWS_AS(find_flanking_genes(track, strand_of("ATGC").track(given.costs), given.costs),
                  std::invalid_argument);
  const codon_weights heavy = exonweave::testing::weights_of({{"TGG", 30'000}});
  gene_costs costs = given.costs;
  costs.reading.coding = &heavy;
  const auto most_of = [&](int n_codons) {
    std::string bases = "ATG";
    for (int n = 0; n < n_codons; ++n) bases += "TGG";
    made_strand strand = strand_of(bases + "TAA");
    strand.blocks.sites.starts = {site(0, 0)};
    return find_flanking_genes(strand.track(costs), {}, costs).behind.front();
  };
  CHECK(most_of(17'895) == 17'895 * 30'000 - 5);
  CHECK_THROWS_AS(most_of(17'896), std::range_error);
}
