#include "exons/run/model_genes.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "exons/gene_finding/gene_learning.hpp"
#include "exons/models/found_gene_model.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/significance/score_statistics.hpp"

namespace exonweave {
namespace {

annotated_transcript transcript_of(const gene_model& model, score_unit unit) {
  return {.id = {},
          .sequence = model.sequence,
          .on = model.on,
          .exons = chain_of(model),
          .support = support_of(model, unit)};
}

// Of the representative models of unbroken frame, sorted by place.
std::vector<annotated_transcript> transcripts_of(const std::vector<std::vector<gene_model>>& genes, score_unit unit) {
  std::vector<annotated_transcript> transcripts;
  for (const std::vector<gene_model>& each : genes)
    if (each.front().is_coding && !each.front().has_broken_frame())
      transcripts.push_back(transcript_of(each.front(), unit));
  std::ranges::sort(transcripts, {}, [](const annotated_transcript& each) {
    return std::tuple(each.sequence, each.exons.front().start, each.on, each.exons.back().end);
  });
  return transcripts;
}

// Of found genes those that the model is sure of.
std::vector<annotated_transcript> taught_by(const std::vector<std::vector<found_gene>>& found) {
  std::vector<annotated_transcript> taught;
  for (std::size_t s = 0; s < found.size(); ++s)
    for (const found_gene& gene : found[s]) {
      if (!gene.has_start || !gene.has_stop || gene.gain < to_finding_score(min_taught_gain) ||
          gene.probability < min_taught_probability)
        continue;
      annotated_transcript& made = taught.emplace_back();
      made.sequence = s;
      made.on = gene.on;
      for (const found_exon& exon : gene.exons) made.exons.push_back(exon.where);
    }
  return taught;
}

gene_parameters without_introns(gene_parameters parameters) {
  parameters.per_intron = to_finding_score(-max_bits_of_place);
  return parameters;
}

// Alignments as the parse has them: what becomes of each.
enum class fate : std::uint8_t { stays, agrees, goes };

class gene_merging {
 public:
  gene_merging(std::vector<locus_models>& genes, std::vector<gene_model> parsed, score_unit unit,
               const target_set& targets, const gene_test& is_kept)
      : genes_(genes),
        parsed_(std::move(parsed)),
        unit_(unit),
        targets_(targets),
        is_kept_(is_kept),
        fates_(genes.size(), fate::stays) {
    for (std::size_t p = 0; p < parsed_.size(); ++p)
      index_.add(p, parsed_[p].sequence, parsed_[p].on, chain_of(parsed_[p]));
  }

  merged_genes merge(spliced::score min_gain) {
    std::vector<std::vector<std::size_t>> alternatives(genes_.size());  // of the parse
    std::vector<bool> is_beaten(parsed_.size());
    for (std::size_t g = 0; g < genes_.size(); ++g) {
      alternatives[g] = alternatives_of(genes_[g].front());
      fates_[g] = fate_of(genes_[g], alternatives[g]);
      if (fates_[g] != fate::goes)
        for (const std::size_t p : alternatives[g]) is_beaten[p] = true;
    }
    for (std::size_t g = 0; g < genes_.size(); ++g)  // nothing would take its place
      if (fates_[g] == fate::goes && std::ranges::all_of(alternatives[g], [&](std::size_t p) { return is_beaten[p]; }))
        fates_[g] = stays_contradicted(genes_[g].front());
    std::vector<const gene_model*> aligned(parsed_.size());  // the best one in whose place a gene of the parse is
    for (std::size_t g = 0; g < genes_.size(); ++g)
      if (fates_[g] == fate::goes)
        for (const std::size_t p : alternatives[g])
          if (aligned[p] == nullptr || aligned[p]->score < genes_[g].front().score) aligned[p] = &genes_[g].front();
    std::vector<std::vector<gene_model>> added;
    merged_genes counted;
    for (std::size_t p = 0; p < parsed_.size(); ++p) {
      if (is_beaten[p] || (aligned[p] == nullptr && parsed_[p].score < min_gain)) continue;
      if (aligned[p] == nullptr) ++counted.n_added;
      added.push_back({as_added(std::move(parsed_[p]), aligned[p])});
    }
    counted.n_agreeing = n_with(fate::agrees);
    counted.n_replaced = n_with(fate::goes);
    drop_replaced();
    std::ranges::move(added, std::back_inserter(genes_));
    return counted;
  }

