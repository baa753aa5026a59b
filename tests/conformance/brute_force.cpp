#include "brute_force.hpp"

#include <algorithm>
#include <functional>

namespace exonweave::testing {
namespace {

using spliced::score;

// Plain global DP of one chain against the target, whole matrix, rows = concatenated residues.
class chain_matrix {
 public:
  chain_matrix(const small_case& of, const std::vector<strand_exon>& chain) : case_(of), chain_(chain) {
    for (const auto& exon : chain)
      residues_.insert(residues_.end(), of.genome.begin() + exon.where.start,
                       of.genome.begin() + exon.where.end);
    for (std::size_t e = 0; e < chain.size(); ++e) {
      bonus_ += chain[e].weight;
      bonus_ += e == 0 ? chain[e].roles.begins : chain[e].roles.follows;
      bonus_ += e + 1 == chain.size() ? chain[e].roles.ends : chain[e].roles.goes_on;
      if (e > 0) {
        const std::int64_t gap_begin = chain[e - 1].where.end, gap_end = chain[e].where.start;
        bonus_ -= of.introns.cost + static_cast<score>(gap_end * of.introns.cost_per_kb / 1000 -
                                                       gap_begin * of.introns.cost_per_kb / 1000);
      }
    }
    fill();
  }

  [[nodiscard]] score best() const {
    const auto& last = matrix_.back();
    return bonus_ + (case_.free_target_ends ? *std::max_element(last.begin(), last.end()) : last.back());
  }

  // The first string of moves in the canonical order for this chain.
  [[nodiscard]] std::string moves() const {
    std::size_t i = residues_.size(), j = case_.target.size();
    if (case_.free_target_ends)
      while (matrix_[i][j] + bonus_ != best()) --j;
    std::string text = "@" + std::to_string(1000 - j);  // larger end column first
    for (std::size_t e = chain_.size(); e-- > 0;) {
      text += "|" + std::to_string(100000 - chain_[e].where.end);  // larger position first
      const std::size_t exon_begin = i - static_cast<std::size_t>(chain_[e].where.length());
      // Letters sort as the order wants: A = match, B = deletion, C = insertion; '|' and '~' sort behind
      // them.
      for (;;) {
        if (i > exon_begin && j > 0 && matrix_[i][j] == matrix_[i - 1][j - 1] + d(i, j)) {
          text += 'A', --i, --j;
        } else if (i > exon_begin && matrix_[i][j] == matrix_[i - 1][j] - case_.gap) {
          text += 'B', --i;
        } else if (i > exon_begin && j > 0 && matrix_[i][j] == matrix_[i][j - 1] - case_.gap) {
          text += 'C', --j;
        } else {
          break;
        }
      }
    }
    return text + "Z";  // the chain begins: after every edit, before an earlier exon
  }

 private:
  [[nodiscard]] score d(std::size_t i, std::size_t j) const {
    return case_.substitution(residues_[i - 1], case_.target[j - 1]);
  }

  void fill() {
    const std::size_t n = case_.target.size();
    matrix_.assign(residues_.size() + 1, std::vector<score>(n + 1));
    for (std::size_t j = 0; j <= n; ++j)
      matrix_[0][j] = case_.free_target_ends ? 0 : -case_.gap * static_cast<score>(j);
    for (std::size_t i = 1; i <= residues_.size(); ++i)
      for (std::size_t j = 0; j <= n; ++j) {
        matrix_[i][j] = matrix_[i - 1][j] - case_.gap;
        if (j == 0) continue;
        matrix_[i][j] = std::max(matrix_[i][j], matrix_[i][j - 1] - case_.gap);
        matrix_[i][j] = std::max(matrix_[i][j], matrix_[i - 1][j - 1] + d(i, j));
      }
  }

  const small_case& case_;
  const std::vector<strand_exon>& chain_;
  std::vector<spliced::residue_code> residues_;
  score bonus_ = 0;
  std::vector<std::vector<score>> matrix_;
};

void for_each_chain(const small_case& of, const std::function<void(const std::vector<strand_exon>&)>& visit) {
  std::vector<strand_exon> chain;
  const std::function<void()> extend = [&] {
    for (const auto& exon : of.exons) {
      if (!chain.empty() && chain.back().where.end + of.introns.min_intron > exon.where.start) continue;
      chain.push_back(exon);
      visit(chain);
      extend();
      chain.pop_back();
    }
  };
  extend();
}

std::vector<interval> places(const std::vector<strand_exon>& chain) {
  std::vector<interval> where;
  for (const auto& exon : chain) where.push_back(exon.where);
  return where;
}

}  // namespace

std::optional<answer> solve_by_enumeration(const small_case& of) {
  std::optional<answer> best;
  for_each_chain(of, [&](const std::vector<strand_exon>& chain) {
    const chain_matrix matrix(of, chain);
    if (best && matrix.best() < best->total) return;
    answer found{matrix.best(), matrix.moves(), places(chain)};
    if (!best || found.total > best->total || found.moves < best->moves) best = std::move(found);
  });
  return best;
}

answer spell(const spliced::alignment& alignment) {
  answer spelled{alignment.total, "@" + std::to_string(1000 - alignment.exons.back().target_end), {}};
  for (auto exon = alignment.exons.rbegin(); exon != alignment.exons.rend(); ++exon) {
    spelled.moves += "|" + std::to_string(100000 - exon->end_position);
    for (auto run = exon->edits.rbegin(); run != exon->edits.rend(); ++run) {
      const char letter = run->op == spliced::edit::match      ? 'A'
                          : run->op == spliced::edit::deletion ? 'B'
                                                               : 'C';
      spelled.moves += std::string(run->length, letter);
    }
    spelled.chain.insert(spelled.chain.begin(),
                         {exon->end_position - static_cast<std::int64_t>(exon->n_rows), exon->end_position});
  }
  spelled.moves += "Z";
  return spelled;
}

std::vector<std::pair<std::vector<interval>, spliced::score>> all_chain_scores(const small_case& of) {
  std::vector<std::pair<std::vector<interval>, score>> scores;
  for_each_chain(of, [&](const std::vector<strand_exon>& chain) {
    scores.emplace_back(places(chain), chain_matrix(of, chain).best());
  });
  return scores;
}

}  // namespace exonweave::testing
