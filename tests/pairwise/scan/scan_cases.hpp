// Databases, queries and scorings that every scan engine has to get right.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pairwise/scan/plain_local.hpp"

namespace exonweave::testing {

struct scan_case {
  std::string name;
  std::vector<protein> queries;
  std::vector<protein> database;
  spliced::substitution_matrix matrix{spliced::n_amino_codes};
  spliced::gap_costs gaps{11, 1};
  spliced::score least = 0;  // all scores
};

inline std::vector<protein> random_proteins(std::mt19937_64& random, std::size_t n, std::size_t longest) {
  std::vector<protein> made;
  for (std::size_t k = 0; k < n; ++k) made.push_back(random_protein(random, 1 + random() % longest));
  return made;
}

/// Of scores from -`range` to `range`, no two triangles alike.
inline spliced::substitution_matrix random_matrix(std::mt19937_64& random, spliced::score range) {
  spliced::substitution_matrix made(spliced::n_amino_codes);
  for (spliced::residue_code row = 0; row < spliced::n_amino_codes; ++row)
    for (spliced::residue_code column = 0; column < spliced::n_amino_codes; ++column)
      made.at(row, column) = static_cast<spliced::score>(random() % static_cast<unsigned>(2 * range + 1)) - range;
  return made;
}

inline std::vector<scan_case> scan_cases() {
  std::mt19937_64 random(11);
  const auto blosum62 = *spliced::named_protein_matrix("BLOSUM62");
  std::vector<scan_case> cases;
  const auto add = [&](std::string name, std::vector<protein> queries, std::vector<protein> database) -> scan_case& {
    cases.push_back({std::move(name), std::move(queries), std::move(database), blosum62});
    return cases.back();
  };
  {  // relatives among decoys
    auto queries = random_proteins(random, 6, 300);
    auto database = random_proteins(random, 300, 200);
    for (const auto& query : queries)
      for (int k = 0; k < 20; ++k)
        if (auto made = relative(random, query); !made.empty()) database.push_back(std::move(made));
    add("relatives", queries, database);
    add("relatives above a score", queries, database).least = 60;
    add("linear gaps", queries, database).gaps = {0, 4};
    const std::vector<protein> some(database.end() - 50, database.end());
    for (const spliced::score gap : {17, 30, 50, 100, 10'000})
      add("linear gaps of " + std::to_string(gap), queries, some).gaps = {0, gap};
    add("long gaps", queries, database).gaps = {5, 0};
    add("cheap gaps", queries, database).gaps = {1, 3};
    add("dear gaps", queries, database).gaps = {40, 120};
    add("two triangles", queries, database).matrix = random_matrix(random, 9);
    add("large scores", queries, database).matrix = random_matrix(random, 3'000);
    add("no score above 0", queries, database).matrix = [] {
      spliced::substitution_matrix made(spliced::n_amino_codes);
      for (spliced::residue_code row = 0; row < spliced::n_amino_codes; ++row)
        for (spliced::residue_code column = 0; column < spliced::n_amino_codes; ++column) made.at(row, column) = -1;
      return made;
    }();
  }
  for (const std::size_t n : {1u, 255u, 256u, 257u})
    add(std::to_string(n) + " sequences", random_proteins(random, 2, 40), random_proteins(random, n, 30));
  {  // sizes around those of lanes, warps and slices
    std::vector<protein> database;
    for (const std::size_t length : std::initializer_list<std::size_t>{
             1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513})
      database.push_back(random_protein(random, length));
    add("many sizes", database, database);
  }
  add("an empty query", {{}, random_protein(random, 10)}, random_proteins(random, 5, 20));
  add("single residues", {{0}, {17}, {22}}, {{17}, {0}, {5}, {22}});
  add("runs of X", {protein(100, 22), random_protein(random, 50)},
      {protein(300, 22), protein(7, 22), random_protein(random, 80)});
  {  // repeats tie
    protein unit = random_protein(random, 9), repeated;
    for (int k = 0; k < 12; ++k) repeated.insert(repeated.end(), unit.begin(), unit.end());
    add("ties", {unit, repeated}, {repeated, unit, repeated});
  }
  // W-W scores 11: 32,767 is passed behind the 2,978th.
  add("more than 16 bits", {protein(2'970, 17), protein(3'000, 17)},
      {protein(3'010, 17), protein(2'979, 17), protein(2'978, 17), protein(100, 17)});
  {  // queries of several passes
    std::vector<protein> queries;
    for (const std::size_t length : {2'047u, 2'048u, 2'049u, 4'500u}) queries.push_back(random_protein(random, length));
    auto database = random_proteins(random, 10, 300);
    database.push_back(relative(random, protein(queries[3].begin() + 1'500, queries[3].begin() + 2'500)));
    add("long queries", queries, database);
  }
  {  // sequences far longer than what aligns: stretches of the queries everywhere, some with long gaps
    std::vector<protein> queries;
    for (const std::size_t length : {40u, 200u, 700u}) queries.push_back(random_protein(random, length));
    std::vector<protein> database;
    for (const std::size_t length : {12'000u, 9'999u, 5'000u, 4'100u, 2'100u, 1'500u, 700u}) {
      protein made = random_protein(random, length);
      for (std::size_t position = random() % 600; position + 1'100 < length; position += 400 + random() % 2'000) {
        const protein part = relative(random, queries[random() % queries.size()]);
        const std::size_t half = part.size() / 2, gap = random() % 300;
        std::copy_n(part.begin(), half, made.begin() + static_cast<std::ptrdiff_t>(position));
        std::copy(part.begin() + static_cast<std::ptrdiff_t>(half), part.end(),
                  made.begin() + static_cast<std::ptrdiff_t>(position + half + gap));
      }
      database.push_back(std::move(made));
    }
    add("long sequences", queries, database);
    add("long sequences above a score", queries, database).least = 100;
    add("long sequences, linear gaps", queries, database).gaps = {0, 4};
    add("long sequences, long gaps", queries, database).gaps = {9, 0};
  }
  {  // many passes along long sequences
    const protein query = random_protein(random, 1'500);
    protein sequence = random_protein(random, 9'000);
    const protein part = relative(random, query);
    std::ranges::copy(part, sequence.begin() + 7'000);
    add("long queries and sequences", {query, random_protein(random, 1'450), random_protein(random, 1'490)},
        {random_protein(random, 6'000), sequence, random_protein(random, 100)});
  }
  {  // long ones
    const protein query = random_protein(random, 1'700);
    add("long", {query}, {relative(random, query), random_protein(random, 3'000), random_protein(random, 12)});
  }
  return cases;
}

/// Whether an engine finds what the oracle finds: in one call for all queries, and in one for each. `check(case, is as
/// wanted)`. The oracle is asked once in a process.
inline void check_cases(const scan_engine& engine, const std::function<void(const scan_case&, bool)>& check) {
  static std::map<std::string, std::vector<scan_hit>> known;  // by the case's name
  for (const scan_case& each : scan_cases()) {
    const scan_scoring scoring{&each.matrix, each.gaps};
    if (!engine.refusal(scoring).empty()) continue;
    const made_database database(each.database);
    std::vector<scan_query> queries;
    for (const protein& query : each.queries) queries.push_back({query, each.least});
    if (!known.contains(each.name)) known[each.name] = plain_scan(queries, database, scoring);
    const std::vector<scan_hit>& requested = known[each.name];
    const auto blocks = database.blocks.view();
    const auto opened = engine.open(blocks, scoring);
    bool is_right = opened->scan(queries, nullptr) == requested;
    for (std::uint32_t q = 0; q < queries.size(); ++q) {
      auto alone = opened->scan(std::span(queries).subspan(q, 1), nullptr);
      for (auto& hit : alone) hit.query = q;
      std::vector<scan_hit> of_query;
      std::ranges::copy_if(requested, std::back_inserter(of_query), [&](const auto& hit) { return hit.query == q; });
      is_right = is_right && alone == of_query;
    }
    check(each, is_right);
  }
}

}  // namespace exonweave::testing
