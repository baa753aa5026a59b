#include "exons/writers/gff3_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "base/files/file_text.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/target_header.hpp"
#include "exons/significance/score_statistics.hpp"

namespace exonweave {
namespace {

// GFF3 Gap attribute: reference = genome, so D is a residue without target symbol, at an end of the chain too, and I a
// target symbol without residue.
std::string gap_attribute(const std::vector<spliced::edit_run>& edits) {
  std::vector<spliced::edit_run> runs;
  for (auto [op, length] : edits) {
    if (op == spliced::edit::unaligned) op = spliced::edit::deletion;
    if (!runs.empty() && runs.back().op == op)
      runs.back().length += length;
    else
      runs.push_back({op, length});
  }
  std::string text;
  for (const auto& [op, length] : runs)
    text += fmt::format("{}{}{}", text.empty() ? ";Gap=" : " ", static_cast<char>(op), length);
  return text;
}

std::string list_attribute(std::string_view key, const std::vector<std::string>& values) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? fmt::format(";{}=", key) : ",") + percent_encode(value);
  return text;
}

// Nothing where there is no value.
std::string text_attribute(std::string_view key, const std::string& value) {
  return value.empty() ? "" : fmt::format(";{}={}", key, percent_encode(value));
}

// The first names, and how many there are where these are not all: a locus may have thousands of targets.
std::string names_attributes(std::string_view key, std::string_view count_key, const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  if (names.size() <= most) return list_attribute(key, names);
  return list_attribute(key, {names.begin(), names.begin() + most}) + fmt::format(";{}={}", count_key, names.size());
}

// Rows of one CDS must agree on having a Target, so an exon without any target symbol takes it from all of them.
bool has_targets(const gene_model& model) {
  return std::ranges::all_of(model.exons, [](const model_exon& exon) { return exon.in_target.length() > 0; });
}

// Which ends of a coding model, in reading direction, are not whole.
struct partial_ends {
  bool start = false;
  bool end = false;
};

partial_ends partial_ends_of(const gene_model& model) {
  if (!model.is_coding) return {};
  return {!model.has_start, !model.has_stop};
}

// Those of models that reach the gene's own end there.
partial_ends partial_ends_of(const locus_models& locus) {
  const interval whole = span_of(locus);
  partial_ends ends;
  for (const gene_model& model : locus) {
    const partial_ends here = partial_ends_of(model);
    const bool has_low = model.span().start == whole.start, has_high = model.span().end == whole.end;
    ends.start |= here.start && (model.on == strand::forward ? has_low : has_high);
    ends.end |= here.end && (model.on == strand::forward ? has_high : has_low);
  }
  return ends;
}

// The forward bases of a codon as GenBank writes a place: "5..7", "join(5..6,90..90)", "complement(...)" on the reverse
// strand.
std::string codon_place(std::array<std::int64_t, codon_length> bases, strand on) {
  std::ranges::sort(bases);
  std::string ranges;
  std::size_t n_ranges = 0;
  for (std::size_t first = 0, last = 1; first < bases.size(); first = last++, ++n_ranges) {
    while (last < bases.size() && bases[last] == bases[last - 1] + 1) ++last;
    ranges += fmt::format("{}{}..{}", ranges.empty() ? "" : ",", bases[first] + 1, bases[last - 1] + 1);
  }
  if (n_ranges > 1) ranges = fmt::format("join({})", ranges);
  return on == strand::forward ? ranges : fmt::format("complement({})", ranges);
}

// Stop codons that are read on, as the feature table of GenBank has them.
std::vector<std::string> recoded_stops(const gene_model& model) {
  std::vector<std::string> values;
  if (model.kind != molecule::protein || model.protein.find_first_of("UO") == std::string::npos) return values;
  for (const aligned_symbol& column : model.alignment.unpack())
    if (column.residue == 'U' || column.residue == 'O')
      values.push_back(
          fmt::format("(pos:{},aa:{})", codon_place(column.bases, model.on), column.residue == 'U' ? "Sec" : "Pyl"));
  return values;
}

std::string support_attribute(const std::optional<double>& support) {
  return support ? fmt::format(";support={:.3f}", *support) : "";
}

std::string probability_attribute(const std::optional<double>& probability) {
  return probability ? fmt::format(";probability={:.3f}", *probability) : "";
}

std::string evidence_attribute(const std::optional<gene_evidence>& evidence) {
  return evidence ? fmt::format(";evidence={}", words_of(*evidence)) : "";
}

