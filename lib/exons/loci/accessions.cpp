#include "exons/loci/accessions.hpp"

#include <algorithm>
#include <array>

namespace exonweave {
namespace {

// Of NCBI's names, and UniProt's sp and tr.
constexpr std::array<std::string_view, 20> databases{"gi",  "ref", "sp",  "tr",  "gb",  "emb", "dbj",
                                                     "pir", "prf", "pdb", "lcl", "gnl", "bbs", "bbm",
                                                     "gim", "pat", "tpg", "tpe", "tpd", "gp"};

bool is_database(std::string_view part) { return std::ranges::find(databases, part) != databases.end(); }

// Where the parts from `start` on end, so many of them.
std::size_t end_of_parts(std::string_view name, std::size_t start, int n_parts) {
  std::size_t end = std::min(name.find('|', start), name.size());
  for (; n_parts > 1 && end < name.size(); --n_parts) end = std::min(name.find('|', end + 1), name.size());
  return end;
}

}  // namespace

std::vector<std::string_view> accessions_of(std::string_view name) {
  const std::size_t first_bar = name.find('|');
  if (first_bar == std::string_view::npos || !is_database(name.substr(0, first_bar))) return {name};
  std::vector<std::string_view> accessions;
  for (std::size_t start = 0; start < name.size();) {
    std::size_t end = end_of_parts(name, start, 1);
    const std::string_view part = name.substr(start, end - start);
    std::size_t first = start;
    if (part == "gi") {  // a number alone could be anybody's
      end = end_of_parts(name, start, 2);
    } else if (part == "pdb" || part == "gnl") {  // an entry and its chain, a database and its name
      first = end + 1;
      end = end_of_parts(name, first, 2);
    } else if (is_database(part)) {
      first = end;
    }
    if (first < end) accessions.push_back(name.substr(first, end - first));
    start = end + 1;
  }
  return accessions;
}

// A name that is its own accession is found without an index.
void accession_index::add(std::string_view name, std::size_t record) {
  if (name.find('|') == std::string_view::npos) return;
  for (const std::string_view accession : accessions_of(name)) {
    auto& records = records_.try_emplace(std::string(accession)).first->second;
    if (records.empty() || records.back() != record) records.push_back(record);
  }
}

std::vector<std::size_t> accession_index::records_of(std::string_view name) const {
  std::vector<std::size_t> records;
  for (const std::string_view accession : accessions_of(name)) {
    const auto found = records_.find(accession);
    if (found != records_.end()) records.insert(records.end(), found->second.begin(), found->second.end());
  }
  std::ranges::sort(records);
  const auto twice = std::ranges::unique(records);
  records.erase(twice.begin(), twice.end());
  return records;
}

}  // namespace exonweave