 private:
  // Genes of the parse that share coding bases with it.
  [[nodiscard]] std::vector<std::size_t> alternatives_of(const gene_model& model) const {
    const exon_chain exons = chain_of(model);
    auto alternatives = index_.near(model.sequence, model.on, exons);
    std::erase_if(alternatives, [&](std::size_t p) { return shared_length(exons, chain_of(parsed_[p])) == 0; });
    return alternatives;
  }

  // Kept as it is, unless the parse has a gene with the same ends.
  [[nodiscard]] bool holds_its_place(const locus_models& gene, const std::vector<std::size_t>& alternatives) const {
    return is_kept_(gene) && std::ranges::none_of(alternatives, [where = span_of(gene), this](std::size_t p) {
             return parsed_[p].span() == where;
           });
  }

  fate fate_of(locus_models& gene, const std::vector<std::size_t>& alternatives) {
    gene_model& model = gene.front();
    const bool is_sure_of_it = is_sure(model, unit_);  // by the alignment alone
    model.evidence = gene_evidence::protein;
    if (alternatives.empty()) return fate::stays;
    if (const gene_model& first = parsed_[alternatives.front()]; chain_of(first) == chain_of(model)) {
      model.evidence = gene_evidence::protein_and_model;
      model.model_score = first.score;
      model.probability = first.probability;
      return fate::agrees;
    }
    if (fit_of(model, targets_.targets[model.target].residues.size()) == gene_fit::identical) return fate::stays;
    return is_sure_of_it || holds_its_place(gene, alternatives) ? stays_contradicted(model) : fate::goes;
  }

  static fate stays_contradicted(gene_model& model) {
    model.probability = 0;
    return fate::stays;
  }

  static gene_model as_added(gene_model model, const gene_model* aligned) {
    model.model_score = model.score;
    model.evidence = gene_evidence::model;
    if (aligned == nullptr) return model;
    model.evidence = gene_evidence::protein_and_model;
    model.target = aligned->target;
    model.kind = aligned->kind;
    model.score = aligned->score;
    model.identity = aligned->identity;
    model.coverage = aligned->coverage;
    model.e_value = aligned->e_value;
    model.composition = aligned->composition;
    model.locus_targets = aligned->locus_targets;
    return model;
  }

  [[nodiscard]] std::size_t n_with(fate which) const {
    return static_cast<std::size_t>(std::ranges::count(fates_, which));
  }

  void drop_replaced() {
    std::vector<locus_models> kept;
    for (std::size_t g = 0; g < genes_.size(); ++g)
      if (fates_[g] != fate::goes) kept.push_back(std::move(genes_[g]));
    genes_ = std::move(kept);
  }

