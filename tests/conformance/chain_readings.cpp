#include "chain_readings.hpp"

#include <algorithm>
#include <optional>

namespace exonweave::testing {
namespace {

using spliced::residue_code;
using spliced::score;
using kind = chain_step::kind;

// An exon that a chain may be made of, with what it adds in each role; nothing: it may not stand there.
struct piece {
  interval where;
  std::optional<score> begins, follows, ends, goes_on;
  std::optional<score> begins_incomplete, ends_incomplete;  // or cut, whichever is worth more
  exon_families families{};
};

std::optional<score> reachable(score value) {
  return spliced::is_reachable(value) ? std::optional(value) : std::nullopt;
}

std::optional<score> plus(std::optional<score> a, score b) { return a ? std::optional(*a + b) : std::nullopt; }

piece given_piece(const strand_exon& exon, std::optional<score> incomplete) {
  piece made{exon.where,
             reachable(exon.roles.begins),
             reachable(exon.roles.follows),
             reachable(exon.roles.ends),
             reachable(exon.roles.goes_on),
             {},
             {},
             exon.families};
  // The weight is the exon's whatever its role: added with the begin.
  made.begins = plus(made.begins, exon.weight);
  made.follows = plus(made.follows, exon.weight);
  const auto cut = [&](score role) {
    return incomplete ? std::max(reachable(role), std::optional(-*incomplete)) : reachable(role);
  };
  made.begins_incomplete = plus(cut(exon.roles.begins_cut), exon.weight);
  made.ends_incomplete = cut(exon.roles.ends_cut);
  return made;
}

// All blocks, each end apart: with a site behind it, or (proteins) wherever a stop codon may end.
class block_pieces {
 public:
  explicit block_pieces(const small_case& example) : example_(example), region_(example.material.region) {}

  std::vector<piece> all() {
    const auto& blocks = *example_.material.blocks;
    for (const scored_site& site : blocks.sites.acceptors) {
      piece begun{{site.position, 0}, {}, site.weight, {}, {}, {}, {}, {site.family, {}}};
      if (example_.scoring.incomplete) begun.begins_incomplete = -*example_.scoring.incomplete;
      add_ends(begun, 1);
    }
    for (const scored_site& site : blocks.sites.starts) {
      piece begun{{site.position, 0}, site.weight, {}, {}, {}, {}, {}, {}};
      add_ends(begun, example_.is_protein() ? 3 : 1);
    }
    for (const scored_site& cut : blocks.cut_begins) {
      piece begun{{cut.position, 0}, {}, {}, {}, {}, cut.weight, {}, {}};
      add_ends(begun, 1);
    }
    if (example_.is_protein())
      add_split_starts();
    else
      for (const std::int64_t position : blocks.begins) add_ends({{position, 0}, 0, {}, {}, {}, {}, {}, {}}, 1);
    return made_;
  }

 private:
  void add(piece begun, std::int64_t end, std::int64_t shortest) {
    begun.where.end = end;
    if (begun.where.length() >= shortest) made_.push_back(begun);
  }

  void add_ends(const piece& begun, std::int64_t shortest) {
    const auto& blocks = *example_.material.blocks;
    for (const scored_site& site : blocks.sites.donors) {
      piece ended = begun;
      ended.goes_on = site.weight;
      ended.families.end = site.family;
      if (example_.scoring.incomplete) ended.ends_incomplete = -*example_.scoring.incomplete;
      add(ended, site.position, shortest);
    }
    for (const scored_site& cut : blocks.cut_ends) {
      piece ended = begun;
      ended.ends_incomplete = cut.weight;
      add(ended, cut.position, shortest);
    }
    piece last = begun;
    last.ends = 0;
    if (example_.is_protein())
      for (std::int64_t end = region_.start; end <= region_.end(); ++end) {
        if (blocks.may_end(end)) add(last, end, shortest);
      }
    else
      for (const std::int64_t end : blocks.ends) add(last, end, shortest);
  }

  // A|TG and AT|G: where the exon begins is no site.
  void add_split_starts() {
    for (const scored_site& site : example_.material.blocks->sites.donors)
      for (const std::string_view bases : {"A", "AT"}) {
        const auto start = site.position - static_cast<std::int64_t>(bases.size());
        if (start < region_.start || !example_.material.blocks->may_start(start)) continue;
        bool is_there = true;
        for (std::size_t i = 0; i < bases.size(); ++i)
          is_there &= region_.at(start + static_cast<std::int64_t>(i)) == spliced::dna_code(bases[i]);
        if (is_there) made_.push_back({{start, site.position}, 0, {}, {}, site.weight, {}, {}, {{}, site.family}});
      }
  }

  const small_case& example_;
  const strand_region& region_;
  std::vector<piece> made_;
};

// A chain read so far.
struct state {
  chain_reading_steps read{};
  std::vector<residue_code> codon{};  // bases of the codon that is not whole yet
  std::size_t n_codon_here = 0;       // of these, in this exon
  std::size_t residue_at = 0;         // the step before which its residue belongs, once it has two bases
  std::size_t n_codons = 0;
  bool has_start = true;        // the first codon has to be a start codon, ATG where an intron splits it
  bool is_after_codon = false;  // one that ended here, in this exon
};

class reader {
 public:
  using visitor = std::function<void(const chain_reading_steps&)>;

