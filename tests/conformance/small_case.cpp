#include "small_case.hpp"

#include <functional>
#include <sstream>
#include <string_view>

namespace exonweave::testing {
namespace {

using spliced::score;

std::string number(score value) {
  return value == spliced::unreachable ? "spliced::unreachable" : std::to_string(value);
}

template <class Items, class Show>
std::string list(const Items& items, const Show& show) {
  std::string text = "{";
  for (const auto& item : items) text += (text.size() > 1 ? ", " : "") + show(item);
  return text + "}";
}

std::string show(splice_family family) {
  return family == splice_family::major ? "splice_family::major" : "splice_family::minor";
}

std::string show(const spliced::gap_costs& costs) {
  return "{" + number(costs.open) + ", " + number(costs.extend) + "}";
}

std::string show(const intron_line& line) {
  return "{" + number(line.cost) + ", length_slope::of_billionths(" + std::to_string(line.per_kb.billionths()) + ")}";
}

std::string show(const strand_exon& exon) {
  const auto& [where, weight, roles, families] = exon;
  return "{{" + std::to_string(where.start) + ", " + std::to_string(where.end) + "}, " + number(weight) + ", {" +
         number(roles.begins) + ", " + number(roles.follows) + ", " + number(roles.ends) + ", " +
         number(roles.goes_on) + ", " + number(roles.begins_cut) + ", " + number(roles.ends_cut) + "}, {" +
         show(families.start) + ", " + show(families.end) + "}}";
}

std::string show(const std::vector<scored_site>& sites) {
  return list(sites, [](const scored_site& site) {
    return "{" + std::to_string(site.position) + ", " + number(site.weight) + ", " + show(site.family) + "}";
  });
}

std::string show(const std::vector<std::int64_t>& positions) {
  return list(positions, [](std::int64_t position) { return std::to_string(position); });
}

// A matrix row by row, its equal scores told once.
std::string show(const spliced::substitution_matrix& matrix) {
  std::ostringstream text;
  const score rest = matrix.smallest();
  text << "for (std::size_t u = 0; u < " << matrix.n_codes() << "; ++u) for (std::size_t v = 0; v < "
       << matrix.n_codes() << "; ++v) d.at(u, v) = " << rest << ";\n";
  for (std::size_t u = 0; u < matrix.n_codes(); ++u)
    for (std::size_t v = 0; v < matrix.n_codes(); ++v) {
      const auto code = [](std::size_t value) { return static_cast<spliced::residue_code>(value); };
      if (matrix(code(u), code(v)) != rest)
        text << "d.at(" << u << ", " << v << ") = " << matrix(code(u), code(v)) << "; ";
    }
  return text.str();
}

}  // namespace

std::string describe(const small_case& example) {
  std::ostringstream text;
  constexpr std::string_view bases = "ACGT";
  const auto optional = [&](const char* name, const auto& value, const auto& shown) {
    if (value) text << "of.scoring." << name << " = " << shown(*value) << ";\n";
  };
  text << "small_case of;\nof.material.region = {" << example.material.region.start << ", spliced::encode_dna(\"";
  for (const auto code : example.material.region.residues) text << spliced::dna_letter(code);
  text << "\")};\nof.material.exons = "
       << list(example.material.exons, [](const strand_exon& exon) { return show(exon); }) << ";\n";
  if (example.material.blocks) {
    const auto& [sites, begins, ends, limits, cut_begins, cut_ends] = *example.material.blocks;
    text << "of.material.blocks = block_sites{{" << show(sites.acceptors) << ", " << show(sites.donors) << ", "
         << show(sites.starts) << "}, " << show(begins) << ", " << show(ends)
         << (limits ? ", block_limits_at{" + show(limits->starts) + ", " + show(limits->ends) + "}"
                    : std::string(", {}"))
         << ", " << show(cut_begins) << ", " << show(cut_ends) << "};\n";
  }
  text << "of.target = " << (example.is_protein() ? "spliced::encode_protein(\"" : "spliced::encode_dna(\"");
  for (const auto code : example.target)
    text << (example.is_protein() ? spliced::amino_letter(code) : spliced::dna_letter(code));
  text << "\");\nspliced::substitution_matrix d(" << example.scoring.substitution.n_codes() << ");\n"
       << show(example.scoring.substitution)
       << "\nof.scoring.substitution = d;\nof.scoring.gaps = " << show(example.scoring.gaps)
       << ";\nof.scoring.free_target_ends = " << example.scoring.free_target_ends << ";\nof.scoring.introns = {"
       << example.scoring.introns.min_intron << ", "
       << list(example.scoring.introns.lines, [](const intron_line& line) { return show(line); }) << ", "
       << example.scoring.introns.max_intron << "};\n";
  optional("residue_ends", example.scoring.residue_ends,
           [](const spliced::gap_costs& costs) { return "spliced::gap_costs" + show(costs); });
  optional("code", example.scoring.code,
           [](const genetic_code& code) { return "genetic_code(" + std::to_string(code.id()) + ")"; });
  optional("incomplete", example.scoring.incomplete, number);
  optional("frameshift", example.scoring.frameshift, number);
  optional("internal_stop", example.scoring.internal_stop, number);
  if (example.scoring.coding) {
    text << "of.scoring.coding = codon_weights({";
    for (const char a : bases)
      for (const char b : bases)
        for (const char c : bases)
          text << example.scoring.coding->of(spliced::dna_code(a), spliced::dna_code(b), spliced::dna_code(c)) << ", ";
    text << "});\n";
  }
  if (example.scoring.recoded_stop)
    text << "of.scoring.code = of.scoring.code->with_recoded_stops();\nof.scoring.recoded_stop = "
         << number(*example.scoring.recoded_stop) << ";\n";
  return text.str();
}

}  // namespace exonweave::testing
