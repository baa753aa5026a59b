#include "benchmarks/literal_cases.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace exonweave::benchmarks {
namespace {

using spliced::residue_code;

// By sequence and strand; on the forward strand.
using candidates = std::map<std::pair<std::string, std::string>, std::set<candidate_exon>>;

std::ifstream open(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return file;
}

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream text(line);
  for (std::string column; std::getline(text, column, '\t');) columns.push_back(column);
  return columns;
}

std::map<std::string, std::string> read_fasta(const std::filesystem::path& path) {
  std::map<std::string, std::string> records;
  std::string* residues = nullptr;
  auto file = open(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('>'))
      residues = &records[line.substr(1)];
    else if (residues != nullptr)
      *residues += line;
  }
  return records;
}

candidates read_candidates(const std::filesystem::path& path) {
  candidates found;
  auto file = open(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto columns = columns_of(line);
    found[{columns.at(0), columns.at(6)}].insert({std::stoll(columns.at(3)) - 1, std::stoll(columns.at(4))});
  }
  return found;
}

// A code is a set of bases, one bit for each of A, C, G, T.
residue_code complement(residue_code code) {
  return static_cast<residue_code>((code & 1) << 3 | (code & 2) << 1 | (code & 4) >> 1 | (code & 8) >> 3);
}

std::vector<residue_code> reverse_complement(std::vector<residue_code> residues) {
  std::ranges::reverse(residues);
  std::ranges::transform(residues, residues.begin(), complement);
  return residues;
}

struct simulated_files {
  std::map<std::string, std::string> genome, targets;
  candidates exons;
};

const std::string& record(const std::map<std::string, std::string>& records, const std::string& name) {
  const auto found = records.find(name);
  if (found == records.end()) throw std::runtime_error("no sequence '" + name + "'");
  return found->second;
}

// Columns of pairs.tsv: sequence, begin, end, strand, transcript, species, target, identity, kind.
constexpr std::size_t target_column = 6, kind_column = 8;

literal_case case_of(const std::vector<std::string>& pair, const simulated_files& files) {
  const std::int64_t begin = std::stoll(pair[1]), end = std::stoll(pair[2]);
  const bool is_reverse = pair[3] == "-";
  const std::string& target = pair[target_column];
  literal_case made{target, {}, spliced::encode_dna(record(files.targets, target)), {}};
  made.region = spliced::encode_dna(
      record(files.genome, pair[0]).substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
  if (is_reverse) made.region = reverse_complement(std::move(made.region));
  const auto of_strand = files.exons.find({pair[0], pair[3]});
  if (of_strand == files.exons.end()) throw std::runtime_error("no candidates for '" + target + "'");
  for (const candidate_exon& exon : of_strand->second) {
    if (exon.start < begin || exon.end > end) continue;
    made.exons.push_back(is_reverse ? candidate_exon{end - exon.end, end - exon.start}
                                    : candidate_exon{exon.start - begin, exon.end - begin});
  }
  std::ranges::sort(made.exons);
  return made;
}

}  // namespace

std::uint64_t literal_case::exon_bases() const {
  std::uint64_t sum = 0;
  for (const candidate_exon& exon : exons) sum += static_cast<std::uint64_t>(exon.end - exon.start);
  return sum;
}

spliced::row_graph literal_dag(const std::vector<residue_code>& region, const std::vector<candidate_exon>& exons,
                               std::int64_t min_intron) {
  spliced::row_graph graph(region);
  std::vector<spliced::node_id> nodes;
  std::vector<spliced::edge> into_sink;
  for (const candidate_exon& exon : exons) {
    std::vector<spliced::edge> inputs{{spliced::graph_view::source(), 0}};
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (exons[k].end + min_intron <= exon.start) inputs.push_back({nodes[k], 0});
    nodes.push_back(graph.add_run(static_cast<std::uint64_t>(exon.start),
                                  static_cast<std::uint32_t>(exon.end - exon.start), exon.end, inputs));
    into_sink.push_back({nodes.back(), 0});
  }
  graph.add_junction(static_cast<std::int64_t>(region.size()), into_sink);
  return graph;
}

std::vector<literal_case> read_cases(const std::filesystem::path& folder) {
  const simulated_files files{read_fasta(folder / "genome.fa"), read_fasta(folder / "targets.cds.fa"),
                              read_candidates(folder / "candidates.gff3")};
  std::vector<literal_case> cases;
  auto pairs = open(folder / "pairs.tsv");
  std::string line;
  std::getline(pairs, line);  // names of the columns
  while (std::getline(pairs, line)) {
    const auto columns = columns_of(line);
    if (columns.at(kind_column) == "cds") cases.push_back(case_of(columns, files));
  }
  return cases;
}

}  // namespace exonweave::benchmarks
