#include "exons/candidates/gff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "exons/candidates/gff_models.hpp"

namespace exonweave {

namespace {

constexpr std::size_t n_columns = 9;
constexpr std::string_view around_values = " \t";

// As take_until(), up to a mark outside of double quotes.
std::string_view take_until_unquoted(std::string_view& rest, char mark) {
  bool is_quoted = false;
  std::size_t end = 0;
  for (; end < rest.size() && (is_quoted || rest[end] != mark); ++end)
    if (rest[end] == '"') is_quoted = !is_quoted;
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

void tell_column_count(const candidate_source& source, std::uint64_t line, std::string_view text, std::size_t n,
                       candidate_format format) {
  std::string hint;
  if (n < n_columns && text.find(' ') != std::string_view::npos)
    hint = "Columns are separated by single tabs, not by spaces";
  else if (n + 1 == n_columns && format == candidate_format::gff3)
    hint = "Write '.' where a column has no value";
  source.error(
      line,
      {.what = "wrong number of columns", .got = fmt::format("{}", n), .need = "9 separated by tabs", .hint = hint});
}

std::optional<double> fraction_of(std::string_view text) {
  const auto fraction = parse_plain_decimal(text);
  return fraction && *fraction >= 0 && *fraction <= 1 ? fraction : std::nullopt;
}

// Of GFF3 and of GTF; an exception may be one of several.
void set_shared_attribute(gff_attributes& attributes, std::string_view key, std::string_view value) {
  if (key == "support") attributes.support = fraction_of(value);
  const bool is_exception = key == "exception" && value.find("trans-splicing") != std::string_view::npos;
  attributes.is_trans_spliced |= is_exception || key == "trans_splicing";
  attributes.is_part |= key == "part";
}

// Whether the ninth column is of the form key "value", with the keys that only GTF has.
bool is_gtf_row(std::string_view line) {
  const auto holds = [line](std::string_view word) { return line.find(word) != std::string_view::npos; };
  const bool has_key = holds("gene_id ") || holds("transcript_id ");
  return has_key && !holds("gene_id=") && !holds("transcript_id=");
}

// Whether a ninth column is a name alone.
bool is_bare_name(std::string_view ninth) {
  return !ninth.empty() && ninth != "." && ninth.find_first_of(" ;\"") == std::string_view::npos;
}

// The third column.
std::string_view type_of(std::string_view line) {
  take_until(line, '\t');
  take_until(line, '\t');
  return take_until(line, '\t');
}

void set_gff3_attribute(gff_attributes& attributes, std::string_view key, std::string_view value) {
  if (key == "ID") {
    attributes.id = percent_decode(value);
  } else if (key == "Parent") {
    while (!value.empty()) attributes.models.push_back(percent_decode(take_until(value, ',')));
  } else if (key == "exon_type") {
    attributes.exon_type = percent_decode(value);
  } else if (key == "Is_circular") {
    attributes.is_circular = value == "true";
  } else {
    set_shared_attribute(attributes, key, value);
  }
}

}  // namespace

std::optional<gff_columns> split_gff_row(const candidate_source& source, std::uint64_t line, std::string_view text,
                                         candidate_format format) {
  std::array<std::string_view, n_columns> columns;
  const std::size_t n = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\t')) + 1;
  const bool may_lack_ninth = format == candidate_format::gff2;
  if (n != n_columns && (n + 1 != n_columns || !may_lack_ninth)) {
    tell_column_count(source, line, text, n, format);
    return std::nullopt;
  }
  for (std::size_t column = 0; column < n; ++column) columns[column] = take_until(text, '\t');
  return gff_columns{columns[0], columns[1], columns[2], columns[3], columns[4],
                     columns[5], columns[6], columns[7], columns[8]};
}

bool is_transcript(std::string_view type) { return type == "transcript" || type == "mRNA"; }

int gff_version_in(std::string_view line) {
  constexpr std::string_view word = "gff-version";
  if (line.substr(0, 2) != "##") return 0;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 2), line.size()));
  if (line.substr(0, word.size()) != word) return 0;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", word.size()), line.size()));
  return !line.empty() && line[0] >= '1' && line[0] <= '3' ? line[0] - '0' : 0;
}

