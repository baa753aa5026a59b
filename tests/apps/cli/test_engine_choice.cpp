// How engines are chosen by their facts.
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "cli/device_options.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

struct small_facts {
  std::string_view name;
  bool is_of_gpu = false;
  bool is_automatic = false;
};

const std::vector<small_facts> all{
    {"lanes", false, true}, {"plain"}, {"strips", true, true}, {"old", true}, {"rows", true, true}};

std::string names(const std::vector<const small_facts*>& engines) {
  std::string text;
  for (const small_facts* each : engines) text += std::string(each->name) + " ";
  return text;
}

constexpr auto any = [](const small_facts&) { return true; };
constexpr auto none = [](const small_facts&) { return false; };

}  // namespace

TEST_CASE("auto may take engines that are automatic and suit the run, those of the CPU first") {
  CHECK(names(automatic_engines(all, any)) == "lanes strips rows ");
  CHECK(names(automatic_engines(all, [](const small_facts& each) { return each.name != "strips"; })) == "lanes rows ");
}

TEST_CASE("the fastest engine is the first of those that are equally fast") {
  const auto engines = automatic_engines(all, any);
  CHECK(fastest_engine(engines, [](const small_facts& each) { return each.is_of_gpu ? 3.0 : 4.0; }).name == "strips");
  CHECK(fastest_engine(engines, [](const small_facts&) { return 4.0; }).name == "lanes");
}

TEST_CASE("an estimate tells of engines that suit the run and work here or were measured, and of the one taken") {
  CHECK(names(engines_to_estimate(all, all[0], false, any, none)) == "lanes plain ");
  CHECK(names(engines_to_estimate(all, all[0], true, any, none)) == "lanes plain strips old rows ");
  const auto is_old = [](const small_facts& each) { return each.name == "old"; };
  CHECK(names(engines_to_estimate(all, all[0], false, any, is_old)) == "lanes plain old ");
  CHECK(names(engines_to_estimate(all, all[2], false, none, is_old)) == "strips ");
}

TEST_CASE("what engines tell while they work is told once, with how often") {
  engine_warnings warnings;
  for (int k = 0; k < 3; ++k) warnings.add("a launch: the device is lost");
  warnings.add("no room for rows");
  report problems;
  warnings.tell(problems);
  REQUIRE(problems.warnings().size() == 2);
  CHECK_THAT(problems.warnings().front(), contains("the device is lost") && contains("2 more"));
}
