#include "exons/writers/gtf_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "base/files/file_text.hpp"
#include "exons/significance/score_statistics.hpp"

namespace exonweave {
namespace {

std::string attribute(std::string_view key, std::string_view value) {
  std::string text = percent_encode(value);
  for (std::size_t place = 0; (place = text.find('"', place)) != std::string::npos;) text.replace(place, 1, "%22");
  return fmt::format("{}{} \"{}\";", key == "gene_id" ? "" : " ", key, text);
}

// As Ensembl calls them.
std::string_view biotype_of(const gene_model& model) {
  if (!model.is_coding) return "processed_transcript";
  return model.is_pseudogene() ? "pseudogene" : "protein_coding";
}

// What is coding, without the stop codon.
interval before_stop(const interval& exon, const codon_places& stop, strand on) {
  interval rest = exon;
  for (const interval& piece : stop) {
    if (!exon.contains(piece)) continue;
    if (on == strand::forward)
      rest.end = piece.start;
    else
      rest.start = piece.end;
  }
  return rest;
}

class gtf_rows {
 public:
  gtf_rows(const model_listing& models, const text_sink& sink) : models_(models), sink_(sink) {}

  void write_gene(std::size_t locus) {
    const locus_models& all = models_.loci()[locus];
    begin_gene(locus);
    add(all.front(), "gene", span_of(all), no_phase, gene_);
    for (std::size_t rank = 0; rank < all.size(); ++rank) write_transcript(all[rank], models_.model_id(locus, rank));
  }

  void write_training_gene(std::size_t locus) {
    begin_gene(locus);
    has_exons_ = false;  // from exons gff2gbSmallDNA.pl makes UTRs, here of the stop codons
    write_transcript(models_.loci()[locus].front(), models_.model_id(locus, 0));
  }

 private:
  void begin_gene(std::size_t locus) {
    gene_ = attribute("gene_id", models_.locus_id(locus));
    if (models_.is_gene_set() && !models_.gene_name(locus).empty())
      gene_ += attribute("gene_name", models_.gene_name(locus));
    gene_ += attribute("gene_biotype", biotype_of(models_.loci()[locus].front()));
  }

  void add(const gene_model& model, std::string_view type, const interval& where, std::int8_t phase,
           const std::string& attributes) {
    sink_(fmt::format("{}\texonweave\t{}\t{}\t{}\t.\t{}\t{}\t{}\n",
                      percent_encode_controls(models_.sequence_name(model)), type, where.start + 1, where.end,
                      to_char(model.on), phase == no_phase ? "." : std::to_string(phase), attributes));
  }

  void write_transcript(const gene_model& model, const std::string& id) {
    const std::string attributes = gene_ + attribute("transcript_id", id);
    add(model, "transcript", model.span(), no_phase, attributes);
    const codon_places stop = stop_codon_of(model);
    for (const auto& parts : whole_exons(model)) {
      if (has_exons_) add(model, "exon", {parts.front().where.start, parts.back().where.end}, no_phase, attributes);
      if (!model.is_coding) continue;
      for (const model_exon& part : parts)
        if (const interval coding = before_stop(part.where, stop, model.on); coding.length() > 0)
          add(model, "CDS", coding, part.phase, attributes);
    }
    write_codon(model, "start_codon", start_codon_of(model), attributes);
    write_codon(model, "stop_codon", stop, attributes);
  }

  void write_codon(const gene_model& model, std::string_view type, const codon_places& codon,
                   const std::string& attributes) {
    const auto phases = phases_of(codon);
    for (std::size_t k = 0; k < codon.size(); ++k) add(model, type, codon[k], phases[k], attributes);
  }

  const model_listing& models_;
  const text_sink& sink_;
  std::string gene_{};  // attributes of the gene at hand
  bool has_exons_ = true;
};

}  // namespace

void write_gtf(const model_listing& models, const text_sink& sink) {
  gtf_rows rows(models, sink);
  for (std::size_t locus = 0; locus < models.loci().size(); ++locus) rows.write_gene(locus);
}

void write_training_genes(const model_listing& genes, const text_sink& sink) {
  gtf_rows rows(genes, sink);
  for (std::size_t locus = 0; locus < genes.loci().size(); ++locus) {
    const gene_model& best = genes.loci()[locus].front();
    const bool is_complete = best.is_coding && best.has_start && best.has_stop;
    if (is_complete && is_sure(best, genes.unit())) rows.write_training_gene(locus);
  }
}

namespace {

// Of introns, starts and stops that are enforced. Of 397 in S. pombe by proteins of S. cerevisiae all were right; of
// those that one or two proteins have, or with support from 0.99 on, up to 2% were wrong.
constexpr double enforced_support = 0.995;
constexpr std::size_t enforced_targets = 3;

// As AUGUSTUS's own converters cut exons of alignments.
interval sure_part(const interval& exon) {
  constexpr std::int64_t margin = 15;  // nt
  if (exon.length() > 2 * margin) return {exon.start + margin, exon.end - margin};
  const std::int64_t middle = (exon.start + exon.end - 1) / 2;
  return {middle, middle + 1};
}

struct evidence {
  std::optional<double> support{};        // nothing: it has none
  std::vector<std::string> supporters{};  // names of targets, sorted
};

// What stands in two exons both.
evidence both(const evidence& a, const evidence& b) {
  evidence made;
  if (a.support && b.support) made.support = std::min(*a.support, *b.support);
  std::ranges::set_intersection(a.supporters, b.supporters, std::back_inserter(made.supporters));
  return made;
}

// What speaks for a row that stands twice.
evidence either(const evidence& a, const evidence& b) {
  evidence made{std::max(a.support, b.support), {}};
  std::ranges::set_union(a.supporters, b.supporters, std::back_inserter(made.supporters));
  return made;
}

// The rows of a gene set, equal ones once.
class hint_rows {
 public:
  explicit hint_rows(const model_listing& genes) : genes_(genes) {}

