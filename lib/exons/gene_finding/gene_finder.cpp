#include "exons/gene_finding/gene_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/best_parse.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/parse_recurrence.hpp"

namespace exonweave {

namespace {

constexpr double no_parse = -std::numeric_limits<double>::infinity();

// Sums less than 2^-30 of another count for nothing.
constexpr double negligible = 30.0 * static_cast<double>(finding_scores_per_bit);

double power(double score) { return std::exp2(score / static_cast<double>(finding_scores_per_bit)); }
double log_of(double sum) { return std::log2(sum) * static_cast<double>(finding_scores_per_bit); }

double log_of_sum(double a, double b) {
  const double most = std::max(a, b), other = std::min(a, b);
  return other < most - negligible || other == no_parse ? most : most + log_of(1 + power(other - most));
}

// A value of the recurrence that is requested: N of a border, or A. All in finding_scores.
struct requested_value {
  std::int64_t border;
  std::optional<strand> on{};  // of A
  std::size_t c = 0;
  double log = no_parse;

  [[nodiscard]] auto key() const { return std::tuple(border, on, c); }
};

// Of a pass, those that are requested, in the order of the pass once they are sorted.
class pass_values {
 public:
  void ask(requested_value which) { requested_.push_back(which); }
  void sort() {
    std::ranges::sort(requested_, {}, &requested_value::key);
    const auto is_same = [](const requested_value& a, const requested_value& b) { return a.key() == b.key(); };
    requested_.erase(std::unique(requested_.begin(), requested_.end(), is_same), requested_.end());
  }
  // At borders that do not descend.
  void tell(const requested_value& found) {
    while (next_ < requested_.size() && requested_[next_].border < found.border) ++next_;
    for (std::size_t k = next_; k < requested_.size() && requested_[k].border == found.border; ++k)
      if (requested_[k].key() == found.key()) requested_[k].log = found.log;
  }
  [[nodiscard]] double of(const requested_value& which) const {
    return std::ranges::lower_bound(requested_, which.key(), {}, &requested_value::key)->log;
  }

  double all = no_parse;

 private:
  std::vector<requested_value> requested_;
  std::size_t next_ = 0;
};

// Sums of powers, each a multiple of 2^base, so that adding takes no power of its own.
class common_base {
 public:
  [[nodiscard]] double log() const { return log_; }
  [[nodiscard]] double multiple(double log) const { return power(log - log_); }
  /// Whether multiples of values near it would leave the range of a double before long.
  [[nodiscard]] bool is_far_below(double log) const { return log > log_ + reach; }
  [[nodiscard]] bool is_far_above(double log) const { return log < log_ - reach; }
  /// Returns what multiples of the last base are to be multiplied by.
  double move_to(double log) {
    const double before = std::exchange(log_, log);
    return before == no_parse ? 0 : power(before - log);
  }

 private:
  static constexpr double reach = 200.0 * static_cast<double>(finding_scores_per_bit);
  double log_ = no_parse;
};

// The algebra of sums, of logarithms.
class sum_algebra {
 public:
  struct value {
    double log = no_parse;
  };

  class accumulator {
   public:
    void add(const value& more, finding_score score) { add(1, more.log + static_cast<double>(score)); }
    // So many times 2^log.
    void add(double multiple, double log) {
      if (log > most_) {
        sum_ = most_ == no_parse ? multiple : multiple + sum_ * power(most_ - log);
        most_ = log;
      } else if (log != no_parse) {
        sum_ += multiple * power(log - most_);
      }
    }
    [[nodiscard]] value result() const { return {sum_ == 0 ? no_parse : most_ + log_of(sum_)}; }

   private:
    double most_ = no_parse, sum_ = 0;  // 2^most_ times sum_
  };

  class length_table {
   public:
    explicit length_table(const intron_lengths& lengths) {
      for (std::int64_t length = 0; length < lengths.tail_begin(); ++length)
        factors_.push_back(length < lengths.least() ? 0 : power(static_cast<double>(lengths.at(length))));
    }
    [[nodiscard]] double of(std::int64_t length) const { return factors_[static_cast<std::size_t>(length)]; }

   private:
    std::vector<double> factors_{};
  };

