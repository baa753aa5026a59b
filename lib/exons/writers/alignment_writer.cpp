#include "exons/writers/alignment_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/percent_encoding.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/writers/alignment_cells.hpp"

namespace exonweave {
namespace {

constexpr std::size_t block_width = 72;  // letters; 100 columns with the names and places on both sides

// A block's row: "genome        205 TCCGCG 210".
struct shown_row {
  std::string letters{};
  std::string first{};  // what is counted, of the first and last letter that counts; empty: none does
  std::string last{};

  void add(const std::string& more, bool counts, std::int64_t start, std::int64_t end) {
    letters += more;
    if (!counts) return;
    if (first.empty()) first = std::to_string(start);
    last = std::to_string(end);
  }

  [[nodiscard]] std::string line(std::string_view name) const {
    std::string text = fmt::format("{:<7}{:>10} {} {}", name, first, letters, last);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }
};

class model_writer {
 public:
  model_writer(const gene_model& model, const model_listing& models)
      : model_(model), models_(models), next_symbol_(model.in_target().start) {
    for (const auto& parts : whole_exons(model)) exons_.push_back(parts);
    if (model.on == strand::reverse) std::reverse(exons_.begin(), exons_.end());
  }

  [[nodiscard]] std::string text(const std::string& id, const spliced::substitution_matrix& scores) {
    std::string all = head(id);
    const std::string symbols = symbols_of(models_.target_of(model_), model_.is_backwards);
    const auto cells = alignment_cells(model_, symbols, scores);
    auto next = cells.begin();
    for (std::size_t e = 0; e < exons_.size(); ++e) {
      if (e > 0) all += intron(e);
      all += exon(e);
      std::vector<alignment_cell> shown;
      for (std::size_t part = 0; part < exons_[e].size(); ++part, ++next)
        shown.insert(shown.end(), next->begin(), next->end());
      all += blocks(shown);
    }
    return all;
  }

 private:
  [[nodiscard]] std::string_view letters() const { return model_.kind == molecule::protein ? "amino acids" : "bases"; }

  [[nodiscard]] std::string written(spliced::score score) const { return models_.unit().text(score); }

  [[nodiscard]] std::string head(const std::string& id) const {
    const target& aligned = models_.target_of(model_);
    const interval symbols = models_.in_given_target(model_, model_.in_target());
    std::string text = fmt::format("# {}\n# target   {}, {}-{} of {} {}{}\n", id, percent_encode_controls(aligned.name),
                                   symbols.start + 1, symbols.end, aligned.residues.size(), letters(),
                                   model_.is_backwards ? ", read backwards" : "");
    text += fmt::format("# locus    {}:{}-{}({}), exons: {}\n", percent_encode_controls(models_.sequence_name(model_)),
                        model_.span().start + 1, model_.span().end, to_char(model_.on), exons_.size());
    text += fmt::format("# score    {}, identity {:.4f}, coverage {:.4f}\n", written(model_.score), model_.identity,
                        model_.coverage);
    std::string sure;
    if (const auto least = model_.min_margin()) sure += fmt::format(", least {}", written(*least));
    if (const auto support = support_of(model_, models_.unit())) sure += fmt::format(", support {:.3f}", *support);
    if (model_.second_best) sure += fmt::format(", runner-up {}", written(*model_.second_best));
    if (!sure.empty()) text += fmt::format("# margins  {}\n", sure.substr(2));
    return text + "\n";
  }

  [[nodiscard]] interval place_of(std::size_t e) const {
    return {exons_[e].front().where.start, exons_[e].back().where.end};
  }

  // In reading direction.
  [[nodiscard]] const model_exon& first_part(std::size_t e) const {
    return model_.on == strand::forward ? exons_[e].front() : exons_[e].back();
  }

  [[nodiscard]] std::string exon(std::size_t e) const {
    std::string text = fmt::format("exon {}: {}-{}", e + 1, place_of(e).start + 1, place_of(e).end);
    if (model_.is_coding) text += fmt::format(", phase {}", first_part(e).phase);
    std::optional<spliced::score> least;
    for (const auto& part : exons_[e])
      if (part.margin) least = std::min(*part.margin, least.value_or(*part.margin));
    if (least) text += fmt::format(", margin {}", written(*least));
    return text + "\n\n";
  }

  // The one before exon e; its phase is the number of bases that it splits off a codon.
  [[nodiscard]] std::string intron(std::size_t e) const {
    const interval before = place_of(e - 1), after = place_of(e);
    const interval where = before < after ? interval{before.end, after.start} : interval{after.end, before.start};
    const model_exon& next = first_part(e);
    std::string text = fmt::format("intron {}: {}-{}, {} nt, {}-{}", e, where.start + 1, where.end, where.length(),
                                   next.gap_begin, next.gap_end);
    if (model_.is_coding) text += fmt::format(", phase {}", (3 - next.phase) % 3);
    return text + "\n\n";
  }

  [[nodiscard]] std::string blocks(const std::vector<alignment_cell>& cells) {
    std::string text;
    for (auto next = cells.begin(); next != cells.end();) text += block(next, cells.end());
    return text;
  }

  // As many cells as there is room for, at least one; `next` moves on after them.
  [[nodiscard]] std::string block(std::vector<alignment_cell>::const_iterator& next,
                                  std::vector<alignment_cell>::const_iterator end) {
    shown_row in_target, mark, protein, genome;
    do {
      next_symbol_ += next->has_symbol;
      const std::int64_t symbol = models_.in_given_target(model_, {next_symbol_ - 1, next_symbol_}).end;
      next_residue_ += next->has_residue;
      in_target.add(next->target, next->has_symbol, symbol, symbol);
      mark.add(next->mark, false, 0, 0);
      protein.add(next->model, next->has_residue, next_residue_, next_residue_);
      genome.add(next->genome, next->first_base >= 0, next->first_base + 1, next->last_base + 1);
      ++next;
    } while (next != end && genome.letters.size() + next->genome.size() <= block_width);
    return in_target.line("target") + mark.line("") + (model_.kind == molecule::protein ? protein.line("model") : "") +
           genome.line("genome") + "\n";
  }

  const gene_model& model_;
  const model_listing& models_;
  std::vector<std::span<const model_exon>> exons_;  // in reading direction
  std::int64_t next_symbol_;                        // symbols and residues shown, 0-based
  std::int64_t next_residue_ = 0;
};

}  // namespace

void write_alignments(const model_listing& models, const spliced::substitution_matrix& scores, const text_sink& sink) {
  models.for_each_model(
      [&](const gene_model& model, const std::string& id) { sink(model_writer(model, models).text(id, scores)); });
}

}  // namespace exonweave
