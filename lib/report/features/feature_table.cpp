#include "report/features/feature_table.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "base/files/line_reader.hpp"
#include "base/files/parse_number.hpp"
#include "base/files/percent_encoding.hpp"
#include "exons/candidates/gff_row.hpp"

namespace exonweave {

const std::vector<std::string> feature_figures = {"identity",       "coverage",        "e_value",     "support",
                                                  "min_margin",     "runner_up",       "joint_score", "frameshifts",
                                                  "internal_stops", "start_extension", "place",       "rank"};
const std::vector<std::string> feature_words = {"Name",    "product",      "Dbxref",       "locus_tag",
                                                "partial", "pseudo",       "window",       "ends_by_codons",
                                                "rival",   "antisense_to", "transl_except"};

namespace {

constexpr std::string_view region_head = "##sequence-region";

enum class row_kind { gene, model, part, other };

row_kind kind_of(std::string_view type) {
  if (type == "gene" || type == "pseudogene") return row_kind::gene;
  if (type == "mRNA" || type == "transcript" || type == "match" || type.ends_with("_match")) return row_kind::model;
  if (type == "CDS" || type == "exon" || type == "match_part") return row_kind::part;
  return row_kind::other;
}

using attribute_map = std::map<std::string_view, std::string_view>;  // as written

attribute_map attributes_of(std::string_view text) {
  attribute_map found;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    const std::size_t mark = pair.find('=');
    if (mark != std::string_view::npos) found.emplace(pair.substr(0, mark), pair.substr(mark + 1));
  }
  return found;
}

std::string_view value_of(const attribute_map& attributes, std::string_view key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? std::string_view() : found->second;
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> values;
  while (!text.empty()) {
    const std::string_view value = text.substr(0, text.find(','));
    text.remove_prefix(std::min(value.size() + 1, text.size()));
    values.push_back(percent_decode(value));
  }
  return values;
}

// Takes the last of the words of `text`, which single blanks part.
std::string_view take_last_word(std::string_view& text) {
  const std::size_t blank = text.rfind(' ');
  const std::string_view word = blank == std::string_view::npos ? text : text.substr(blank + 1);
  text = blank == std::string_view::npos ? std::string_view() : text.substr(0, blank);
  return word;
}

class feature_parser {
 public:
  feature_parser(const candidate_source& source, known_sequences& sequences) : source_(source), sequences_(sequences) {}

  void line(std::string_view text, std::uint64_t number) {
    number_ = number;
    if (features_ended_ || text.empty()) return;
    if (text.starts_with("##FASTA") || text.front() == '>') {
      features_ended_ = true;
    } else if (text.starts_with(region_head)) {
      announce(text.substr(region_head.size()));
    } else if (text.front() != '#') {
      row(text);
    }
  }

  feature_table finish() {
    for (const auto& [id, seen] : models_)
      if (!seen.is_defined)
        source_.error(seen.line, {.what = "no row defines this Parent", .got = id, .need = "the ID of another row"});
    for (feature_model& model : table_.models) {
      std::ranges::sort(model.parts, {}, &feature_part::where);
      if (model.parts.empty()) model.parts.emplace_back().where = model.where;
    }
    gather_genes();
    return std::move(table_);
  }

 private:
  struct seen_model {
    std::size_t index;
    std::uint64_t line;
    bool is_defined;
    bool has_coding_parts = false;
  };

  void announce(std::string_view text) {
    const std::string_view end = take_last_word(text);
    take_last_word(text);
    const auto length = parse_integer(end);
    const std::size_t first = text.find_first_not_of(' ');
    if (length.ok() && first != std::string_view::npos)
      sequences_.announce(percent_decode(text.substr(first)), length.value);
  }

  void row(std::string_view text) {
    const auto columns = split_gff_row(source_, number_, text, candidate_format::gff3);
    if (!columns) return;
    const row_kind kind = kind_of(columns->type);
    if (kind == row_kind::other) return;
    const auto first = source_.position(number_, "start", columns->start);
    const auto last = source_.position(number_, "end", columns->end);
    if (!first || !last) return;
    if (*last < *first) {
      source_.error(number_, {.what = "end lies before start", .got = columns->end, .need = "start <= end"});
      return;
    }
    const auto sequence = sequences_.find(source_, number_, percent_decode(columns->sequence), *last);
    if (!sequence) return;
    const attribute_map attributes = attributes_of(columns->attributes);
    const interval where{*first - 1, *last};
    const char on = columns->strand == "+" || columns->strand == "-" ? columns->strand.front() : '.';
    if (kind == row_kind::gene)
      add_gene(attributes, *sequence, where, on);
    else if (kind == row_kind::model)
      add_model(*columns, attributes, *sequence, where, on);
    else
      add_parts(*columns, attributes, where);
  }

  std::string id_of(const attribute_map& attributes) {
    const std::string id = percent_decode(value_of(attributes, "ID"));
    if (id.empty()) source_.error(number_, {.what = "a feature without a name", .need = "the attribute ID"});
    return id;
  }

  void add_gene(const attribute_map& attributes, std::size_t sequence, interval where, char on) {
    const std::string id = id_of(attributes);
    if (id.empty()) return;
    if (!genes_.emplace(id, table_.genes.size()).second) {
      source_.error(number_, {.what = "the same ID twice", .got = id, .need = "an ID for each gene"});
      return;
    }
    table_.genes.push_back({id, percent_decode(value_of(attributes, "Name")), sequence, where, on, {}});
  }

