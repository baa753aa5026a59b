#include "gpu/reference/literal_engine.hpp"

namespace exonweave::gpu {
namespace {

spliced::engine_facts facts_with(std::string_view name) {
  return {.name = name,
          .is_of_gpu = true,
          .scope = {.nucleotides_alone = true, .linear_gaps_alone = true, .candidates_alone = true},
          .jobs_at_once = 1024,
          .is_literal = true,
          .cell_cost = 1'300};
}

}  // namespace

const spliced::engine_facts& literal_facts(parallelism how) {
  static const spliced::engine_facts intra = facts_with("cuda-intra");
  static const spliced::engine_facts inter = facts_with("cuda-inter");
  return how == parallelism::intra ? intra : inter;
}

}  // namespace exonweave::gpu