  void add(std::size_t l) {
    const locus_models& gene = genes_.loci()[l];
    if (names_.empty() || names_.back() != genes_.sequence_name(gene.front()))
      names_.push_back(genes_.sequence_name(gene.front()));
    is_sure_ = is_sure(gene.front(), genes_.unit());
    source_ = is_sure_ ? fmt::format("src=C;grp={}", genes_.locus_id(l)) : "src=P";
    for (const gene_model& each : gene)
      if (each.is_aligned()) add(each);
  }

  void write(const text_sink& sink) const {
    for (const auto& [row, found] : rows_) {
      const auto& [sequence, start, end, type, on, source] = row;
      const std::string score = found.support ? fmt::format("{:.3f}", *found.support) : ".";
      sink(fmt::format("{}\texonweave\t{}\t{}\t{}\t{}\t{}\t.\tmult={};{};pri=4{}\n",
                       percent_encode_controls(names_[sequence]), type, start + 1, end, score, to_char(on),
                       std::max<std::size_t>(found.supporters.size(), 1), source,
                       found.support ? ";al_score=" + score : ""));
    }
  }

 private:
  void add(const gene_model& model) {
    std::vector<evidence> exons;
    std::optional<std::int64_t> end;  // of the exon before
    for (const auto& parts : whole_exons(model)) {
      const interval exon{parts.front().where.start, parts.back().where.end};
      evidence here = evidence_of(parts.front(), model);
      for (const model_exon& each : parts.subspan(1)) here = both(here, evidence_of(each, model));
      if (end) add("intron", {*end, exon.start}, model.on, both(exons.back(), here));
      add("CDSpart", sure_part(exon), model.on, here);
      end = exon.end;
      exons.push_back(std::move(here));
    }
    if (model.on == strand::reverse) std::ranges::reverse(exons);
    if (const auto start = start_codon_of(model); start.size() == 1)
      add("start", start.front(), model.on, exons.front());
    if (const auto stop = stop_codon_of(model); stop.size() == 1) add("stop", stop.front(), model.on, exons.back());
  }

  void add(std::string_view type, const interval& where, strand on, const evidence& found) {
    add(type, where, on, found, source_);
    const bool is_enforced = is_sure_ && type != "CDSpart" && found.support >= enforced_support &&
                             found.supporters.size() >= enforced_targets;
    if (is_enforced) add(type, where, on, found, "src=M");
  }

  void add(std::string_view type, const interval& where, strand on, const evidence& found, const std::string& source) {
    const auto [row, is_new] = rows_.try_emplace({names_.size() - 1, where.start, where.end, type, on, source}, found);
    if (!is_new) row->second = either(row->second, found);
  }

  // Of an exon without a margin the support of the whole model.
  [[nodiscard]] evidence evidence_of(const model_exon& exon, const gene_model& model) const {
    const auto support = support_of(exon, model, genes_.unit());
    return {support ? support : support_of(model, genes_.unit()), exon.supporters};
  }

  const model_listing& genes_;
  std::vector<std::string> names_{};  // of the sequences so far
  bool is_sure_ = false;              // the gene at hand
  std::string source_{};              // of it
  std::map<std::tuple<std::size_t, std::int64_t, std::int64_t, std::string_view, strand, std::string>, evidence>
      rows_{};
};

}  // namespace

void write_hints(const model_listing& genes, const text_sink& sink) {
  hint_rows rows(genes);
  for (std::size_t l = 0; l < genes.loci().size(); ++l) rows.add(l);
  rows.write(sink);
}

namespace {

// The first bases in reading direction, or the last ones.
codon_places end_bases(const gene_model& model, bool is_first) {
  const bool is_low = is_first == (model.on == strand::forward);
  codon_places pieces;
  std::int64_t n_missing = codon_length;
  const auto take = [&](const interval& exon) {
    const std::int64_t n = std::min(n_missing, exon.length());
    if (n > 0) pieces.push_back(is_low ? interval{exon.start, exon.start + n} : interval{exon.end - n, exon.end});
    n_missing -= n;
  };
  if (is_low)
    for (const model_exon& exon : model.exons) take(exon.where);
  else
    for (auto exon = model.exons.rbegin(); exon != model.exons.rend(); ++exon) take(exon->where);
  if (!is_first) std::ranges::reverse(pieces);
  return pieces;
}

}  // namespace

codon_places start_codon_of(const gene_model& model) {
  return model.is_coding && model.has_start ? end_bases(model, true) : codon_places{};
}

codon_places stop_codon_of(const gene_model& model) {
  return model.is_coding && model.has_stop ? end_bases(model, false) : codon_places{};
}

std::vector<std::int8_t> phases_of(const codon_places& codon) {
  constexpr std::int64_t whole = codon_length;  // nt
  std::vector<std::int8_t> phases;
  std::int64_t n_before = 0;
  for (const interval& piece : codon) {
    phases.push_back(static_cast<std::int8_t>((whole - n_before) % whole));
    n_before += piece.length();
  }
  return phases;
}

}  // namespace exonweave