  seen_model& model_of(const std::string& id) {
    const auto [found, is_new] = models_.emplace(id, seen_model{table_.models.size(), number_, false});
    if (is_new) table_.models.emplace_back().id = id;
    return found->second;
  }

  void add_model(const gff_columns& columns, const attribute_map& attributes, std::size_t sequence, interval where,
                 char on) {
    const std::string id = id_of(attributes);
    if (id.empty()) return;
    seen_model& seen = model_of(id);
    feature_model& model = table_.models[seen.index];
    const bool is_match = columns.type.ends_with("match");
    if (seen.is_defined && !(is_match && model.sequence == sequence)) {
      source_.error(number_, {.what = "the same ID twice", .got = id, .need = "an ID for each transcript"});
      return;
    }
    const feature_part own = part_of(columns, attributes, where);
    if (seen.is_defined) {  // a match of several rows
      if (model.parts.empty()) model.parts.push_back(std::exchange(first_rows_[seen.index], {}));
      model.parts.push_back(own);
      model.where = hull(model.where, where);
      if (model.target && own.target) {
        model.target->first = std::min(model.target->first, own.target->first);
        model.target->last = std::max(model.target->last, own.target->last);
      }
      return;
    }
    seen.is_defined = true;
    if (is_match) first_rows_[seen.index] = own;
    const std::string parent = percent_decode(value_of(attributes, "Parent"));
    model.gene = parent.empty() ? id : parent;
    model.sequence = sequence;
    model.where = where;
    model.on = on;
    if (columns.score != ".") model.score = source_.score(number_, columns.score);
    model.target = own.target;
    model.locus_targets = list_of(value_of(attributes, "locus_targets"));
    for (const std::string& key : feature_figures)
      if (const auto value = figure(attributes, key)) model.figures[key] = *value;
    for (const std::string& key : feature_words)
      if (const auto text = value_of(attributes, key); !text.empty()) model.words[key] = percent_decode(text);
  }

  // Coding parts say all that exons do.
  void add_parts(const gff_columns& columns, const attribute_map& attributes, interval where) {
    const bool is_coding = columns.type == "CDS";
    const auto parents = list_of(value_of(attributes, "Parent"));
    if (parents.empty())
      source_.error(number_, {.what = "a part of no transcript", .got = columns.type, .need = "the attribute Parent"});
    for (const std::string& parent : parents) {
      seen_model& seen = model_of(parent);
      feature_model& model = table_.models[seen.index];
      if (is_coding && !std::exchange(seen.has_coding_parts, true)) model.parts.clear();
      if (is_coding == seen.has_coding_parts) model.parts.push_back(part_of(columns, attributes, where));
    }
  }

  feature_part part_of(const gff_columns& columns, const attribute_map& attributes, interval where) {
    feature_part part;
    part.where = where;
    if (columns.phase == "0" || columns.phase == "1" || columns.phase == "2") part.phase = columns.phase.front() - '0';
    part.target = target_of(value_of(attributes, "Target"));
    part.gap = value_of(attributes, "Gap");
    part.margin = figure(attributes, "margin");
    part.support = figure(attributes, "support");
    part.is_without_rival = value_of(attributes, "rival") == "none";
    part.supported_by = list_of(value_of(attributes, "supported_by"));
    return part;
  }

  std::optional<target_range> target_of(std::string_view text) {
    const std::string_view whole = text;
    if (text.empty()) return std::nullopt;
    if (text.ends_with(" +") || text.ends_with(" -")) text.remove_suffix(2);
    const auto last = parse_integer(take_last_word(text));
    const auto first = parse_integer(take_last_word(text));
    if (first.ok() && last.ok() && !text.empty()) return target_range{percent_decode(text), first.value, last.value};
    source_.error(number_, {.what = "Target is not a name and two places", .got = whole, .need = "NAME FIRST LAST"});
    return std::nullopt;
  }

  std::optional<double> figure(const attribute_map& attributes, std::string_view key) {
    const std::string_view text = value_of(attributes, key);
    if (text.empty()) return std::nullopt;
    const auto number = parse_real(text);
    if (number.ok() && std::isfinite(number.value)) return number.value;
    source_.error(number_, {.what = std::string(key) + " is not a number", .got = text, .need = "a decimal number"});
    return std::nullopt;
  }

  // Each model to its gene. A match is its own one, and so is a transcript whose gene has no row.
  void gather_genes() {
    for (std::size_t m = 0; m < table_.models.size(); ++m) {
      const feature_model& model = table_.models[m];
      const auto [found, is_new] = genes_.emplace(model.gene, table_.genes.size());
      if (is_new) table_.genes.push_back({model.gene, "", model.sequence, model.where, model.on, {}});
      table_.genes[found->second].models.push_back(m);
    }
    std::erase_if(table_.genes, [](const feature_gene& gene) { return gene.models.empty(); });
  }

  candidate_source source_;
  known_sequences& sequences_;
  std::uint64_t number_ = 0;  // of the line at hand
  bool features_ended_ = false;
  feature_table table_;
  std::unordered_map<std::string, std::size_t> genes_;
  std::map<std::string, seen_model> models_;
  std::unordered_map<std::size_t, feature_part> first_rows_;  // of matches
};

}  // namespace

feature_table read_features(const std::string& path, const sequence_catalog& genome, known_sequences& sequences,
                            report& problems) {
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return {};
  feature_parser parser({path, 0, genome, problems}, sequences);
  while (const auto line = lines.next()) parser.line(*line, lines.line_number());
  lines.warn_if_cut(problems);
  return parser.finish();
}

}  // namespace exonweave
