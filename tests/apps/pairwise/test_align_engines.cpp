#include <memory>

#include "catch.hpp"
#include "contains.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine_options.hpp"

namespace exonweave::apps {
namespace {

using testing::contains;

// Takes everything; has no memory for batches, and loses its device with the first single pair.
class lost_engine final : public align_engine {
 public:
  [[nodiscard]] const pairwise_engine& facts() const override {
    static constexpr pairwise_engine lost{.command = "align", .name = "lost", .is_of_gpu = true};
    return lost;
  }
  [[nodiscard]] global_alignment align(const align_request&) const override {
    throw gpu::device_failure("a sweep: the device is lost");
  }
  [[nodiscard]] bool is_for_batch(std::size_t, std::size_t, const align_scoring&) const override { return true; }
  [[nodiscard]] std::vector<global_alignment> align_all(std::span<const align_request>) const override {
    throw gpu::device_memory_exceeded("a batch: no memory");
  }
};

TEST_CASE("what a GPU fails to align the CPU aligns, with a warning") {
  align_registry engines;
  engines.add(simd_aligner, make_simd_aligner);
  engine_warnings warnings;
  const auto engine = with_cpu_after(std::make_unique<lost_engine>(), engines.make("simd"), warnings);
  CHECK(engine->facts().name == "lost");

  const auto dna = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  const std::vector<spliced::residue_code> query{1, 2, 4, 8}, target{1, 2, 8};
  const align_request request{.query = query, .target = target, .scoring = {&dna, {0, 2}}, .memory = 1 << 20};
  const auto requested = engines.make("simd")->align(request);
  CHECK(engine->is_for_batch(query.size(), target.size(), request.scoring));
  CHECK(engine->align_all(std::vector{request, request}) == std::vector{requested, requested});
  CHECK(engine->align_all(std::vector{request}) == std::vector{requested});
  CHECK(engine->align(request) == requested);
  CHECK(engine->align(request) == requested);  // without another word
  CHECK_FALSE(engine->is_for_batch(query.size(), target.size(), request.scoring));

  report problems;
  warnings.tell(problems);
  REQUIRE(problems.warnings().size() == 2);
  CHECK_THAT(problems.warnings().front(), contains("a batch: no memory; the CPU aligns instead [and 1 more]"));
  CHECK(problems.warnings().back() == "a sweep: the device is lost; the CPU aligns all that is left");
}

}  // namespace
}  // namespace exonweave::apps
