#include "exons/scoring/chain_scoring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/files/file_text.hpp"

namespace exonweave {

namespace {

scoring_options default_scoring(molecule kind) {
  scoring_options options;
  if (kind == molecule::dna) return options;
  options.gap_open = 11;
  options.gap_extend = 1;
  options.coding_end_open = 12;
  options.coding_end_extend = 0;
  options.introns = {{30, 0.25}};
  options.min_intron = 30;
  options.type_mismatch = 0;
  options.splice_model = auto_splice_model;
  options.min_site = -40;
  options.open_end = 0;
  options.cut_intron = 10;
  options.extend_starts = true;
  options.disruption = 28;
  return options;
}

scoring_options paper_scoring(molecule kind) {
  scoring_options options;
  options.match = 1;
  options.mismatch = -1;
  options.gap_extend = kind == molecule::dna ? 1 : 8;
  options.introns = {{.cost = 0}};
  options.type_mismatch = 0;
  options.min_intron = 0;
  options.free_target_ends = false;
  options.sites.gc_donor = 0;
  return options;
}

}  // namespace

score_unit unit_of(const scoring_options& options, molecule kind) {
  return kind == molecule::protein && options.preset != "paper" ? score_unit::halves() : score_unit::whole();
}

std::vector<std::string> preset_names() { return {"default", "global", "paper"}; }

std::optional<scoring_options> preset_scoring(const std::string& name, molecule kind) {
  scoring_options options = name == "paper" ? paper_scoring(kind) : default_scoring(kind);
  if (name == "global")
    options.free_target_ends = false;
  else if (name != "default" && name != "paper")
    return std::nullopt;
  options.preset = name;
  return options;
}

namespace {

constexpr double largest_site_weight = 1'000;
constexpr std::string_view off = "off";

// Keys are made from how to reach an option: a member, or a function from options, const or not, to a reference.

template <class Reach>
scoring_key integer_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            std::int64_t value = std::invoke(reach, options);
            auto fault = read_integer(text, is_plain, least, most, value);
            std::invoke(reach, options) =
                static_cast<std::remove_reference_t<decltype(std::invoke(reach, options))>>(value);
            return fault;
          },
          [=](const scoring_options& options) { return fmt::format("{}", std::invoke(reach, options)); }};
}

template <class Reach>
scoring_key cost_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit unit) {
            return read_cost(text, is_plain, unit, std::invoke(reach, options));
          },
          [=](const scoring_options& options) { return to_string(std::invoke(reach, options)); }};
}

// A value that may be off. `read` reads one that is not, and `text_of` writes it.
template <class Reach, class Read, class Text>
scoring_key optional_key(std::string_view name, Reach reach, Read read, Text text_of) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit unit) {
            auto& option = std::invoke(reach, options);
            if (text == off) {
              option = std::nullopt;
              return value_fault{};
            }
            typename std::remove_reference_t<decltype(option)>::value_type value{};
            value_fault fault = read(text, is_plain, unit, value);
            if (fault.what.empty())
              option = value;
            else
              fault.need = fmt::format("{}, or {}", fault.need, off);
            return fault;
          },
          [=](const scoring_options& options) {
            const auto& value = std::invoke(reach, options);
            return value ? text_of(*value) : quoted(std::string(off));
          }};
}

template <class Reach>
scoring_key optional_integer_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return optional_key(
      name, reach,
      [=](std::string_view text, bool is_plain, score_unit, std::int64_t& value) {
        return read_integer(text, is_plain, least, most, value);
      },
      [](std::int64_t value) { return fmt::format("{}", value); });
}

template <class Reach>
scoring_key optional_score_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return optional_key(
      name, reach,
      [=](std::string_view text, bool is_plain, score_unit unit, written_score& value) {
        return read_score(text, is_plain, unit, least, most, value);
      },
      [](written_score value) { return to_string(value); });
}

template <class Reach>
scoring_key optional_cost_key(std::string_view name, Reach reach) {
  return optional_score_key(name, reach, 0, largest_cost);
}

template <class Reach>
scoring_key weight_key(std::string_view name, Reach reach, double most) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            return read_decimal(text, is_plain, 0, most, "a weight", std::invoke(reach, options));
          },
          [=](const scoring_options& options) { return plain_decimal(std::invoke(reach, options)); }};
}

template <class Reach>
scoring_key slope_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            return read_cost_per_kb(text, is_plain, std::invoke(reach, options));
          },
          [=](const scoring_options& options) { return plain_decimal(std::invoke(reach, options)); }};
}

// DNA targets have no use for it.
scoring_key for_proteins(scoring_key key) {
  key.is_for_proteins = true;
  return key;
}

