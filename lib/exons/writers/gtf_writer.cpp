#include "exons/writers/gtf_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/percent_encoding.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/writers/end_codons.hpp"

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

}  // namespace exonweave
