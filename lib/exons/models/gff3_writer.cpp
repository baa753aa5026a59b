#include "exons/models/gff3_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "exons/io/percent_encoding.hpp"

namespace exonweave {
namespace {

constexpr std::string_view source = "exonweave";

// GFF3 Gap attribute: reference = genome, so D is a residue without target symbol and I a target symbol
// without residue.
std::string gap_text(const std::vector<spliced::edit_run>& edits) {
  std::string text;
  for (const auto& [op, length] : edits)
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", static_cast<char>(op), length);
  return text;
}

interval span_of(const locus_models& locus) {
  interval span = locus.front().span();
  for (const auto& model : locus)
    span = {std::min(span.start, model.span().start), std::max(span.end, model.span().end)};
  return span;
}

// Every exon of every model, for loci that agree in all else.
std::vector<std::vector<interval>> places(const locus_models& locus) {
  std::vector<std::vector<interval>> all;
  for (const auto& model : locus) {
    all.emplace_back();
    for (const auto& exon : model.exons) all.back().push_back(exon.where);
  }
  return all;
}

class writer {
 public:
  writer(const sequence_catalog& sequences, const target_set& targets)
      : sequences_(sequences), targets_(targets) {}

  void write(std::vector<locus_models> loci, gff3_style style, const text_sink& sink) {
    if (style == gff3_style::match) loci = one_by_one(std::move(loci));
    sort(loci);
    text_ = "##gff-version 3\n";
    write_regions(loci);
    for (std::size_t l = 0; l < loci.size(); ++l) {
      if (style == gff3_style::gene)
        write_gene(loci[l], fmt::format("gene{}", l + 1));
      else
        write_match(loci[l], fmt::format("match{}", l + 1));
      sink(std::exchange(text_, {}));
    }
    sink(text_);
  }

 private:
  // Matches stand alone, so each chain is sorted by its own place.
  static std::vector<locus_models> one_by_one(std::vector<locus_models> loci) {
    std::vector<locus_models> single;
    for (auto& locus : loci)
      for (auto& model : locus) single.push_back({std::move(model)});
    return single;
  }

  [[nodiscard]] std::string target_name(const gene_model& model) const {
    return percent_encode(targets_.targets[model.target].name);  // names hold no blank
  }

  void sort(std::vector<locus_models>& loci) const {
    const auto key = [&](const locus_models& locus) {
      const gene_model& best = locus.front();
      const interval span = span_of(locus);
      return std::tuple<const std::string&, std::int64_t, std::int64_t, strand, const std::string&,
                        spliced::score>(sequences_.name(best.sequence), span.start, span.end, best.on,
                                        targets_.targets[best.target].name, -best.score);
    };
    std::sort(loci.begin(), loci.end(), [&](const locus_models& a, const locus_models& b) {
      const auto first = key(a), second = key(b);
      return first != second ? first < second : places(a) < places(b);
    });
  }

  void write_regions(const std::vector<locus_models>& loci) {
    std::set<std::string> names;
    for (const auto& locus : loci) names.insert(sequences_.name(locus.front().sequence));
    for (const auto& name : names)
      text_ += fmt::format("##sequence-region {} 1 {}\n", percent_encode_seqid(name),
                           sequences_.length(*sequences_.find(name)));
  }

  struct row {
    std::string_view type;
    interval where;
    std::string score = ".";
    std::int8_t phase = no_phase;
    std::string attributes;
  };

  void add(const gene_model& model, const row& each) {
    text_ += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                         percent_encode_seqid(sequences_.name(model.sequence)), source, each.type,
                         each.where.start + 1, each.where.end, each.score, to_char(model.on),
                         each.phase == no_phase ? "." : fmt::format("{}", each.phase), each.attributes);
  }

  // "Target=NAME FIRST LAST;", 1-based; nothing when no target symbol is aligned.
  [[nodiscard]] std::string target_text(const gene_model& model, interval symbols) const {
    if (symbols.length() == 0) return "";
    return fmt::format("Target={} {} {};", target_name(model), symbols.start + 1, symbols.end);
  }

  [[nodiscard]] std::string model_text(const gene_model& model) const {
    std::string text = fmt::format("{}identity={:.4f};coverage={:.4f}", target_text(model, model.in_target()),
                                   model.identity, model.coverage);
    if (model.n_frameshifts > 0) text += fmt::format(";frameshifts={}", model.n_frameshifts);
    if (model.n_internal_stops > 0) text += fmt::format(";internal_stops={}", model.n_internal_stops);
    if (model.is_coding && !(model.has_start && model.has_stop))
      text += fmt::format(";partial={}", model.has_start ? "end" : model.has_stop ? "start" : "start,end");
    if (model.rank > 0) text += fmt::format(";rank={}", model.rank);
    return text;
  }

  // Rows of one CDS must agree on having a Target, so an exon without any target symbol takes it from all of them.
  [[nodiscard]] static bool has_targets(const gene_model& model) {
    return std::all_of(model.exons.begin(), model.exons.end(),
                       [](const model_exon& exon) { return exon.in_target.length() > 0; });
  }

  [[nodiscard]] std::string part_text(const gene_model& model, const model_exon& exon) const {
    std::string text;
    if (has_targets(model))
      text = fmt::format(";{}Gap={}", target_text(model, exon.in_target), gap_text(exon.edits));
    if (exon.candidates.empty()) return text;
    text += ";candidates=";
    for (std::size_t c = 0; c < exon.candidates.size(); ++c)
      text += (c == 0 ? "" : ",") + percent_encode(exon.candidates[c]);
    return text;
  }

  void write_gene(const locus_models& locus, const std::string& id) {
    add(locus.front(),
        {"gene", span_of(locus), fmt::format("{}", locus.front().score), no_phase, "ID=" + id});
    for (std::size_t rank = 0; rank < locus.size(); ++rank) {
      const gene_model& model = locus[rank];
      const std::string mrna = fmt::format("{}.t{}", id, rank + 1);
      add(model, {"mRNA", model.span(), fmt::format("{}", model.score), no_phase,
                  fmt::format("ID={};Parent={};{}", mrna, id, model_text(model))});
      for (std::size_t e = 0; e < model.exons.size(); ++e) {
        const model_exon& exon = model.exons[e];
        const std::string part = part_text(model, exon);
        add(model, {"exon", exon.where, ".", no_phase,
                    fmt::format("ID={}.exon{};Parent={}{}", mrna, e + 1, mrna, model.is_coding ? "" : part)});
        if (model.is_coding)
          add(model,
              {"CDS", exon.where, ".", exon.phase, fmt::format("ID={}.cds;Parent={}{}", mrna, mrna, part)});
      }
    }
  }

  void write_match(const locus_models& locus, const std::string& id) {
    const gene_model& model = locus.front();
    add(model, {"match", model.span(), fmt::format("{}", model.score), no_phase,
                fmt::format("ID={};{}", id, model_text(model))});
    for (std::size_t e = 0; e < model.exons.size(); ++e)
      add(model, {"match_part", model.exons[e].where, ".", no_phase,
                  fmt::format("ID={}.part{};Parent={}{}", id, e + 1, id, part_text(model, model.exons[e]))});
  }

  const sequence_catalog& sequences_;
  const target_set& targets_;
  std::string text_;
};

}  // namespace

void write_gff3(std::vector<locus_models> loci, const sequence_catalog& sequences, const target_set& targets,
                gff3_style style, const text_sink& sink) {
  writer(sequences, targets).write(std::move(loci), style, sink);
}

}  // namespace exonweave