// NCBI's start_range and end_range tell that a feature goes on below its start, above its end, whatever its strand; its
// annotations say no more than that a gene is partial.
std::string partial_attributes(partial_ends ends, strand on, interval where, bool is_gene_set) {
  if (!ends.start && !ends.end) return "";
  const bool is_low = on == strand::forward ? ends.start : ends.end;
  const bool is_high = on == strand::forward ? ends.end : ends.start;
  return fmt::format(";partial={}{}{}",
                     is_gene_set   ? "true"
                     : !ends.start ? "end"
                     : ends.end    ? "start,end"
                                   : "start",
                     is_low ? fmt::format(";start_range=.,{}", where.start + 1) : "",
                     is_high ? fmt::format(";end_range={},.", where.end) : "");
}

std::string_view name_of(proof_window window) {
  switch (window) {
    case proof_window::given:
      return "given";
    case proof_window::limited:
      return "limited";
    case proof_window::proved:
      return "proved";
  }
  throw std::logic_error("an unknown window");
}

// NCBI's mark of what is not translated as it stands.
std::string pseudo_attribute(const gene_model& model) { return model.is_pseudogene() ? ";pseudo=true" : ""; }

// The genetic code of a CDS, as NCBI writes it where it is not the standard one.
std::string code_attribute(const genetic_code& code) {
  return code.id() == standard_code().id() ? "" : fmt::format(";transl_table={}", code.id());
}

class writer {
 public:
  writer(const model_listing& models, const text_sink& sink) : models_(models), sink_(sink) {}

  void write() {
    for (std::size_t l = 0; l < models_.loci().size(); ++l) {
      if (models_.style() == gff3_style::gene)
        write_gene(l);
      else
        write_match(l);
    }
  }

 private:
  void add(const gene_model& model, const gff3_row& row) { sink_(gff3_line(row, model, models_)); }

  [[nodiscard]] std::string written(std::int64_t score) const { return models_.unit().text(score); }

  [[nodiscard]] std::string antisense_attribute(std::size_t l) const {
    const auto better = models_.better_opposite(l);
    return better ? fmt::format(";antisense_to={}", models_.locus_id(*better)) : "";
  }

  // What a gene set has in common with its targets.
  [[nodiscard]] std::string name_attributes(std::size_t l) const {
    if (!models_.is_gene_set()) return "";
    return text_attribute("Name", models_.gene_name(l)) +
           (models_.has_locus_tags() ? ";locus_tag=" + models_.locus_id(l) : "");
  }

  [[nodiscard]] named_product named_product_of(const gene_model& model) const {
    return models_.is_gene_set() ? product_of(model, models_.target_of(model)) : named_product{};
  }

  [[nodiscard]] std::string accession_attribute(const gene_model& model) const {
    if (!models_.is_gene_set()) return "";
    const std::string accession = read_header(models_.target_of(model)).accession;
    return accession.empty() ? "" : ";Dbxref=" + accession;
  }

  // Of a whole model, of the l-th locus.
  [[nodiscard]] std::string model_text(const gene_model& model, std::size_t l) const {
    const std::string target = model.is_aligned() ? target_attribute(model, model.in_target(), models_) : "";
    std::string text = target.empty() ? "" : ";" + target;
    if (model.has_target()) text += fmt::format(";identity={:.4f};coverage={:.4f}", model.identity, model.coverage);
    text += probability_attribute(model.probability);
    if (model.e_value) text += fmt::format(";e_value={:.1e}", *model.e_value);
    if (model.n_frameshifts > 0) text += fmt::format(";frameshifts={}", model.n_frameshifts);
    if (model.n_internal_stops > 0) text += fmt::format(";internal_stops={}", model.n_internal_stops);
    if (model.start_extension > 0) text += fmt::format(";start_extension={}", model.start_extension);
    text += list_attribute("ends_by_codons", model.ends_by_codons());
    text += list_attribute("transl_except", recoded_stops(model));
    text += partial_attributes(partial_ends_of(model), model.on, model.span(), models_.is_gene_set()) +
            pseudo_attribute(model);
    if (const auto least = model.min_margin()) text += fmt::format(";min_margin={}", written(*least));
    text += support_attribute(support_of(model, models_.unit()));
    text += evidence_attribute(model.evidence);
    if (model.model_score) text += fmt::format(";model_score={}", written(*model.model_score));
    if (model.second_best) text += fmt::format(";runner_up={}", written(*model.second_best));
    if (model.window) text += fmt::format(";window={}", name_of(*model.window));
    if (model.joint_score) text += fmt::format(";joint_score={}", written(*model.joint_score));
    text += names_attributes("locus_targets", "locus_target_count", model.locus_targets) + antisense_attribute(l);
    if (model.place > 0) text += fmt::format(";place={}", model.place);
    if (model.rank > 0) text += fmt::format(";rank={}", model.rank);
    return text;
  }

