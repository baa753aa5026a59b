// Small strands with sites anywhere, and all genes on them, one by one.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "exons/codon_table.hpp"
#include "exons/gene_finding/ends/gene_rest.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave::testing {

// A strand with sites anywhere, whatever its bases are.
struct made_strand {
  strand_region region{};
  block_sites blocks{};

  [[nodiscard]] std::int64_t length() const { return std::ssize(region.residues); }
  [[nodiscard]] genome_track track(const gene_costs& costs) const { return make_track(region, blocks, costs.reading); }
};

// ---- all genes, one by one ----

struct whole_gene {
  std::int64_t begin, end;  // from 0, in reading direction
  std::int64_t value;
  std::size_t n_introns;
  std::vector<interval> exons;
  bool is_on_other = false;
};

inline bool is_known(spliced::residue_code base) { return base == 1 || base == 2 || base == 4 || base == 8; }

// Reads base by base, and goes every way at every donor.
class gene_lister {
 public:
  gene_lister(const made_strand& strand, const gene_costs& costs) : strand_(strand), costs_(costs) {}

  std::vector<whole_gene> list() {
    for (const scored_site& start : strand_.blocks.sites.starts) {
      const std::int64_t begin = start.position - strand_.region.start;
      read({begin, begin, begin, {}, false, true, start.weight - costs_.price, {}});
    }
    return genes_;
  }

  /// The begins of genes that go on with a whole codon at a position, which ends them here.
  std::vector<whole_gene> list_begins(std::int64_t position) {
    boundary_ = position;
    list();
    return begins_;
  }

  /// The ends of genes that go on at a position, behind a codon of the same exon.
  std::vector<whole_gene> list_ends(std::int64_t position) {
    read({position, position - 1, position, {}, false, false, 0, {}});
    for (whole_gene& gene : genes_) gene.exons.front().start = position;
    return genes_;
  }

 private:
  struct place {
    std::int64_t gene_begin, exon_begin, position;
    std::vector<spliced::residue_code> codon;  // as much of it as was read
    bool is_split, is_first;                   // the codon
    std::int64_t value;
    std::vector<interval> exons;  // before this one
  };

  [[nodiscard]] static whole_gene gene_to(const place& here) {
    whole_gene made{here.gene_begin, here.position, here.value, here.exons.size(), here.exons};
    made.exons.push_back({here.exon_begin, here.position});
    return made;
  }

  void read(place here) {
    while (true) {
      if (here.codon.empty() && here.position == boundary_) begins_.push_back(gene_to(here));
      if (here.position > here.exon_begin && !here.is_first) leave(here);
      if (here.position == strand_.length()) return;
      here.codon.push_back(strand_.region.residues[static_cast<std::size_t>(here.position++)]);
      if (here.codon.size() == codon_length && !read_codon(here)) return;
    }
  }

  // Whether the gene may go on behind it.
  bool read_codon(place& here) {
    const spliced::residue_code a = here.codon[0], b = here.codon[1], c = here.codon[2];
    if (here.is_split && !(is_known(a) && is_known(b) && is_known(c))) return false;
    if (!here.is_first && costs_.reading.code->may_end(a, b, c)) genes_.push_back(gene_to(here));
    const spliced::residue_code residue = costs_.reading.code->translate(a, b, c);
    if (residue == spliced::stop_amino || is_recoded_stop(residue)) return false;
    here.value += costs_.reading.coding == nullptr ? 0 : costs_.reading.coding->of(a, b, c);
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
        if (acceptor.family != donor.family || length < costs_.introns.min_intron || length > costs_.introns.max_intron)
          continue;
        place after = here;
        after.exon_begin = after.position = acceptor.position - strand_.region.start;
        after.is_split = !here.codon.empty();
        after.value += donor.weight + acceptor.weight - costs_.introns.between(end, acceptor.position);
        after.exons.push_back({here.exon_begin, here.position});
        read(after);
      }
    }
  }

  const made_strand& strand_;
  const gene_costs& costs_;
  std::vector<whole_gene> genes_, begins_;
  std::int64_t boundary_ = -1;
};

// ---- random cases ----

struct random_case {
  made_strand strand{}, other{};
  codon_weights weights = exonweave::testing::weights_of({});
  gene_costs costs{};

  random_case() = default;
  random_case(const random_case&) = delete;
  random_case& operator=(const random_case&) = delete;
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

}  // namespace exonweave::testing