template <class Reach>
scoring_key flag_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            const bool is_word = is_plain && (text == "true" || text == "false");
            if (!is_word) return value_fault{"is not a truth value", "true or false"};
            std::invoke(reach, options) = text == "true";
            return value_fault{};
          },
          [=](const scoring_options& options) { return std::string(std::invoke(reach, options) ? "true" : "false"); }};
}

template <class Reach>
scoring_key name_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool, score_unit) {
            if (text.empty()) return value_fault{"is empty", "a name or a path"};
            if (!is_text(text)) return value_fault{"is no text", "UTF-8 without control characters"};
            std::invoke(reach, options) = std::string(text);
            return value_fault{};
          },
          [=](const scoring_options& options) { return quoted(std::invoke(reach, options)); }};
}

}  // namespace

std::span<const scoring_key> scoring_keys() {
  static const std::array keys = {
      integer_key("match", &scoring_options::match, -largest_score, largest_score),
      integer_key("mismatch", &scoring_options::mismatch, -largest_score, largest_score),
      name_key("protein_matrix", &scoring_options::protein_matrix),
      cost_key("gap_open", &scoring_options::gap_open),
      cost_key("gap_extend", &scoring_options::gap_extend),
      for_proteins(optional_cost_key("coding_end_open", &scoring_options::coding_end_open)),
      for_proteins(cost_key("coding_end_extend", &scoring_options::coding_end_extend)),
      cost_key(
          "intron", [](auto& options) -> auto& { return options.introns.front().cost; }),
      slope_key(
          "intron_per_kb", [](auto& options) -> auto& { return options.introns.front().per_kb; }),
      integer_key("min_intron", &scoring_options::min_intron, 0, longest_intron),
      optional_integer_key("max_intron", &scoring_options::max_intron, 0, longest_intron),
      flag_key("free_target_ends", &scoring_options::free_target_ends),
      for_proteins(flag_key("extend_starts", &scoring_options::extend_starts)),
      cost_key("type_mismatch", &scoring_options::type_mismatch),
      name_key("splice_model", &scoring_options::splice_model),
      weight_key(
          "splice_weight", [](auto& options) -> auto& { return options.sites.splice_weight; }, largest_site_weight),
      weight_key(
          "start_weight", [](auto& options) -> auto& { return options.sites.start_weight; }, largest_site_weight),
      cost_key(
          "gc_donor", [](auto& options) -> auto& { return options.sites.gc_donor; }),
      optional_cost_key(
          "at_ac", [](auto& options) -> auto& { return options.sites.at_ac; }),
      optional_cost_key(
          "noncanonical", [](auto& options) -> auto& { return options.sites.noncanonical; }),
      optional_score_key("min_site", &scoring_options::min_site, -largest_score, largest_score),
      for_proteins(optional_cost_key("frameshift", &scoring_options::frameshift)),
      for_proteins(optional_cost_key("internal_stop", &scoring_options::internal_stop)),
      for_proteins(optional_cost_key("disruption", &scoring_options::disruption)),
      for_proteins(optional_cost_key("incomplete", &scoring_options::incomplete)),
      for_proteins(optional_cost_key("open_end", &scoring_options::open_end)),
      for_proteins(optional_cost_key("cut_intron", &scoring_options::cut_intron)),
      weight_key("candidate_weight", &scoring_options::candidate_weight, static_cast<double>(largest_cost)),
  };
  return keys;
}

namespace {

spliced::substitution_matrix make_substitution(const letter_matrix& letters) {
  const auto score_of = [&](std::size_t row, std::size_t column) {
    return letters.scores[row * letters.n_letters + column];
  };
  spliced::base_scores bases;
  for (std::size_t u = 0; u < 4; ++u)
    for (std::size_t v = 0; v < 4; ++v) bases[u][v] = score_of(u, v);
  if (letters.n_letters == 4) return spliced::dna_matrix(bases);
  spliced::n_scores n;
  for (std::size_t v = 0; v < 5; ++v) n.genomic_n[v] = score_of(4, v);
  for (std::size_t u = 0; u < 4; ++u) n.target_n[u] = score_of(u, 4);
  return spliced::dna_matrix(bases, n);
}

spliced::substitution_matrix in_unit(spliced::substitution_matrix written, score_unit unit) {
  const auto n_codes = static_cast<spliced::residue_code>(written.n_codes());
  for (spliced::residue_code u = 0; u < n_codes; ++u)
    for (spliced::residue_code v = 0; v < n_codes; ++v) written.at(u, v) *= unit.per_written();
  return written;
}

intron_line in_unit(const intron_cost& written, score_unit unit) {
  return {unit.inside(written.cost),
          length_slope::of_billionths(std::llround(written.per_kb * 1e6) * unit.per_written())};
}

}  // namespace