  reader(const small_case& example, const visitor& visit) : example_(example), visit_(visit) {
    for (const strand_exon& exon : example.material.exons)
      pieces_.push_back(given_piece(exon, example.scoring.incomplete));
    if (!example.material.blocks) return;
    const auto blocks = block_pieces(example).all();
    pieces_.insert(pieces_.end(), blocks.begin(), blocks.end());
  }

  void read_all() {
    for (const piece& first : pieces_) {
      if (first.begins) enter({}, first, *first.begins, 0);
      if (!example_.is_protein() || !first.begins_incomplete) continue;
      for (std::int64_t skipped = 0; skipped < std::min<std::int64_t>(3, first.where.length()); ++skipped) {
        state begun;
        begun.has_start = false;
        enter(begun, first, *first.begins_incomplete, skipped);
      }
    }
  }

 private:
  void enter(state s, const piece& exon, score weight, std::int64_t skipped) {
    s.read.weight += weight;
    s.read.steps.push_back({kind::exon_begins, exon.where.start});
    s.read.exons.push_back({exon.where.start, exon.where.end});
    s.n_codon_here = 0;
    s.is_after_codon = false;
    if (example_.is_protein())
      read_base(std::move(s), exon, exon.where.start + skipped);
    else
      read_nucleotides(std::move(s), exon);
  }

  void read_nucleotides(state s, const piece& exon) {
    for (std::int64_t position = exon.where.start; position < exon.where.end; ++position)
      s.read.steps.insert(s.read.steps.end(),
                          {{kind::residue, example_.material.region.at(position)}, {kind::residue_is_whole, 0}});
    if (exon.ends) finish(s, exon, *exon.ends);
    go_on(s, exon);
  }

  void read_base(state s, const piece& exon, std::int64_t position) {
    if (position == exon.where.end) {
      if (exon.ends_incomplete && s.n_codons > 0 && s.n_codon_here == s.codon.size())
        finish(s, exon, *exon.ends_incomplete);
      return go_on(s, exon);
    }
    if (example_.scoring.frameshift && s.is_after_codon)
      for (std::int64_t skipped = 1; skipped <= 2 && position + skipped < exon.where.end; ++skipped)
        shift(s, exon, position, skipped);
    s.codon.push_back(example_.material.region.at(position));
    if (s.codon.size() == 2) s.residue_at = s.read.steps.size();
    ++s.n_codon_here;
    s.is_after_codon = false;
    if (s.codon.size() == 3 && !read_codon(s, exon, position + 1)) return;
    read_base(std::move(s), exon, position + 1);
  }

  void shift(state s, const piece& exon, std::int64_t position, std::int64_t skipped) {
    s.read.weight -= *example_.scoring.frameshift;
    s.read.steps.push_back({kind::frameshift, skipped, position});
    s.is_after_codon = false;
    read_base(std::move(s), exon, position + skipped);
  }

  // Whether the chain may go on behind the codon.
  bool read_codon(state& s, const piece& exon, std::int64_t position) {
    const auto& code = *example_.scoring.code;
    const residue_code a = s.codon[0], b = s.codon[1], c = s.codon[2];
    const bool is_start = s.n_codons == 0 && s.has_start;
    if (is_start && s.codon != spliced::encode_dna("ATG") && !(s.n_codon_here == 3 && code.may_begin(a, b, c)))
      return false;
    if (position == exon.where.end && exon.ends && (s.n_codons > 0 || !s.has_start) && code.may_end(a, b, c))
      finish(s, exon, *exon.ends);
    if (code.is_stop(a, b, c)) {
      if (!example_.scoring.internal_stop) return false;
      s.read.weight -= *example_.scoring.internal_stop;
    } else if (is_recoded_stop(code.translate(a, b, c))) {
      s.read.weight -= example_.scoring.recoded_stop.value();
    }
    const auto middle = s.read.steps.begin() + static_cast<std::ptrdiff_t>(s.residue_at);
    const residue_code residue = is_start ? spliced::amino_code('M') : code.translate(a, b, c);
    s.read.steps.insert(middle, {kind::residue, residue, 0, weight_in_gap(a, b, c)});
    s.read.steps.push_back({kind::residue_is_whole, 0});
    s.codon.clear();
    s.n_codon_here = 0;
    s.is_after_codon = true;
    ++s.n_codons;
    return true;
  }

  [[nodiscard]] std::int64_t weight_in_gap(residue_code a, residue_code b, residue_code c) const {
    const auto amino = spliced::amino_letter(example_.scoring.code->translate(a, b, c));
    if (!example_.scoring.coding || amino == '*' || amino == 'U' || amino == 'O') return 0;
    return example_.scoring.coding->of(a, b, c);
  }

  void finish(state s, const piece& last, score weight) {
    s.read.weight += weight;
    s.read.steps.push_back({kind::exon_ends, last.where.end});
    visit_(s.read);
  }

  void go_on(state s, const piece& exon) {
    if (!exon.goes_on) return;
    s.read.weight += *exon.goes_on;
    s.read.steps.push_back({kind::exon_ends, exon.where.end});
    const auto& introns = example_.scoring.introns;
    for (const piece& next : pieces_)
      if (next.follows && introns.precedes(exon.where, next.where) && exon.families.end == next.families.start)
        enter(s, next, *next.follows - introns.between(exon.where.end, next.where.start), 0);
  }

  const small_case& example_;
  const visitor& visit_;
  std::vector<piece> pieces_;
};

}  // namespace

void for_each_reading(const small_case& example, const std::function<void(const chain_reading_steps&)>& visit) {
  reader(example, visit).read_all();
}

}  // namespace exonweave::testing
