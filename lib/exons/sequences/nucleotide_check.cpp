#include "exons/sequences/nucleotide_check.hpp"

#include <algorithm>
#include <utility>

namespace exonweave {

void nucleotide_check::record(const fasta_reader& reader) {
  warn_if_all_n();
  header_ = reader.header();
  name_ = reader.name();
  has_residues_ = has_bases_ = false;
}

void nucleotide_check::residues(const fasta_reader& reader) {
  const std::string_view residues = reader.residues();
  const place where = reader.lines().where();
  letters_.add(residues);
  has_residues_ = true;
  const auto is_bad = [](char letter) { return nucleotide(letter) == 0; };
  const auto is_base = [](char letter) { return letter != 'N' && letter != 'n'; };
  has_bases_ = has_bases_ || std::any_of(residues.begin(), residues.end(), is_base);
  const auto* bad = std::find_if(residues.begin(), residues.end(), is_bad);
  if (bad == residues.end() || where.line == bad_line_) return;
  bad_line_ = where.line;
  const auto column = reader.first_column() + static_cast<std::size_t>(bad - residues.begin());
  auto problem = letter_problem(where, *bad, column, molecule::dna);
  if (is_decided_) return problems_->error(std::move(problem));
  undecided_.push_back(std::move(problem));
  if (undecided_.size() == report::max_errors) decide();
}

void nucleotide_check::finish() {
  warn_if_all_n();
  if (!is_decided_) decide();
}

void nucleotide_check::warn_if_all_n() {
  if (has_residues_ && !has_bases_) problems_->warn({.where = header_, .what = "sequence of N only", .got = name_});
}

void nucleotide_check::decide() {
  is_decided_ = true;
  is_protein_ = !undecided_.empty() && letters_.kind() == molecule::protein;
  if (is_protein_)
    problems_->error({.where = {header_.file, 0},
                      .what = "protein where DNA is needed",
                      .need = "nucleotide sequences",
                      .hint = "check the order of the files"});
  else
    for (auto& problem : undecided_) problems_->error(std::move(problem));
  undecided_.clear();
}

}  // namespace exonweave