  class intron_row {
   public:
    void push(value more) {
      if (first_ == std::ssize(logs_) || base_.is_far_below(more.log)) {
        move_base(more.log);
      } else if (base_.is_far_above(more.log)) {
        const double most = std::max(more.log, *std::max_element(logs_.begin() + first_, logs_.end()));
        if (base_.log() - most > most - more.log) move_base(most);
      }
      logs_.push_back(more.log);
      multiples_.push_back(base_.multiple(more.log));
    }
    [[nodiscard]] value at(std::size_t k) const { return {logs_[static_cast<std::size_t>(first_) + k]}; }
    void drop(std::size_t n) {
      first_ += static_cast<std::ptrdiff_t>(n);
      if (2 * first_ < std::ssize(logs_)) return;
      logs_.erase(logs_.begin(), logs_.begin() + first_);
      multiples_.erase(multiples_.begin(), multiples_.begin() + first_);
      first_ = 0;
    }
    template <class LengthOf, class Skip>
    void add_to(accumulator& sum, std::size_t n, const LengthOf& length_of, const Skip& is_skipped,
                const length_table& lengths, finding_score score) const {
      double multiple = 0;
      const double* multiples = multiples_.data() + first_;
      for (std::size_t k = 0; k < n; ++k)
        if (!is_skipped(k)) multiple += multiples[k] * lengths.of(length_of(k));
      if (multiple > 0) sum.add(multiple, base_.log() + static_cast<double>(score));
    }

   private:
    void move_base(double log) {
      base_.move_to(log);
      for (std::size_t k = static_cast<std::size_t>(first_); k < logs_.size(); ++k)
        multiples_[k] = base_.multiple(logs_[k]);
    }

    common_base base_{};
    std::vector<double> logs_{}, multiples_{};
    std::ptrdiff_t first_ = 0;
  };

  template <std::size_t n>
  class intron_pool {
   public:
    void add(std::size_t kind, value more) {
      if (base_.is_far_below(more.log)) {
        const double factor = base_.move_to(more.log);
        for (double& each : multiples_) each *= factor;
      }
      multiples_[kind] += base_.multiple(more.log);
    }
    template <class Skip>
    void add_to(accumulator& sum, std::size_t first, std::size_t last, const Skip& is_skipped,
                finding_score score) const {
      double multiple = 0;
      for (std::size_t kind = first; kind < last; ++kind)
        if (!is_skipped(kind)) multiple += multiples_[kind];
      if (multiple > 0) sum.add(multiple, base_.log() + static_cast<double>(score));
    }

   private:
    common_base base_{};
    std::array<double, n> multiples_{};
  };

  explicit sum_algebra(pass_values& values) : values_(values) {}

  [[nodiscard]] static value empty() { return {0}; }
  [[nodiscard]] static bool is_any(value of_parses) { return of_parses.log != no_parse; }
  [[nodiscard]] static value plus(value of_parses, finding_score score) {
    return {of_parses.log + static_cast<double>(score)};
  }
  static void choose(value& into, value other) { into.log = log_of_sum(into.log, other.log); }
  static void choose(value& into, value other, finding_score score, const parse_event&) {
    choose(into, plus(other, score));
  }
  [[nodiscard]] static value with_event(value of_parses, finding_score score, const parse_event&) {
    return plus(of_parses, score);
  }
  // What is there once already is there 2^hint times.
  [[nodiscard]] static finding_score repeated(finding_score hint) {
    const double fraction = 1 - power(-static_cast<double>(hint));  // of these that are more
    return fraction > 0 ? hint + to_finding_score(std::log2(fraction)) : impossible;
  }
  void at_border(std::int64_t border, value here) { values_.tell({border, std::nullopt, 0, here.log}); }
  void at_intron_end(strand on, std::size_t c, std::int64_t border, value here) {
    values_.tell({border, on, c, here.log});
  }
  template <class Recurrence>
  static void tidy(Recurrence&) {}

 private:
  pass_values& values_;
};

void sum_parses(const finding_problem& problem, pass_values& values) {
  sequence_scores scores(problem);
  sum_algebra algebra(values);
  values.all = parse_recurrence(scores, algebra).run().log;
}

requested_value left_of(const parsed_gene& gene) { return {gene.exons.front().where.start}; }
requested_value left_of(const parsed_gene& gene, const parsed_exon& exon) {
  return {exon.where.start, gene.on, exon.n_before_left};
}
// What is at the right as the reverse complement of a sequence of `length` nt has it, at the left.
requested_value right_of(const parsed_gene& gene, std::int64_t length) {
  return {length - gene.exons.back().where.end};
}
requested_value right_of(const parsed_gene& gene, const parsed_exon& exon, std::int64_t length) {
  return {length - exon.where.end, opposite(gene.on), (codon_length - exon.n_before_right) % codon_length};
}

// What the ends of a gene score next to its exons: codons, or that it is cut.
class gene_end_scores {
 public:
  explicit gene_end_scores(const finding_problem& problem) : scores_(problem) {}

