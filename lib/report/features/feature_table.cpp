#include "report/features/feature_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "exons/candidates/gff.hpp"

namespace exonweave {

std::uint32_t text_pool::number_of(std::string_view text) {
  if (const auto known = find(text)) return *known;
  if (slots_.size() < 2 * (ends_.size() + 1)) grow();
  const auto number = static_cast<std::uint32_t>(ends_.size());
  slots_[slot_of(text)] = number;
  letters_ += text;
  ends_.push_back(letters_.size());
  return number;
}

std::optional<std::uint32_t> text_pool::find(std::string_view text) const {
  if (text.empty()) return 0;
  const std::uint32_t number = slots_[slot_of(text)];
  return number > 0 ? std::optional(number) : std::nullopt;
}

std::string_view text_pool::operator[](std::uint32_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(letters_).substr(begin, ends_[number] - begin);
}

std::uint64_t text_pool::bytes() const {
  return letters_.size() + ends_.size() * sizeof(ends_.front()) + slots_.size() * sizeof(slots_.front());
}

std::size_t text_pool::slot_of(std::string_view text) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(text)&mask;
  while (slots_[slot] != 0 && (*this)[slots_[slot]] != text) slot = (slot + 1) & mask;
  return slot;
}

void text_pool::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::uint32_t number = 1; number < ends_.size(); ++number) slots_[slot_of((*this)[number])] = number;
}

known_sequences::known_sequences(const sequence_catalog& genome) : are_complete_(true) {
  for (std::size_t s = 0; s < genome.size(); ++s) lengths_[number_of(genome.name(s))] = genome.length(s);
}

std::size_t known_sequences::number_of(const std::string& name) {
  const auto [found, is_new] = numbers_.emplace(name, names_.size());
  if (is_new) {
    names_.push_back(name);
    lengths_.push_back(0);
  }
  return found->second;
}

std::optional<std::size_t> known_sequences::find(const candidate_source& source, std::uint64_t line,
                                                 std::string_view name, std::int64_t end) {
  if (are_complete_) {
    const auto found = source.sequence(line, name);
    return found && source.inside(line, {0, end}, lengths_[*found]) ? found : std::nullopt;
  }
  const std::size_t number = number_of(std::string(name));
  lengths_[number] = std::max(lengths_[number], end);
  return number;
}

void known_sequences::announce(const std::string& name, std::int64_t length) {
  if (are_complete_) return;
  const std::size_t number = number_of(name);
  lengths_[number] = std::max(lengths_[number], length);
}

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
  while (!text.empty())
    if (const auto [key, value] = take_gff3_attribute(text); value) found.emplace(key, *value);
  return found;
}

std::string_view value_of(const attribute_map& attributes, std::string_view key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? std::string_view() : found->second;
}

// Takes the last of the words of `text`, which single blanks part.
std::string_view take_last_word(std::string_view& text) {
  const std::size_t blank = text.rfind(' ');
  const std::string_view word = blank == std::string_view::npos ? text : text.substr(blank + 1);
  text = blank == std::string_view::npos ? std::string_view() : text.substr(0, blank);
  return word;
}

// Where the parts of a model come from: those of a higher rank replace all others, as they say more.
enum class part_rank : std::uint8_t { none, own_row, exon, coding };

// What is known of texts by their numbers; 0 where nothing is.
class by_text {
 public:
  std::uint32_t& operator[](std::uint32_t text) {
    if (text >= values_.size()) values_.resize(text + 1);
    return values_[text];
  }

 private:
  std::vector<std::uint32_t> values_;
};

