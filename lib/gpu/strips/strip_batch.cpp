#include "gpu/strips/strip_batch.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace exonweave::gpu {
namespace {

using spliced::residue_code;
using spliced::score;

constexpr std::int64_t highest_half = std::numeric_limits<std::uint16_t>::max();
constexpr std::int64_t highest_gain = std::numeric_limits<std::uint8_t>::max();
constexpr std::uint64_t max_words = std::uint64_t{1} << 31;  // of all rows of a pair: the device counts them in 32 bits

// A bit for each code that occurs.
std::uint32_t codes_of(std::span<const residue_code> target) {
  std::uint32_t found = 0;
  for (const residue_code code : target) found |= 1u << code;
  return found;
}

bool are_symbols(std::uint32_t codes) { return static_cast<std::uint32_t>(std::popcount(codes)) <= n_strip_symbols; }

// One pair's symbols: those codes of its targets, in ascending order.
class pair_maker {
 public:
  pair_maker(std::span<const strip_job> jobs, std::size_t first, std::size_t second) : jobs_(jobs) {
    made_.program = jobs[first].program;
    made_.jobs = {first, second};
    made_.n_columns = static_cast<std::uint32_t>(std::max(of(0).n_columns(), of(1).n_columns()));
    codes_ = codes_of(of(0).target) | codes_of(of(1).target);
    for (residue_code code = 0; code < spliced::n_dna_codes; ++code)
      symbol_of_[code] = static_cast<std::uint16_t>(std::popcount(codes_ & ((1u << code) - 1)));
  }

  strip_pair make() {
    find_gains();
    made_.symbols.assign(made_.n_columns, 0x7777);
    for (int half = 0; half < 2; ++half) {
      const std::uint16_t others = half == 0 ? 0xFFF0 : 0xF0FF;
      std::uint16_t* next = made_.symbols.data() + 1;
      for (const residue_code code : of(half).target) {
        *next = static_cast<std::uint16_t>((*next & others) | symbol_of_[code] << (8 * half));
        ++next;
      }
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] const spliced::problem& of(int half) const {
    return jobs_[made_.jobs[static_cast<std::size_t>(half)]].input;
  }

  void find_gains() {
    const spliced::substitution_matrix& scores = *of(0).substitution;
    const score twice = 2 * of(0).gaps.extend;
    for (residue_code genomic = 0; genomic < spliced::n_dna_codes; ++genomic)
      for (residue_code code = 0; code < spliced::n_dna_codes; ++code) {
        if ((codes_ >> code & 1) == 0) continue;
        const auto gain = static_cast<std::uint32_t>(std::max(0, scores(genomic, code) + twice));
        const std::uint32_t symbol = symbol_of_[code];
        made_.gains[genomic][symbol / 4] |= gain << (8 * (symbol % 4));
      }
  }

  std::span<const strip_job> jobs_;
  strip_pair made_;
  std::uint32_t codes_ = 0;
  std::array<std::uint16_t, spliced::n_dna_codes> symbol_of_{};  // [code] of those that occur
};

}  // namespace

bool fits_strips(const strip_job& job) {
  const spliced::problem& p = job.input;
  const std::int64_t extend = p.gaps.extend, largest = std::max<score>(0, p.substitution->largest());
  if (p.substitution->n_codes() != spliced::n_dna_codes || largest + 2 * extend > highest_gain) return false;
  const std::int64_t of_columns = static_cast<std::int64_t>(p.target.size()) * (largest + extend);
  const std::int64_t of_rows = extend * max_strip_rows;
  const std::int64_t of_weights = std::int64_t{job.program->heaviest} - job.program->lowest + 1;
  return of_columns + of_rows + of_weights <= highest_half && are_symbols(codes_of(p.target)) &&
         job.program->n_rows * (std::uint64_t{p.n_columns()} + strip_lanes) <= max_words;
}

std::uint64_t cost_of(const strip_job& job) {
  return job.program->lanes.size() * (job.input.n_columns() + strip_lanes);
}

std::vector<strip_pair> pair_jobs(std::span<const strip_job> jobs, std::span<const std::size_t> chosen) {
  std::map<const strip_program*, std::vector<std::size_t>> by_program;
  std::vector<const strip_program*> in_order;  // of their first jobs: addresses say nothing
  for (const std::size_t j : chosen) {
    auto& of_program = by_program[jobs[j].program];
    if (of_program.empty()) in_order.push_back(jobs[j].program);
    of_program.push_back(j);
  }
  std::vector<strip_pair> made;
  for (const strip_program* program : in_order) {
    auto& mine = by_program[program];
    std::ranges::stable_sort(mine, {}, [&](std::size_t j) { return jobs[j].input.target.size(); });
    for (std::size_t k = 0; k < mine.size();) {
      const bool has_next = k + 1 < mine.size() && are_symbols(codes_of(jobs[mine[k]].input.target) |
                                                               codes_of(jobs[mine[k + 1]].input.target));
      made.push_back(pair_maker(jobs, mine[k], mine[has_next ? k + 1 : k]).make());
      k += has_next ? 2 : 1;
    }
  }
  return made;
}

std::vector<strip_turn> order_tasks(std::span<const strip_pair> pairs) {
  std::uint32_t highest = 0;
  for (const strip_pair& pair : pairs) highest = std::max(highest, std::ranges::max(pair.program->heights));
  std::vector<std::size_t> next(highest + 2, 0);  // of each height, after those that are higher
  for (const strip_pair& pair : pairs)
    for (const std::uint32_t height : pair.program->heights) ++next[highest - height + 1];
  for (std::size_t h = 1; h < next.size(); ++h) next[h] += next[h - 1];
  std::vector<strip_turn> turns(next.back());
  for (std::uint32_t p = 0; p < pairs.size(); ++p) {
    const auto& heights = pairs[p].program->heights;
    for (std::uint32_t t = 0; t < heights.size(); ++t) turns[next[highest - heights[t]]++] = {p, t};
  }
  return turns;
}

spliced::best_end read_strip_end(const strip_job& job, std::span<const std::uint32_t> sink_row, int half) {
  std::vector<score> row(job.input.n_columns(), spliced::unreachable);
  if (job.program->sink != strip_program::no_row)
    for (std::size_t j = 0; j < row.size(); ++j)
      row[j] = static_cast<score>(sink_row[j] >> (16 * half) & 0xFFFF) + job.program->lowest - 1 -
               static_cast<score>(j) * job.input.gaps.extend + job.program->sink_offset;
  return find_best_end(job.input, row);
}

}  // namespace exonweave::gpu