std::optional<candidate_format> gff_format_of(std::string_view line, int version) {
  if (is_gtf_row(line)) return candidate_format::gtf;
  const auto n = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t')) + 1;
  if (n + 1 < n_columns) return std::nullopt;
  const bool has_nine = n == n_columns;
  const auto ninth = line.substr(line.find_last_of('\t') + 1);
  const bool has_text = has_nine && !ninth.empty() && ninth != "." && ninth.find('=') == std::string_view::npos;
  const auto type = type_of(line);
  if (has_text && is_bare_name(trimmed(ninth, around_values)) && (type == "gene" || is_transcript(type)))
    return std::nullopt;
  if (version != 0) return version == 3 ? candidate_format::gff3 : candidate_format::gff2;
  return has_text ? candidate_format::gff2 : candidate_format::gff3;
}

gff3_attribute take_gff3_attribute(std::string_view& text) {
  std::string_view value = trimmed(take_until(text, ';'), around_values);
  if (value.find('=') == std::string_view::npos) return {value, std::nullopt};
  const std::string_view key = trimmed(take_until(value, '='), around_values);
  return {key, value};
}

gff_attributes parse_gff3_attributes(const candidate_source& source, std::uint64_t line, std::string_view text) {
  gff_attributes attributes;
  bool has_lower_id = false;
  bool has_lower_parent = false;
  while (!text.empty()) {
    const auto [key, value] = take_gff3_attribute(text);
    has_lower_id |= key == "id" && value;
    has_lower_parent |= key == "parent" && value;
    if (value)
      set_gff3_attribute(attributes, key, *value);
    else if (!key.empty() && key != ".")
      source.warn(
          line,
          {.what = "attribute without '='", .got = key, .need = "key=value, with %3B for a semicolon in a value"});
  }
  if (has_lower_id && attributes.id.empty())
    source.error(line, {.what = "unknown attribute", .got = "id=", .need = "ID=", .hint = "did you mean ID=?"});
  if (has_lower_parent && attributes.models.empty())
    source.error(line,
                 {.what = "unknown attribute", .got = "parent=", .need = "Parent=", .hint = "did you mean Parent=?"});
  return attributes;
}

gff_attributes parse_gtf_attributes(std::string_view text) {
  gff_attributes attributes;
  const auto group = trimmed(text, around_values);
  while (!text.empty()) {
    auto value = trimmed(take_until_unquoted(text, ';'), around_values);
    const auto key = take_until(value, ' ');
    value = trimmed(value, around_values);
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    if (key == "transcript_id" && !value.empty()) attributes.models = {std::string(value)};
    if (key == "gene_id") attributes.gene = value;
    if (key == "exon_type") attributes.exon_type = value;
    set_shared_attribute(attributes, key, value);
  }
  if (attributes.models.empty() && is_bare_name(group)) attributes.models = {std::string(group)};
  return attributes;
}

namespace {

// Whether the reading frame runs through rows of this type, so that one phase follows from another.
bool is_coding(std::string_view type) { return type == "CDS" || exon_type_from(type) != exon_type::unknown; }

// A row of the whole transcript or gene, and not of one of its pieces.
bool may_have_children(std::string_view type) {
  return type != "exon" && type != "intron" && type.find("codon") == std::string_view::npos &&
         type.find("UTR") == std::string_view::npos;
}

// What a row says of its model, but for its place.
gff_feature feature_of(const gff_columns& columns, const gff_attributes& attributes, std::uint64_t number,
                       candidate_format format) {
  gff_feature row{.line = number, .type = columns.type, .sequence = 0, .where = {}};
  if (!columns.strand.empty()) row.on = columns.strand.front();
  row.is_trans_spliced = attributes.is_trans_spliced;
  row.is_part = attributes.is_part;
  row.support = attributes.support;
  row.score = parse_plain_decimal(columns.score);
  row.is_gtf = format != candidate_format::gff3;
  row.gene = attributes.gene;
  return row;
}

// That of a row which is not checked; {0, 0} where it has none.
interval place_of(const gff_columns& columns) {
  const auto start = parse_plain_integer(columns.start), end = parse_plain_integer(columns.end);
  return start && end && *start > 0 && *start <= *end ? interval{*start - 1, *end} : interval{};
}

std::optional<interval> read_place(const candidate_source& source, const gff_columns& columns, std::uint64_t number) {
  const auto start = source.position(number, "start", columns.start);
  if (!start) return std::nullopt;
  const auto end = source.position(number, "end", columns.end);
  if (!end) return std::nullopt;
  if (*end >= *start) return interval{*start - 1, *end};
  source.error(number,
               {.what = "end lies before start", .got = fmt::format("{}..{}", *start, *end), .need = "start <= end"});
  return std::nullopt;
}

std::optional<std::int8_t> read_phase(const candidate_source& source, const gff_columns& columns,
                                      std::uint64_t number) {
  if (columns.phase == "." || columns.phase.empty()) return no_phase;
  if (columns.phase.size() == 1 && columns.phase[0] >= '0' && columns.phase[0] <= '2')
    return static_cast<std::int8_t>(columns.phase[0] - '0');
  source.error(number, {.what = "bad phase", .got = columns.phase, .need = "0, 1, 2 or '.'"});
  return std::nullopt;
}

// A trans-spliced transcript's rows may have a strand that is not known: they will be left out.
bool has_good_strand(const candidate_source& source, const gff_columns& columns, const gff_attributes& attributes,
                     std::uint64_t number, bool is_requested) {
  const bool may_be_left_out = !attributes.models.empty() && columns.strand == "?";
  const std::string_view strands = is_requested && !may_be_left_out ? "+-" : "+-.?";
  if (columns.strand.size() == 1 && strands.find(columns.strand[0]) != std::string_view::npos) return true;
  source.error(number, {.what = "bad strand", .got = columns.strand, .need = is_requested ? "+ or -" : "+, -, . or ?"});
  return false;
}

}  // namespace

