#include "exons/gene_finding/best_parse.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "exons/gene_finding/parse_recurrence.hpp"

namespace exonweave {
namespace {

// The algebra of the maximum, which keeps how each value came about.
class best_algebra {
 public:
  static constexpr auto nothing = std::numeric_limits<std::uint32_t>::max();

  struct value {
    finding_score score = impossible;
    std::uint32_t last = nothing;  // event
  };
  struct event_record {
    parse_event event;
    finding_score before, after;  // scores of the parse
    std::uint32_t last;           // the event before it
  };

  class accumulator {
   public:
    void add(const value& more, finding_score score) {
      if (more.score + score > best_.score) best_ = {more.score + score, more.last};
    }
    [[nodiscard]] value result() const { return best_; }

   private:
    value best_;
  };

  class length_table {
   public:
    explicit length_table(const intron_lengths& lengths) : lengths_(lengths) {}
    [[nodiscard]] place_score of(std::int64_t length) const { return lengths_.in_table(length); }

   private:
    const intron_lengths& lengths_;
  };

  class intron_row {
   public:
    void push(const value& more) { values_.push_back(more); }
    [[nodiscard]] const value& at(std::size_t k) const { return values_[first_ + k]; }
    void drop(std::size_t n) {
      first_ += n;
      if (2 * first_ < values_.size()) return;
      values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    template <class LengthOf, class Skip>
    void add_to(accumulator& best, std::size_t n, const LengthOf& length_of, const Skip& is_skipped,
                const length_table& lengths, finding_score score) const {
      for (std::size_t k = 0; k < n; ++k)
        if (!is_skipped(k)) best.add(at(k), lengths.of(length_of(k)) + score);
    }
    template <class Visit>
    void for_each(const Visit& visit) {
      for (std::size_t k = first_; k < values_.size(); ++k) visit(values_[k]);
    }

   private:
    std::vector<value> values_{};
    std::size_t first_ = 0;
  };

  template <std::size_t n>
  class intron_pool {
   public:
    void add(std::size_t kind, const value& more) { choose(values_[kind], more); }
    template <class Skip>
    void add_to(accumulator& best, std::size_t first, std::size_t last, const Skip& is_skipped,
                finding_score score) const {
      for (std::size_t kind = first; kind < last; ++kind)
        if (!is_skipped(kind)) best.add(values_[kind], score);
    }
    template <class Visit>
    void for_each(const Visit& visit) {
      for (value& each : values_) visit(each);
    }

   private:
    std::array<value, n> values_{};
  };

  [[nodiscard]] static value empty() { return {0, nothing}; }
  [[nodiscard]] static bool is_any(const value& of_parse) { return is_possible(of_parse.score); }
  [[nodiscard]] static value plus(const value& of_parse, finding_score score) {
    return {of_parse.score + score, of_parse.last};
  }
  static void choose(value& into, const value& other) {
    if (other.score > into.score) into = other;
  }
  void choose(value& into, const value& other, finding_score score, const parse_event& event) {
    if (other.score + score > into.score) into = with_event(other, score, event);
  }
  [[nodiscard]] value with_event(const value& of_parse, finding_score score, const parse_event& event) {
    if (records_.size() >= nothing) throw std::length_error("a sequence with too many parses of genes");
    records_.push_back({event, of_parse.score, of_parse.score + score, of_parse.last});
    return {of_parse.score + score, static_cast<std::uint32_t>(records_.size() - 1)};
  }
  [[nodiscard]] static finding_score repeated(finding_score hint) { return hint; }
  static void at_border(std::int64_t, const value&) {}
  static void at_intron_end(strand, std::size_t, std::int64_t, const value&) {}

  // Drops the records that no value leads to.
  template <class Recurrence>
  void tidy(Recurrence& recurrence) {
    if (records_.size() < most_) return;
    std::vector<std::uint32_t> places(records_.size(), nothing);
    recurrence.for_each_value([&](const value& held) {
      if (held.last != nothing) places[held.last] = 0;
    });
    for (std::size_t r = records_.size(); r-- > 0;)
      if (places[r] != nothing && records_[r].last != nothing) places[records_[r].last] = 0;
    std::uint32_t n = 0;
    for (std::size_t r = 0; r < records_.size(); ++r) {
      if (places[r] == nothing) continue;
      event_record kept = records_[r];
      if (kept.last != nothing) kept.last = places[kept.last];
      places[r] = n;
      records_[n++] = kept;
    }
    records_.resize(n);
    recurrence.for_each_value([&](value& held) {
      if (held.last != nothing) held.last = places[held.last];
    });
    most_ = std::max(fewest_records, 2 * records_.size());
  }

  // From the last event to the first.
  template <class Visit>
  void trace(const value& best, const Visit& visit) const {
    for (std::uint32_t r = best.last; r != nothing; r = records_[r].last) visit(records_[r]);
  }

 private:
  static constexpr std::size_t fewest_records = std::size_t{1} << 16;
  std::vector<event_record> records_;
  std::size_t most_ = fewest_records;
};

// Genes from their right ends to their left ones.
class parse_builder {
 public:
  void take(const best_algebra::event_record& record) {
    using kind = parse_event::kind;
    const parse_event& event = record.event;
    switch (event.is) {
      case kind::end_codon:
      case kind::end_cut:
        genes_.emplace_back().on = event.on;
        genes_.back().has_right_codon = event.is == kind::end_codon;
        score_after_ = record.after;
        end_exon(event, record.before);
        break;
      case kind::intron_end:
        begin_exon(event, record.after);
        break;
      case kind::intron_begin:
        end_exon(event, record.before);
        break;
      case kind::begin_codon:
      case kind::begin_cut:
        begin_exon(event, record.after);
        genes_.back().has_left_codon = event.is == kind::begin_codon;
        genes_.back().score = score_after_ - record.before;
        std::ranges::reverse(genes_.back().exons);
        break;
    }
  }

  [[nodiscard]] std::vector<parsed_gene> genes() && {
    std::ranges::reverse(genes_);
    return std::move(genes_);
  }

 private:
  void end_exon(const parse_event& event, finding_score score) {
    parsed_exon& exon = genes_.back().exons.emplace_back();
    exon.where.end = event.border;
    exon.n_before_right = event.n_before;
    exon.score = score;
  }
  void begin_exon(const parse_event& event, finding_score score) {
    parsed_exon& exon = genes_.back().exons.back();
    exon.where.start = event.border;
    exon.n_before_left = event.n_before;
    exon.score -= score;
  }

  std::vector<parsed_gene> genes_;
  finding_score score_after_ = 0;
};

}  // namespace

sequence_parse find_best_parse(const finding_problem& problem) {
  sequence_scores scores(problem);
  best_algebra algebra;
  const auto best = parse_recurrence(scores, algebra).run();
  parse_builder builder;
  algebra.trace(best, [&](const best_algebra::event_record& record) { builder.take(record); });
  return {std::move(builder).genes(), best.score};
}

}  // namespace exonweave