chain_scoring make_chain_scoring(const scoring_options& options, spliced::substitution_matrix substitution,
                                 const genetic_code* code) {
  const score_unit unit = unit_of(options, code == nullptr ? molecule::dna : molecule::protein);
  chain_scoring scoring;
  scoring.substitution = in_unit(std::move(substitution), unit);
  scoring.gaps = {unit.inside(options.gap_open), unit.inside(options.gap_extend)};
  scoring.free_target_ends = options.free_target_ends;
  const std::int64_t longest = options.max_intron.value_or(0);  // 0: there are no introns
  scoring.introns = {options.min_intron, {}, longest > 0 ? longest : intron_rules::no_limit};
  for (const intron_cost& each : options.introns) scoring.introns.lines.push_back(in_unit(each, unit));
  if (code == nullptr) return scoring;
  scoring.code = *code;
  if (options.coding_end_open)
    scoring.residue_ends = {unit.inside(*options.coding_end_open), unit.inside(options.coding_end_extend)};
  scoring.incomplete = unit.inside(options.incomplete);
  scoring.frameshift = unit.inside(options.frameshift);
  scoring.internal_stop = unit.inside(options.internal_stop);
  return scoring;
}

spliced::substitution_matrix dna_substitution(const scoring_options& options) {
  return options.matrix ? make_substitution(*options.matrix)
                        : spliced::dna_matrix(spliced::match_mismatch(options.match, options.mismatch));
}

namespace {

using spliced::residue_code;
using spliced::score;

std::int64_t count_recoded_stops(const strand_region& region, const genetic_code& code) {
  std::int64_t n = 0;
  for (std::int64_t base = region.start; base + static_cast<std::int64_t>(codon_length) <= region.end(); ++base)
    n += is_recoded_stop(code.translate(region.at(base), region.at(base + 1), region.at(base + 2))) ? 1 : 0;
  return n;
}

// What forbids one, as large as scores allow: a path may go over all of them, and each counts twice in what bounds its
// score (score_bound), which together is half of score_limit. A chain that goes over one scores less than half of it
// (is_forbidden).
std::optional<score> forbidding_cost(std::int64_t n_stops, std::int64_t gain) {
  constexpr std::int64_t most = std::int64_t{1} << 22;
  const std::int64_t cost = std::min(most, spliced::score_limit / (4 * (n_stops + 1)));
  return cost / 2 <= gain ? std::nullopt : std::optional(static_cast<score>(cost));
}

// By codons that no residue is aligned with.
std::int64_t max_in_gaps(const strand_region& region, const chain_scoring& scoring) {
  const auto n_codons = std::ssize(region.residues) / static_cast<std::int64_t>(codon_length);
  return scoring.coding ? n_codons * scoring.coding->largest() : 0;
}

}  // namespace

bool has_recoded_stops(std::string_view protein, const genetic_code& code) {
  const auto reads = [code = code.with_recoded_stops()](std::string_view codon, char letter) {
    return translate_codon(codon, code) == letter;
  };
  const auto has = [protein](char letter) { return protein.find(letter) != std::string_view::npos; };
  return (has('U') && reads("TGA", 'U')) || (has('O') && reads("TAG", 'O'));
}

score max_gain(std::string_view protein, const chain_scoring& scoring) {
  constexpr score max_of_sites = 1000;  // of a chain's first and last sites, beyond what its introns cost
  std::int64_t gain = max_of_sites;
  for (const char letter : protein) {
    const residue_code symbol = spliced::amino_code(letter);
    score most = 0;
    for (residue_code residue = 0; residue < spliced::n_amino_codes; ++residue)
      most = std::max(most, scoring.substitution(residue, symbol));
    gain += most;
  }
  return static_cast<score>(std::min<std::int64_t>(gain, spliced::score_limit));
}

chain_scoring with_recoded_stops(const chain_scoring& scoring, const strand_region& region, score gain) {
  const genetic_code code = scoring.code->with_recoded_stops();
  const auto cost = scoring.internal_stop
                        ? scoring.internal_stop
                        : forbidding_cost(count_recoded_stops(region, code), gain + max_in_gaps(region, scoring));
  if (!cost) return scoring;
  chain_scoring made = scoring;
  made.code = code;
  made.recoded_stop = cost;
  for (const auto& [letter, like] : {std::pair('U', 'C'), std::pair('O', 'K')}) {
    const residue_code recoded = spliced::amino_code(letter), known = spliced::amino_code(like);
    const score match = std::max(scoring.substitution(recoded, recoded), scoring.substitution(known, known));
    for (residue_code symbol = 0; symbol < spliced::n_amino_codes; ++symbol)
      made.substitution.at(recoded, symbol) = scoring.substitution(spliced::stop_amino, symbol);
    made.substitution.at(recoded, recoded) = match + *cost;
  }
  return made;
}

}  // namespace exonweave