void gff_parser::line(std::string_view text, std::uint64_t number) {
  if (features_ended_ || text.find_first_not_of(" \t") == std::string_view::npos) return;
  if (text.find('\0') != std::string_view::npos) {
    source_.error(number, {.what = "NUL byte in the line", .need = "text"});
  } else if (text.front() == '>' || text.substr(0, 7) == "##FASTA") {
    features_ended_ = true;
  } else if (text.front() != '#') {
    take_row(text, number);
  } else if (version_ == 0) {
    version_ = gff_version_in(text);
  }
}

void gff_parser::take_row(std::string_view text, std::uint64_t number) {
  constexpr std::size_t max_bytes = std::size_t{1} << 20;
  if (!is_settled_) {
    const auto format = gff_format_of(text, version_);
    waiting_bytes_ += text.size() + sizeof(waiting_row);
    if (!format && waiting_bytes_ < max_bytes) return waiting_.push_back({std::string(text), number});
    settle(format);
  }
  row(text, number);
}

// Where no row reports the format, rows that only GFF2 has do, or the version.
void gff_parser::settle(std::optional<candidate_format> reported) {
  const auto has_columns = [](const waiting_row& each) { return each.text.find('\t') != std::string::npos; };
  const bool is_gff2 = version_ == 0 ? std::ranges::any_of(waiting_, has_columns) : version_ != 3;
  format_ = reported.value_or(is_gff2 ? candidate_format::gff2 : candidate_format::gff3);
  is_settled_ = true;
  for (const auto& [text, number] : std::exchange(waiting_, {})) row(text, number);
}

void gff_parser::row(std::string_view text, std::uint64_t number) {
  const auto columns = split_gff_row(source_, number, text, format_);
  if (!columns) return;
  const auto type = rows_of_type_.find(columns->type);
  if (type == rows_of_type_.end())
    rows_of_type_.emplace(columns->type, 1);
  else
    ++type->second;
  const bool requested = is_requested(columns->type);
  if (requested) ++n_requested_rows_;
  if (format_ == candidate_format::gff3) check_escapes(text, number);
  auto attributes = this->attributes(*columns, number);
  if (attributes.is_circular)
    if (const auto on = source_.sequences.find(sequence_name(columns->sequence))) circular_sequences_.insert(*on);
  if (use_ == gff_use::transcripts && !requested && columns->type != "stop_codon")
    return define_only(*columns, attributes, number);
  auto exon = checked(*columns, attributes, number);
  if (!exon) return;
  exon->type = exon_type_from(attributes.exon_type.empty() ? columns->type : attributes.exon_type);
  if (requested && exon->type == exon_type::unknown && !attributes.exon_type.empty())
    source_.warn(
        number,
        {.what = "unknown exon_type", .got = attributes.exon_type, .need = "First, Internal, Terminal or Single"});
  tie(*columns, *exon, attributes, requested);
  if (requested) keep(std::move(*exon), attributes);
}

