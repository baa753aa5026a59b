#include "report/page/comparison_page.hpp"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/packing/packed_text.hpp"
#include "report/page/page_frame.hpp"

namespace exonweave {
namespace {

using json = nlohmann::ordered_json;
using number = std::optional<std::int64_t>;
using pair_transcript = std::optional<std::uint32_t> gene_pair::*;

json account_of(const gene_set_comparison& compared, const comparison_names& names) {
  const auto set_entry = [](const std::string& name, const coding_set& set, const gene_counts& genes) {
    return json{{"name", name},         {"genes", set.genes.size()}, {"transcripts", set.transcripts.size()},
                {"exact", genes.exact}, {"changed", genes.changed},  {"only", genes.only}};
  };
  json account = {
      {"version", names.version},
      {"sets", {set_entry(names.a, compared.a, compared.genes_a), set_entry(names.b, compared.b, compared.genes_b)}},
      {"status_words", gene_status_words},
      {"change_words", gene_change_words},
      {"n_changes", compared.n_changes},
      {"sequences", compared.sequences.names()}};
  for (const level_accuracy& each : compared.levels)
    account["levels"].push_back({{"name", each.level},
                                 {"n_a", each.n_a},
                                 {"n_b", each.n_b},
                                 {"shared_a", each.shared_a},
                                 {"shared_b", each.shared_b}});
  return account;
}

// Exons and what lies between them by turns, nt.
std::vector<std::uint32_t> lengths_of(const coding_transcript& transcript) {
  std::vector<std::uint32_t> lengths;
  std::int64_t end = transcript.span().start;
  for (const interval& exon : transcript.exons) {
    if (!lengths.empty()) lengths.push_back(static_cast<std::uint32_t>(exon.start - end));
    lengths.push_back(static_cast<std::uint32_t>(exon.length()));
    end = exon.end;
  }
  return lengths;
}

void write_set_columns(const gene_set_comparison& compared, const coding_set& set, pair_transcript transcript,
                       std::string_view name, column_writer& columns) {
  using text = std::string_view;
  std::vector<std::uint32_t> lengths;  // of the last transcript
  const auto add = [&](text column, const auto& nothing, const auto& value_of) {
    columns.add_all(column, compared.pairs, [&](const gene_pair& pair) {
      const auto number_in_set = pair.*transcript;
      return number_in_set ? value_of(set.transcripts[*number_in_set]) : nothing;
    });
  };
  const auto gene_of = [&set](const coding_transcript& each) -> const coding_gene& { return set.genes[each.gene]; };
  columns.begin(name);
  add("gene", text(), [&](const coding_transcript& each) { return text(gene_of(each).id); });
  add("transcript", text(), [](const coding_transcript& each) { return text(each.id); });
  add("strand", text(),
      [&](const coding_transcript& each) { return text(gene_of(each).on == strand::forward ? "+" : "-"); });
  add("start", number(), [](const coding_transcript& each) { return number(each.span().start); });
  add("lengths", std::span<const std::uint32_t>(), [&](const coding_transcript& each) {
    lengths = lengths_of(each);
    return std::span<const std::uint32_t>(lengths);
  });
  columns.end();
}

void write_pair_columns(const gene_set_comparison& compared, const text_sink& sink) {
  std::vector<std::uint32_t> changes;  // of the last pair
  column_writer columns(sink);
  const auto add_number = [&](std::string_view name, const auto& value_of) {
    columns.add_all(name, compared.pairs,
                    [&](const gene_pair& pair) { return number(static_cast<std::int64_t>(value_of(pair))); });
  };
  add_number("status", [](const gene_pair& pair) { return pair.status; });
  columns.add_all("changes", compared.pairs, [&](const gene_pair& pair) -> std::span<const std::uint32_t> {
    changes.clear();
    for (const gene_change each : pair.changes) changes.push_back(static_cast<std::uint32_t>(each));
    return changes;
  });
  add_number("sequence", [&](const gene_pair& pair) { return compared.sequence_of(pair); });
  add_number("in_frame", [](const gene_pair& pair) { return pair.shared.in_frame; });
  add_number("in_other_frame", [](const gene_pair& pair) { return pair.shared.in_other_frame; });
  add_number("on_other_strand", [](const gene_pair& pair) { return pair.shared.on_other_strand; });
  write_set_columns(compared, compared.a, &gene_pair::a, "a", columns);
  write_set_columns(compared, compared.b, &gene_pair::b, "b", columns);
  columns.finish();
}

}  // namespace

void write_comparison_page(const gene_set_comparison& compared, const comparison_names& names, const text_sink& sink) {
  const std::map<std::string, std::string> data = {
      {"account", packed_json(account_of(compared, names))},
      {"pairs", packed_text([&](const text_sink& text) { write_pair_columns(compared, text); })}};
  write_page({"comparison", "; img-src data:", comparison_template(), comparison_scripts()}, data, {}, sink);
}

}  // namespace exonweave