  [[nodiscard]] double left(const parsed_gene& gene) const {
    const strand_scorer& scorer = scores_.scorer(gene.on);
    const std::int64_t first = gene.exons.front().where.start;
    return static_cast<double>(gene.has_left_codon ? scorer.score({first, first + codon_size}).begin(first)
                                                   : scorer.cut_begin());
  }
  [[nodiscard]] double right(const parsed_gene& gene) const {
    const strand_scorer& scorer = scores_.scorer(gene.on);
    const std::int64_t first = gene.exons.back().where.end - codon_size;
    return static_cast<double>(gene.has_right_codon ? scorer.score({first, first + codon_size}).end(first)
                                                    : scorer.cut_end());
  }

 private:
  sequence_scores scores_;
};

}  // namespace

double log_of_all_parses(const finding_problem& problem) {
  pass_values values;
  sum_parses(problem, values);
  return values.all / static_cast<double>(finding_scores_per_bit);
}

std::vector<gene_probabilities> probabilities_of(const finding_problem& problem, const sequence_parse& parse,
                                                 spare_threads* spare) {
  const std::int64_t length = problem.forward.length();
  pass_values before, after;
  for (const parsed_gene& gene : parse.genes) {
    before.ask(left_of(gene));
    after.ask(right_of(gene, length));
    for (const parsed_exon& exon : gene.exons) {
      before.ask(left_of(gene, exon));
      after.ask(right_of(gene, exon, length));
    }
  }
  before.sort();
  after.sort();
  const gene_hints mirrored = problem.hints.flipped(length);
  const finding_problem mirror{problem.parameters, problem.code, problem.reverse, problem.forward, mirrored};
  auto next_to = start_next_to(spare, [&] { sum_parses(mirror, after); });
  sum_parses(problem, before);
  next_to.get();
  const gene_end_scores ends(problem);
  std::vector<gene_probabilities> made;
  for (const parsed_gene& gene : parse.genes) {
    const double left = before.of(left_of(gene)), right = after.of(right_of(gene, length));
    const auto probability = [&](double log) { return std::min(1.0, power(log - before.all)); };
    gene_probabilities& of_gene = made.emplace_back();
    of_gene.gene = probability(left + static_cast<double>(gene.score) + right);
    for (const parsed_exon& exon : gene.exons) {
      const double leads_to = &exon == &gene.exons.front() ? left + ends.left(gene) : before.of(left_of(gene, exon));
      const double leads_from =
          &exon == &gene.exons.back() ? right + ends.right(gene) : after.of(right_of(gene, exon, length));
      of_gene.exons.push_back(probability(leads_to + static_cast<double>(exon.score) + leads_from));
    }
  }
  return made;
}

namespace {

std::int8_t phase_of(const parsed_gene& gene) {
  const bool is_forward = gene.on == strand::forward;
  const std::int64_t n_missing =
      is_forward ? gene.exons.front().n_before_left : codon_size - gene.exons.back().n_before_right;
  return static_cast<std::int8_t>((codon_size - n_missing % codon_size) % codon_size);
}

found_gene made_of(const parsed_gene& gene) {
  found_gene made{.on = gene.on,
                  .exons = {},
                  .phase = phase_of(gene),
                  .has_start = gene.has_start(),
                  .has_stop = gene.has_stop(),
                  .gain = gene.score};
  for (const parsed_exon& exon : gene.exons) made.exons.push_back({exon.where});
  return made;
}

// Its thread is spare once no sequence is left for it.
template <class Work>
class lending_worker {
 public:
  lending_worker(const Work& work, spare_threads& spare) : work_(work), spare_(spare) {}
  ~lending_worker() { spare_.give(); }
  lending_worker(const lending_worker&) = delete;
  lending_worker& operator=(const lending_worker&) = delete;
  void operator()(std::size_t k) { work_(k); }

