// How long it takes to put the models of many targets into loci, as predict --locus-out does, without the election.
//
//   bench_locus_groups [MODELS [SEED]]      40000 1
//
// Models have 10 exons of 150 nt with introns of up to 10,000 nt on both strands of one sequence. Rows: MODELS loci of
// one model each; loci of 20 models whose exons differ by up to 30 nt; the same with all loci within one hundredth of
// the length, in each other's introns. Timed: group_into_loci. Not timed: making the models.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "exons/run/locus_models.hpp"

namespace {

using namespace exonweave;

struct arrangement {
  std::string name;
  std::size_t per_locus = 1;
  std::int64_t nt_per_locus = 100'000;
};

class model_maker {
 public:
  explicit model_maker(std::uint64_t seed) : dice_(seed) {}

  std::vector<elective_model> make(std::size_t n_models, const arrangement& how) {
    std::vector<elective_model> models;
    const auto n_loci = static_cast<std::int64_t>(n_models / how.per_locus);
    for (std::int64_t locus = 0; locus < n_loci; ++locus) {
      const strand on = upto(1) == 0 ? strand::forward : strand::reverse;
      const std::vector<interval> exons = make_exons(upto(n_loci * how.nt_per_locus));
      for (std::size_t m = 0; m < how.per_locus; ++m) models.push_back({make_model(exons, on, models.size()), {}});
    }
    return models;
  }

 private:
  std::int64_t upto(std::int64_t most) {
    return static_cast<std::int64_t>(dice_() % static_cast<std::uint64_t>(most + 1));
  }

  std::vector<interval> make_exons(std::int64_t start) {
    std::vector<interval> exons;
    for (int e = 0; e < 10; ++e) {
      exons.push_back({start, start + 150});
      start += 150 + 100 + upto(9'900);
    }
    return exons;
  }

  gene_model make_model(const std::vector<interval>& exons, strand on, std::size_t target) {
    gene_model made;
    made.on = on;
    made.target = target;
    made.score = static_cast<spliced::score>(upto(2'000));
    for (const interval where : exons) {
      model_exon exon;
      exon.where = {where.start, where.end + upto(30)};
      made.exons.push_back(exon);
    }
    return made;
  }

  std::mt19937_64 dice_;
};

void measure(std::size_t n_models, std::uint64_t seed, const arrangement& how) {
  const std::vector<elective_model> models = model_maker(seed).make(n_models, how);
  target_set targets;
  for (std::size_t target = 0; target < models.size(); ++target)
    targets.targets.push_back({std::to_string(target), ""});
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t n_loci = group_into_loci(models, targets).size();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  fmt::print("{:<28}{:>10}{:>10}{:>10.2f}\n", how.name, models.size(), n_loci, taken.count());
}

void run(const std::vector<std::string>& arguments) {
  const std::size_t n_models = arguments.size() > 1 ? std::stoul(arguments[1]) : 40'000;
  const std::uint64_t seed = arguments.size() > 2 ? std::stoull(arguments[2]) : 1;
  fmt::print("{:<28}{:>10}{:>10}{:>10}\n", "", "models", "loci", "seconds");
  for (const arrangement& each :
       {arrangement{"one model a locus"}, {"20 models a locus", 20}, {"20 models a locus, crowded", 20, 1'000}})
    measure(n_models, seed, each);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_locus_groups: {}\n", error.what());
    return 1;
  }
}