  // Of an exon: of its CDS row where there is one.
  [[nodiscard]] std::string part_text(const gene_model& model, const model_exon& exon) const {
    std::string text;
    if (has_targets(model)) text = ";" + target_attribute(model, exon.in_target, models_) + gap_attribute(exon.edits);
    if (exon.margin) text += fmt::format(";margin={}", written(*exon.margin));
    if (exon.is_without_alternative) text += ";rival=none";
    text += support_attribute(support_of(exon, model, models_.unit())) + probability_attribute(exon.probability);
    text += names_attributes("supported_by", "supporter_count", exon.supporters);
    return text + list_attribute("candidates", exon.candidates);
  }

  void write_gene(std::size_t l) {
    const locus_models& locus = models_.loci()[l];
    const std::string id = models_.locus_id(l);
    add(locus.front(),
        {"gene", span_of(locus), written(locus.front().score), no_phase,
         "ID=" + id + name_attributes(l) +
             partial_attributes(partial_ends_of(locus), locus.front().on, span_of(locus), models_.is_gene_set()) +
             pseudo_attribute(locus.front())});
    for (std::size_t rank = 0; rank < locus.size(); ++rank) {
      const gene_model& model = locus[rank];
      const std::string mrna = models_.model_id(l, rank);
      const auto [product, note] = named_product_of(model);
      add(model,
          {"mRNA", model.span(), written(model.score), no_phase,
           fmt::format("ID={};Parent={}{}{}{}{}{}", mrna, id, name_attributes(l), text_attribute("product", product),
                       text_attribute("Note", note), accession_attribute(model), model_text(model, l))});
      write_exons(model, mrna, text_attribute("product", product));
    }
  }

  // A frameshift lies within an exon, and divides its CDS.
  void write_exons(const gene_model& model, const std::string& mrna, const std::string& product) {
    const auto exons = whole_exons(model);
    for (std::size_t e = 0; e < exons.size(); ++e) {
      const interval whole{exons[e].front().where.start, exons[e].back().where.end};
      add(model, {"exon", whole, ".", no_phase,
                  fmt::format("ID={}.exon{};Parent={}{}", mrna, e + 1, mrna,
                              model.is_coding ? "" : part_text(model, exons[e].front()))});
      if (!model.is_coding) continue;
      for (const model_exon& part : exons[e])
        add(model,
            {"CDS", part.where, ".", part.phase,
             fmt::format("ID={}.cds;Parent={}{}{}{}{}", mrna, mrna, product, code_attribute(models_.code_of(model)),
                         pseudo_attribute(model), part_text(model, part))});
    }
  }

  void write_match(std::size_t l) {
    const gene_model& model = models_.loci()[l].front();
    const std::string id = models_.locus_id(l);
    const std::string_view type = model.kind == molecule::protein ? "protein_match" : "match";
    add(model, {type, model.span(), written(model.score), no_phase, fmt::format("ID={}{}", id, model_text(model, l))});
    for (std::size_t e = 0; e < model.exons.size(); ++e)
      add(model, {"match_part", model.exons[e].where, ".", no_phase,
                  fmt::format("ID={}.part{};Parent={}{}", id, e + 1, id, part_text(model, model.exons[e]))});
  }

  const model_listing& models_;
  const text_sink& sink_;
};

}  // namespace

void write_gff3_features(const model_listing& models, const text_sink& sink) { writer(models, sink).write(); }

void write_gff3(const model_listing& models, const text_sink& sink) {
  std::vector<std::size_t> sequences;
  for (const locus_models& locus : models.loci()) sequences.push_back(locus.front().sequence);
  sink(gff3_head(sequences, models.sequences()));
  write_gff3_features(models, sink);
}

std::string gff3_head(const std::vector<std::size_t>& sequences, const sequence_catalog& catalog) {
  std::string text = "##gff-version 3\n";
  for (const std::size_t each : std::set(sequences.begin(), sequences.end()))
    text += sequence_region_line(catalog.name(each), catalog.length(each));
  return text;
}

std::string gff3_line(const gff3_row& row, const gene_model& model, const model_listing& models) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", percent_encode_seqid(models.sequence_name(model)),
                     row.source, row.type, row.where.start + 1, row.where.end, row.score, to_char(model.on),
                     row.phase == no_phase ? "." : fmt::format("{}", row.phase), row.attributes);
}

std::string target_attribute(const gene_model& model, interval symbols, const model_listing& models) {
  if (symbols.length() == 0) return "";
  const interval given = models.in_given_target(model, symbols);
  return fmt::format("Target={} {} {}{}", percent_encode(models.target_of(model).name), given.start + 1, given.end,
                     model.is_backwards ? " -" : "");  // names hold no blank
}

void gff3_rows::add(const model_listing& models, const miniprot_form& form, const text_sink& sink) {
  if (models.style() == gff3_style::miniprot) return miniprot_.add(models, form);
  std::string ready;
  write_gff3_features(models, [&ready](std::string_view text) { ready += text; });
  sink(ready);
}

}  // namespace exonweave