 private:
  const Work& work_;
  spare_threads& spare_;
};

// As even as can be.
std::vector<sequence_part> pieces_of(const sequence_catalog& sequences) {
  std::vector<sequence_part> pieces;
  for (std::size_t s = 0; s < sequences.size(); ++s) {
    const std::int64_t length = sequences.length(s);
    const std::int64_t n = std::max<std::int64_t>(1, (length + piece_length / 2) / piece_length);
    for (std::int64_t k = 0; k < n; ++k) pieces.push_back({s, {length * k / n, length * (k + 1) / n}});
  }
  return pieces;
}

interval around_piece(const sequence_part& piece, const sequence_catalog& sequences) {
  return {std::max<std::int64_t>(0, piece.where.start - piece_flank),
          std::min(sequences.length(piece.sequence), piece.where.end + piece_flank)};
}

bool is_cut_at(const found_gene& gene, bool at_left) {
  return (gene.on == strand::forward) == at_left ? !gene.has_start : !gene.has_stop;
}

// Of what was found around a piece, in the coordinates of the sequence.
void keep_own(const sequence_part& piece, interval around, std::int64_t length, std::vector<found_gene>& genes) {
  std::erase_if(genes, [&](const found_gene& gene) {
    const interval span{gene.span().start + around.start, gene.span().end + around.start};
    const std::int64_t middle = span.start + span.length() / 2;
    const bool is_cut_left = around.start > 0 && span.start == around.start && is_cut_at(gene, true);
    const bool is_cut_right = around.end < length && span.end == around.end && is_cut_at(gene, false);
    return middle < piece.where.start || middle >= piece.where.end || is_cut_left || is_cut_right;
  });
  for (found_gene& gene : genes)
    for (found_exon& exon : gene.exons) exon.where = {exon.where.start + around.start, exon.where.end + around.start};
}

// Genes of the next piece. Only the first of them can lie over the last of the pieces before.
void append(std::vector<found_gene> more, std::vector<found_gene>& genes) {
  for (found_gene& gene : more) {
    while (!genes.empty() && genes.back().span().overlaps(gene.span()) && genes.back().gain < gene.gain)
      genes.pop_back();
    if (genes.empty() || !genes.back().span().overlaps(gene.span())) genes.push_back(std::move(gene));
  }
}

void set(const gene_probabilities& probabilities, found_gene& gene) {
  gene.probability = probabilities.gene;
  for (std::size_t e = 0; e < gene.exons.size(); ++e) gene.exons[e].probability = probabilities.exons[e];
}

}  // namespace

std::vector<found_gene> find_genes(std::string_view as_written, const gene_parameters& parameters,
                                   const genetic_code& code, const gene_hints& hints, finding_depth depth,
                                   spare_threads* spare) {
  const masked_bases forward(as_written);
  const masked_bases reverse = forward.reverse_complement();
  const finding_problem problem{parameters, code, forward, reverse, hints};
  const sequence_parse parse = find_best_parse(problem);
  std::vector<found_gene> genes;
  for (const parsed_gene& gene : parse.genes) genes.push_back(made_of(gene));
  if (depth == finding_depth::genes) return genes;
  const auto probabilities = probabilities_of(problem, parse, spare);
  for (std::size_t g = 0; g < genes.size(); ++g) set(probabilities[g], genes[g]);
  return genes;
}

std::vector<std::vector<found_gene>> find_genes(const searched_genome& where, const gene_parameters& parameters,
                                                const std::vector<gene_hints>& hints, finding_depth depth) {
  const sequence_catalog& catalog = where.sequences.catalog();
  const auto pieces = pieces_of(catalog);
  std::vector<std::vector<found_gene>> by_piece(pieces.size());
  spare_threads spare(where.n_threads - std::min(where.n_threads, pieces.size()));
  const auto find_in = [&](std::size_t p) {
    const sequence_part& piece = pieces[p];
    const interval around = around_piece(piece, catalog);
    by_piece[p] =
        find_genes(where.sequences.fetch_as_written(piece.sequence, around), parameters,
                   where.codes.of_sequence(piece.sequence), hints[piece.sequence].within(around), depth, &spare);
    keep_own(piece, around, catalog.length(piece.sequence), by_piece[p]);
  };
  on_threads(where.n_threads, pieces.size(), where.control, [&] { return lending_worker(find_in, spare); });
  std::vector<std::vector<found_gene>> genes(catalog.size());
  for (std::size_t p = 0; p < pieces.size(); ++p) append(std::move(by_piece[p]), genes[pieces[p].sequence]);
  return genes;
}

piece_counts count_pieces(const sequence_catalog& sequences) {
  piece_counts counts;
  for (const sequence_part& piece : pieces_of(sequences)) {
    ++counts.n;
    counts.n_bases += around_piece(piece, sequences).length();
  }
  return counts;
}

}  // namespace exonweave