  std::vector<locus_models>& genes_;
  std::vector<gene_model> parsed_;
  score_unit unit_;
  const target_set& targets_;
  const gene_test& is_kept_;
  exon_index index_{};  // of parsed_
  std::vector<fate> fates_;
};

}  // namespace

own_gene_model learn_gene_model(const std::vector<std::vector<gene_model>>& genes, score_unit unit,
                                const searched_genome& where, bool is_demanded) {
  const auto known = transcripts_of(genes, unit);
  const auto training = choose_training_genes(known, which_are_whole(where, known));
  own_gene_model made{.n_genes = training.size()};
  if (training.empty() || (!is_demanded && training.size() < fewest_model_genes)) {
    made.verdict = model_verdict::too_few_genes;
    return made;
  }
  const intergenic_counts others = count_intergenic(where, known);
  made.test = self_test(where, training, others);
  made.verdict = is_demanded                                      ? model_verdict::demanded
                 : made.test.fraction() >= min_self_test_fraction ? model_verdict::passed
                                                                  : model_verdict::failed;
  if (is_in_use(made.verdict))
    made.counts = {.version = {}, .genes = count_genes(where, training), .others = others, .self_test = made.test};
  return made;
}

own_gene_model given_gene_model(learnt_gene_model counts) {
  own_gene_model made{.verdict = model_verdict::given, .n_genes = counts.genes.n_genes};
  made.counts = std::move(counts);
  return made;
}

model_parse find_model_genes(const std::vector<std::vector<gene_model>>& genes, score_unit unit, own_gene_model model,
                             const searched_genome& where, bool has_introns, const std::vector<gene_hints>& further) {
  auto hints = hints_of(where, transcripts_of(genes, unit)).by_sequence;
  for (std::size_t s = 0; s < further.size(); ++s) {
    hints[s].add(further[s]);
    hints[s].sort();
  }
  const auto find = [&](const learnt_gene_model& counts) {
    const gene_parameters parameters = make_parameters(counts.genes, counts.others);
    return find_genes(where, has_introns ? parameters : without_introns(parameters), hints,
                      finding_depth::probabilities);
  };
  model_parse made{find(*model.counts), std::move(model)};
  made.model.n_parses = 1;
  if (made.model.verdict == model_verdict::given) return made;
  const auto taught = taught_by(made.genes);
  if (taught.size() <= made.model.n_genes) return made;
  made.model.n_genes = taught.size();
  made.model.counts->genes = count_genes(where, taught);
  made.model.counts->others = count_intergenic(where, taught);
  made.genes = find(*made.model.counts);
  made.model.n_parses = 2;
  return made;
}

merged_genes merge_model_genes(std::vector<locus_models>& genes, const std::vector<std::vector<found_gene>>& parsed,
                               score_unit unit, const target_set& targets, const searched_genome& where,
                               const gene_test& is_kept) {
  std::vector<gene_model> models;
  for (std::size_t s = 0; s < parsed.size(); ++s) {
    if (parsed[s].empty()) continue;
    const std::string bases = where.sequences.fetch(s, {0, where.sequences.catalog().length(s)});
    for (const found_gene& gene : parsed[s])
      models.push_back(make_gene_model(gene, s, bases, where.codes.of_sequence(s), unit));
  }
  return gene_merging(genes, std::move(models), unit, targets, is_kept).merge(unit.inside(min_model_gain));
}

std::size_t drop_model_genes(std::vector<locus_models>& genes, const gene_test& is_kept) {
  return std::erase_if(
      genes, [&](const locus_models& gene) { return gene.front().evidence == gene_evidence::model && !is_kept(gene); });
}

namespace {

using word_number = std::uint64_t;

// By the hash of Fowler, Noll and Vo (FNV-1a): two words with one number are so rare that they change nothing.
word_number number_of(std::string_view word) {
  word_number number = 0xcbf29ce484222325;
  for (const char residue : word) number = (number ^ static_cast<unsigned char>(residue)) * 0x100000001b3;
  return number;
}

// Ascending, each once.
std::vector<word_number> words_of(const std::string& protein) {
  std::vector<word_number> words;
  for (std::size_t i = 0; i + element_word <= protein.size(); ++i)
    words.push_back(number_of(std::string_view(protein).substr(i, element_word)));
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

bool is_of_model_alone(const gene_model& gene) { return gene.evidence == gene_evidence::model; }

// Those that many of the genes have, ascending.
std::vector<word_number> frequent_words(const std::vector<std::vector<gene_model>>& genes) {
  std::vector<word_number> all;
  for (const std::vector<gene_model>& gene : genes)
    if (is_of_model_alone(gene.front())) std::ranges::copy(words_of(gene.front().protein), std::back_inserter(all));
  std::ranges::sort(all);
  std::vector<word_number> frequent;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::upper_bound(first, all.end(), *first);
    if (last - first >= static_cast<std::ptrdiff_t>(fewest_element_copies)) frequent.push_back(*first);
    first = last;
  }
  return frequent;
}

}  // namespace

std::size_t drop_mobile_elements(std::vector<locus_models>& genes, const gene_test& is_kept) {
  const std::vector<word_number> frequent = frequent_words(genes);
  return std::erase_if(genes, [&](const locus_models& gene) {
    const gene_model& representative = gene.front();
    if (!is_of_model_alone(representative) || representative.exons.size() == 1 || is_kept(gene)) return false;
    const auto words = words_of(representative.protein);
    const auto n_frequent =
        std::ranges::count_if(words, [&](word_number word) { return std::ranges::binary_search(frequent, word); });
    return !words.empty() && 2 * n_frequent >= std::ssize(words);
  });
}

}  // namespace exonweave