// After its ties are made: they count on the places that it will have.
void gff_parser::keep(candidate_exon exon, gff_attributes& attributes) {
  if (use_ == gff_use::candidates) {
    exon.id = std::move(attributes.id);
    exons_.push_back(std::move(exon));
    return;
  }
  exon.tool.clear();
  exons_.insert(exons_.end(), attributes.models.size(), exon);
  if (attributes.models.empty())
    source_.error(exon.line, format_ == candidate_format::gtf
                                 ? complaint{"CDS row without transcript_id", "", "transcript_id \"ID\""}
                                 : complaint{"CDS row without Parent", "", "Parent=<id of the transcript>"});
}

// The row of a gene or transcript, of which transcripts need no more than that no other has its ID.
void gff_parser::define_only(const gff_columns& columns, const gff_attributes& attributes, std::uint64_t number) {
  if (!may_have_children(columns.type)) return;
  gff_feature row = feature_of(columns, attributes, number, format_);
  row.sequence = sequence_or_other(columns.sequence);
  row.where = place_of(columns);
  if (format_ == candidate_format::gff3 && !attributes.id.empty())
    models_.define(attributes.id, row, attributes.models);
  if (format_ != candidate_format::gff3 && is_transcript(columns.type))
    for (const auto& transcript : attributes.models) models_.define(transcript, row, {});
}

void gff_parser::check_escapes(std::string_view text, std::uint64_t number) const {
  const auto bad = bad_percent_escape(text);
  if (!bad.empty())
    source_.warn(
        number,
        {.what = "bad % escape, kept as it is", .got = bad, .need = "% and two hexadecimal digits, such as %25 for %"});
}

bool gff_parser::is_requested(std::string_view type) const {
  return std::find(options_.types.begin(), options_.types.end(), type) != options_.types.end();
}

gff_attributes gff_parser::attributes(const gff_columns& columns, std::uint64_t number) const {
  return format_ == candidate_format::gff3 ? parse_gff3_attributes(source_, number, columns.attributes)
                                           : parse_gtf_attributes(columns.attributes);
}

std::string gff_parser::sequence_name(std::string_view column) const {
  const bool is_escaped = format_ == candidate_format::gff3 && column.find('%') != std::string_view::npos;
  return is_escaped ? percent_decode(column) : std::string(column);
}

std::optional<std::size_t> gff_parser::sequence(std::string_view name, std::uint64_t number) {
  if (last_sequence_ && name == last_name_) return last_sequence_;
  last_sequence_ = source_.sequence(number, sequence_name(name));
  last_name_ = name;
  return last_sequence_;
}

// The number of a sequence that need not be in the catalog.
std::size_t gff_parser::sequence_or_other(std::string_view column) {
  const std::string name = sequence_name(column);
  if (const auto known = source_.find_sequence(name)) return *known;
  return other_sequences_.try_emplace(name, source_.sequences.size() + other_sequences_.size()).first->second;
}

bool gff_parser::is_inside(std::uint64_t number, std::size_t sequence, interval where) const {
  const std::int64_t length = source_.sequences.length(sequence);
  if (where.end <= length || !circular_sequences_.contains(sequence)) return source_.inside(number, where, length);
  source_.error(number, {.what = "circular features are not supported: this one runs over the end of its sequence",
                         .got = fmt::format("{}..{}", where.start + 1, where.end),
                         .need = fmt::format("1..{}", length),
                         .hint = "leave it out, or give a sequence that begins elsewhere on the circle"});
  return false;
}

// All columns but the ninth, up to the first fault: one message per bad line.
std::optional<candidate_exon> gff_parser::checked(const gff_columns& columns, const gff_attributes& attributes,
                                                  std::uint64_t number) {
  candidate_exon exon;
  exon.source = source_.index;
  exon.line = number;
  exon.tool = format_ == candidate_format::gff3 ? percent_decode(columns.tool) : std::string(columns.tool);
  const auto on = sequence(columns.sequence, number);
  if (!on) return std::nullopt;
  exon.sequence = *on;
  const auto where = read_place(source_, columns, number);
  if (!where || !is_inside(number, *on, *where)) return std::nullopt;
  exon.where = *where;
  if (columns.score != ".") {
    const auto score = source_.score(number, columns.score);
    if (!score) return std::nullopt;
    exon.score = *score;
  }
  const auto phase = read_phase(source_, columns, number);
  if (!phase || !has_good_strand(source_, columns, attributes, number, is_requested(columns.type))) return std::nullopt;
  exon.phase = *phase;
  exon.on = columns.strand == "-" ? strand::reverse : strand::forward;
  return exon;
}