class feature_parser {
 public:
  feature_parser(const candidate_source& source, known_sequences& sequences, const feature_limits& limits)
      : source_(source), sequences_(sequences), limits_(limits) {}

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
    for (const seen_model& seen : seen_)
      if (!seen.is_defined)
        source_.error(
            seen.line,
            {.what = "no row defines this Parent", .got = table_.texts[seen.id], .need = "the ID of another row"});
    for (feature_model& model : table_.models)
      std::ranges::sort(model.parts, {}, [this](std::uint32_t part) { return table_.parts[part].where; });
    gather_genes();
    table_.n_models = seen_.size();
    return std::move(table_);
  }

 private:
  // A model that some row names: that of the same index in the table.
  struct seen_model {
    std::uint32_t id = 0;
    std::uint64_t line = 0;  // that names it first
    std::size_t sequence = 0;
    bool is_defined = false;
    part_rank rank = part_rank::none;
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
    if (table_.is_whole && (seen_.size() > limits_.models || bytes_held() > limits_.bytes)) leave_out();
  }

  std::uint32_t text_of(std::string_view written) { return table_.texts.number_of(percent_decode(written)); }

  text_list list_of(std::string_view written) {
    text_list list{table_.listed.size(), 0};
    while (!written.empty()) {
      table_.listed.push_back(text_of(take_until(written, ',')));
      ++list.n;
    }
    return list;
  }

  std::uint32_t id_of(const attribute_map& attributes) {
    const std::uint32_t id = text_of(value_of(attributes, "ID"));
    if (id == 0) source_.error(number_, {.what = "a feature without a name", .need = "the attribute ID"});
    return id;
  }

  void add_gene(const attribute_map& attributes, std::size_t sequence, interval where, char on) {
    const std::uint32_t id = id_of(attributes);
    if (id == 0) return;
    if (std::exchange(is_gene_[id], 1) != 0) {
      source_.error(number_, {.what = "the same ID twice", .got = table_.texts[id], .need = "an ID for each gene"});
      return;
    }
    if (table_.is_whole) table_.genes.push_back({id, text_of(value_of(attributes, "Name")), sequence, where, on, {}});
  }

  std::uint32_t model_of(std::uint32_t id) {
    std::uint32_t& number = number_of_model_[id];  // and 1
    if (number == 0) {
      seen_.push_back({id, number_});
      if (table_.is_whole) table_.models.emplace_back().id = id;
      number = static_cast<std::uint32_t>(seen_.size());
    }
    return number - 1;
  }

  void add_model(const gff_columns& columns, const attribute_map& attributes, std::size_t sequence, interval where,
                 char on) {
    const std::uint32_t id = id_of(attributes);
    if (id == 0) return;
    const std::uint32_t m = model_of(id);
    seen_model& seen = seen_[m];
    const bool is_match = columns.type.ends_with("match");
    if (seen.is_defined && !(is_match && seen.sequence == sequence)) {
      source_.error(number_,
                    {.what = "the same ID twice", .got = table_.texts[id], .need = "an ID for each transcript"});
      return;
    }
    const bool is_first = !std::exchange(seen.is_defined, true);
    seen.sequence = sequence;
    const feature_part own = part_of(columns, attributes, where);
    if (own.target.name != 0 && std::exchange(is_target_[own.target.name], 1) == 0)
      table_.targets.push_back(own.target.name);
    if (!table_.is_whole) return;
    feature_model& model = table_.models[m];
    if (is_first) {
      const std::uint32_t parent = text_of(value_of(attributes, "Parent"));
      model.gene = parent == 0 ? id : parent;
      model.sequence = sequence;
      model.where = where;
      model.on = on;
      if (columns.score != ".") model.score = source_.score(number_, columns.score).value_or(no_figure);
      model.target = own.target;
      model.locus_targets = list_of(value_of(attributes, "locus_targets"));
      for (std::size_t k = 0; k < feature_figures.size(); ++k)
        model.figures[k] = figure(attributes, feature_figures[k]);
      for (std::size_t k = 0; k < feature_words.size(); ++k)
        model.words[k] = text_of(word(attributes, feature_words[k]));
    } else {  // a match of several rows
      model.where = hull(model.where, where);
      if (model.target.name != 0 && own.target.name != 0) {
        model.target.first = std::min(model.target.first, own.target.first);
        model.target.last = std::max(model.target.last, own.target.last);
      }
    }
    const std::uint32_t part = keep(own);
    add_part(m, part_rank::own_row, part);
    release_unused(part);
  }

  void add_parts(const gff_columns& columns, const attribute_map& attributes, interval where) {
    std::string_view parents = value_of(attributes, "Parent");
    if (parents.empty())
      source_.error(number_, {.what = "a part of no transcript", .got = columns.type, .need = "the attribute Parent"});
    const part_rank rank = columns.type == "CDS" ? part_rank::coding : part_rank::exon;
    feature_part own = part_of(columns, attributes, where);
    own.margin = figure(attributes, "margin");
    own.support = figure(attributes, "support");
    const std::uint32_t part = table_.is_whole ? keep(own) : 0;
    while (!parents.empty()) {
      const std::uint32_t m = model_of(text_of(take_until(parents, ',')));
      if (table_.is_whole) add_part(m, rank, part);
    }
    if (table_.is_whole) release_unused(part);
  }

  void add_part(std::uint32_t m, part_rank rank, std::uint32_t part) {
    if (rank < seen_[m].rank) return;
    auto& parts = table_.models[m].parts;
    if (rank > std::exchange(seen_[m].rank, rank)) {
      for (const std::uint32_t each : parts) {
        --table_.parts[each].n_models;
        release_unused(each);
      }
      parts.clear();
    }
    parts.push_back(part);
    ++table_.parts[part].n_models;
  }

  // The place of a part in the table.
  std::uint32_t keep(const feature_part& part) {
    if (unused_.empty()) {
      table_.parts.push_back(part);
      return static_cast<std::uint32_t>(table_.parts.size() - 1);
    }
    const std::uint32_t place = unused_.back();
    unused_.pop_back();
    table_.parts[place] = part;
    return place;
  }

  void release_unused(std::uint32_t part) {
    if (table_.parts[part].n_models == 0) unused_.push_back(part);
  }

  feature_part part_of(const gff_columns& columns, const attribute_map& attributes, interval where) {
    feature_part part{.where = where, .target = target_of(value_of(attributes, "Target"))};
    if (!table_.is_whole) return part;
    if (columns.phase == "0" || columns.phase == "1" || columns.phase == "2")
      part.phase = static_cast<std::int8_t>(columns.phase.front() - '0');
    part.gap = table_.texts.number_of(value_of(attributes, "Gap"));
    part.is_without_alternative = value_of(attributes, "rival") == "none";
    part.supported_by = list_of(value_of(attributes, "supported_by"));
    part.supporter_count = figure(attributes, "supporter_count");
    return part;
  }

  target_range target_of(std::string_view text) {
    const std::string_view whole = text;
    if (text.empty()) return {};
    if (text.ends_with(" +") || text.ends_with(" -")) text.remove_suffix(2);
    const auto last = parse_integer(take_last_word(text));
    const auto first = parse_integer(take_last_word(text));
    if (first.ok() && last.ok() && !text.empty()) return {text_of(text), first.value, last.value};
    source_.error(number_, {.what = "Target is not a name and two places", .got = whole, .need = "NAME FIRST LAST"});
    return {};
  }

  double figure(const attribute_map& attributes, std::string_view key) {
    const std::string_view text = value_of(attributes, key);
    if (text.empty()) return no_figure;
    const auto number = parse_real(text);
    if (number.ok() && std::isfinite(number.value)) return number.value;
    source_.error(number_, {.what = std::string(key) + " is not a number", .got = text, .need = "a decimal number"});
    return no_figure;
  }

  static std::string_view word(const attribute_map& attributes, std::string_view key) {
    const std::string_view text = value_of(attributes, key);
    const bool is_foreign = key == "evidence" && std::ranges::find(evidence_words, text) == evidence_words.end();
    return is_foreign ? std::string_view() : text;
  }

  // Each model to its gene. A match is its own one, and so is a transcript whose gene has no row.
  void gather_genes() {
    by_text number_of_gene;  // and 1
    for (std::size_t g = 0; g < table_.genes.size(); ++g)
      number_of_gene[table_.genes[g].id] = static_cast<std::uint32_t>(g + 1);
    for (std::size_t m = 0; m < table_.models.size(); ++m) {
      const feature_model& model = table_.models[m];
      std::uint32_t& number = number_of_gene[model.gene];
      if (number == 0) {
        table_.genes.push_back({model.gene, 0, model.sequence, model.where, model.on, {}});
        number = static_cast<std::uint32_t>(table_.genes.size());
      }
      table_.genes[number - 1].models.push_back(static_cast<std::uint32_t>(m));
    }
    std::erase_if(table_.genes, [](const feature_gene& gene) { return gene.models.empty(); });
  }

  // About; with what gather_genes() will add.
  [[nodiscard]] std::uint64_t bytes_held() const {
    constexpr std::uint64_t of_list = 48;  // a small vector's on the heap, with its fraction of larger ones
    return table_.texts.bytes() + table_.listed.capacity() * sizeof(std::uint32_t) +
           table_.parts.size() * (sizeof(feature_part) + sizeof(std::uint32_t)) +
           seen_.capacity() * sizeof(seen_model) +
           table_.models.size() * (sizeof(feature_model) + sizeof(feature_gene) + 2 * of_list);
  }

  void leave_out() {
    table_.is_whole = false;
    table_.genes = {};
    table_.models = {};
    table_.parts = {};
    table_.listed = {};
    unused_ = {};
  }

  candidate_source source_;
  known_sequences& sequences_;
  feature_limits limits_;
  std::uint64_t number_ = 0;  // of the line at hand
  bool features_ended_ = false;
  feature_table table_;
  std::vector<seen_model> seen_;
  std::vector<std::uint32_t> unused_;  // parts of no model
  by_text number_of_model_, is_gene_, is_target_;
};

}  // namespace

std::size_t count_exons(const feature_table& table, const feature_model& model) {
  std::size_t n = 0;
  std::int64_t end = 0;
  for (const std::uint32_t part : model.parts) {
    const interval& where = table.parts[part].where;
    if (n == 0 || where.start > end + max_skipped_bases) ++n;
    end = where.end;
  }
  return n;
}

feature_table read_features(const std::string& path, const sequence_catalog& genome, known_sequences& sequences,
                            report& problems, const feature_limits& limits) {
  line_reader lines(path);
  if (lines.is_foreign_text(problems)) return {};
  feature_parser parser({path, 0, genome, problems}, sequences, limits);
  while (const auto line = lines.next()) parser.line(*line, lines.line_number());
  lines.warn_if_cut(problems);
  return parser.finish();
}

}  // namespace exonweave