// Puts the row in its place among the models.
void gff_parser::tie(const gff_columns& columns, const candidate_exon& exon, const gff_attributes& attributes,
                     bool is_requested) {
  gff_feature row = feature_of(columns, attributes, exon.line, format_);
  row.sequence = exon.sequence;
  row.where = exon.where;
  row.is_exon = is_requested && (columns.type == "exon" || is_coding(columns.type));
  const bool is_gff3 = format_ == candidate_format::gff3;
  if (!is_gff3 && columns.type == "gene") return;
  if (!is_gff3 && is_transcript(columns.type)) {
    for (const auto& transcript : attributes.models) models_.define(transcript, row, {});
    return;
  }
  const bool may_be_named = is_requested || may_have_children(columns.type);  // IDs of other rows name nothing
  const bool has_own_id = use_ == gff_use::candidates && may_be_named && !attributes.id.empty();
  if (has_own_id) models_.define(attributes.id, row, attributes.models);
  const bool is_stop_codon = !is_requested && columns.type == "stop_codon" && this->is_requested("CDS");
  const bool is_left_out = is_requested && (attributes.is_trans_spliced || row.on == '?');
  std::size_t place = exons_.size();
  for (const auto& parent : attributes.models) {
    const std::uint32_t model = models_.add_child(parent, row);
    if (is_left_out) models_.mark_trans_spliced(model);
    if (is_requested) members_.push_back({model, place, is_coding(columns.type)});
    if (is_stop_codon) stop_codons_.push_back({model, exon});
    if (use_ == gff_use::transcripts) ++place;
  }
  if (is_left_out && has_own_id && attributes.models.empty())
    members_.push_back({models_.number_of(attributes.id), place, is_coding(columns.type)});
  if (is_stop_codon && attributes.models.empty()) warn_of_stop_codon_apart(source_, exon.line, exon.where);
}

std::vector<candidate_exon> gff_parser::finish() {
  if (!is_settled_) settle(std::nullopt);
  const bool has_candidates = use_ == gff_use::candidates;
  models_.tell_duplicates();
  models_.tell_cycles();
  if (has_candidates) models_.tell_ties(format_ == candidate_format::gff3);
  if (has_candidates && n_requested_rows_ == 0) tell_missing_types();
  leave_out_trans_spliced();
  join_stop_codons(std::move(stop_codons_), source_, exons_, members_);
  if (has_candidates) fill_phases();
  return std::move(exons_);
}

void gff_parser::leave_out_trans_spliced() {
  exonweave::leave_out_trans_spliced(source_, models_, exons_, members_);
  if (use_ == gff_use::candidates)
    std::erase_if(members_, [](const model_member& member) { return !member.is_in_frame; });
  std::erase_if(stop_codons_, [this](const gff_stop_codon& stop) { return models_.is_trans_spliced(stop.model); });
}

void gff_parser::tell_missing_types() const {
  if (rows_of_type_.empty()) return source_.error(0, {.what = "no features", .need = "at least one row"});
  constexpr std::size_t most = 10;  // types shown
  std::vector<std::string_view> types;
  for (const auto& [type, count] : rows_of_type_)
    if (types.size() < most) types.push_back(type);
  source_.error(0, {.what = "no rows of the wanted types",
                    .got = fmt::format("{}", fmt::join(types, ", ")),
                    .need = fmt::format("{}", fmt::join(options_.types, ", ")),
                    .hint = fmt::format("Name the types that hold the exons: --types {}", fmt::join(types, ","))});
}

// Warns of each row without a phase, by what became of it.
void gff_parser::fill_phases() {
  std::vector<std::size_t> without;
  for (std::size_t i = 0; i < exons_.size(); ++i)
    if (exons_[i].phase == no_phase) without.push_back(i);
  if (without.empty()) return;
  derive_phases(std::move(members_), exons_);
  for (const std::size_t i : without) {
    if (exons_[i].phase == no_phase)
      source_.warn(exons_[i].line,
                   {"no phase, and its model does not give one, so it stays unknown", ".", "0, 1 or 2"});
    else
      source_.warn(exons_[i].line, {.what = "no phase, worked out from its model", .got = ".", .need = "0, 1 or 2"});
  }
}

}  // namespace exonweave
