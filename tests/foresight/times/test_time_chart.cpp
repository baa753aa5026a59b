// Charts of times: sorted cases, one range of decades for all panels, odd times and many cases.
#include <cmath>
#include <limits>
#include <locale>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "foresight/times/time_chart.hpp"
#include "lab/parallelism/count_text.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::string draw(const std::vector<case_time>& cases) {
  return to_svg(time_chart{"title", {{"simd", "1 thread", cases}}});
}

// Without the one in the legend.
std::size_t count_dots(const std::string& svg) {
  const std::size_t n = count(svg, "h0");
  return n == 0 ? 0 : n - 1;
}

// The data of the last path drawn as a line.
std::string line_of(const std::string& svg) {
  const auto end = svg.rfind("\" fill=\"none\"");
  const auto start = svg.rfind("d=\"", end) + 3;
  return svg.substr(start, end - start);
}

// Times that fill the whole plot, in an order of their own.
std::vector<case_time> scattered_cases(std::size_t n) {
  std::mt19937 generate(1);
  const auto time = [&] { return std::pow(10, static_cast<double>(generate() % 10000) / 1000 - 5); };
  std::vector<case_time> cases(n);
  for (auto& one : cases) one = {time(), time()};
  return cases;
}

}  // namespace

TEST_CASE("a panel has a step of its line and a dot for each case, and its names") {
  const auto svg = draw({{0.01, 0.02}, {0.1, 0.1}, {2, 1.5}});
  CHECK(count_dots(svg) == 3);
  CHECK(count(line_of(svg), "H") == 3);
  for (const char* text : {">title<", ">simd<", ">1 thread<", ">predicted<", ">measured<", ">time per case<",
                           ">cases, sorted by predicted time<"})
    CHECK(count(svg, text) >= 1);
}

TEST_CASE("cases are sorted by their predicted times, and those of one time keep their order") {
  const auto sorted = draw({{0.01, 0.02}, {0.1, 0.3}, {2, 1.5}});
  CHECK(draw({{2, 1.5}, {0.01, 0.02}, {0.1, 0.3}}) == sorted);
  CHECK(draw({{0.1, 0.02}, {0.1, 0.3}}) != draw({{0.1, 0.3}, {0.1, 0.02}}));
}

TEST_CASE("the y axis has whole decades around all times, named with units") {
  const auto svg = draw({{2e-5, 3e-3}, {0.2, 150}});
  for (const char* name :
       {">10 \xC2\xB5s<", ">100 \xC2\xB5s<", ">1 ms<", ">10 ms<", ">100 ms<", ">1 s<", ">100 s<", ">1 ks<"})
    CHECK(count(svg, name) == 1);
  CHECK(count(svg, ">1 \xC2\xB5s<") == 0);
  CHECK(count(svg, ">10 ks<") == 0);
}

TEST_CASE("times at a decade's end need no further decade") {
  const auto svg = draw({{1e-3, 1e-2}});
  CHECK(count(svg, ">1 ms<") == 1);
  CHECK(count(svg, ">10 ms<") == 1);
  CHECK(count(svg, ">100 \xC2\xB5s<") + count(svg, ">100 ms<") == 0);
}

TEST_CASE("all panels have the same range") {
  time_chart chart{"title", {{"slow", "", {{50, 60}}}, {"fast", "", {{2e-3, {}}}}, {"idle", "", {}}}};
  const auto svg = to_svg(chart);
  CHECK(count(svg, ">1 ms<") == 3);
  CHECK(count(svg, ">100 s<") == 3);
}

TEST_CASE("the x axis names the first case, the last and round numbers between") {
  const auto svg = draw(scattered_cases(1010));
  for (const char* name : {">1<", ">200<", ">400<", ">600<", ">800<", ">1010<"}) CHECK(count(svg, name) == 1);
  CHECK(count(svg, ">1000<") == 0);
}

TEST_CASE("the last case's name stays inside the document, however long it is") {
  CHECK(count(draw(std::vector<case_time>(999'999)), "text-anchor=\"middle\">999999<") == 1);
  CHECK(count(draw(std::vector<case_time>(1'000'000)), "text-anchor=\"end\">1000000<") == 1);
}

TEST_CASE("one case has a line across the plot and a dot in its middle") {
  const auto svg = draw({{0.02, 0.05}});
  CHECK(count_dots(svg) == 1);
  CHECK(count(line_of(svg), "M90.0 ") == 1);
  CHECK(count(line_of(svg), "H876.0") == 1);
  CHECK(count(svg, "M483.0 ") == 1);
  CHECK(count(svg, ">1<") == 1);
}

TEST_CASE("without measured times there is neither a dot nor a name for them") {
  const auto svg = draw({{0.02, {}}, {0.05, {}}});
  CHECK(count(svg, "h0") == 0);
  CHECK(count(svg, ">measured<") == 0);
  CHECK(count(svg, ">predicted<") == 1);
}

TEST_CASE("a case that was not measured has no dot among those that were") {
  CHECK(count_dots(draw({{0.02, 0.01}, {0.05, {}}, {0.07, 0.06}})) == 2);
}

TEST_CASE("times below 1 us are drawn there, and so is what is no number") {
  const auto at_floor = draw({{1e-6, 1e-6}, {1e-6, 1e-6}, {1, 2}});
  CHECK(draw({{0, 0}, {1e-9, 1e-30}, {1, 2}}) == at_floor);
  CHECK(draw({{-1, -5}, {std::nan(""), std::nan("")}, {1, 2}}) == at_floor);
  CHECK(count(at_floor, ">1 \xC2\xB5s<") == 1);
  CHECK(draw({{0, {}}}) == draw({{1e-6, {}}}));
}

TEST_CASE("times beyond 1 Gs are drawn there") {
  const double endless = std::numeric_limits<double>::infinity();
  const auto at_end = draw({{1e9, 1e9}});
  CHECK(draw({{endless, 1e300}}) == at_end);
  CHECK(count(at_end, ">1 Gs<") == 1);
}

TEST_CASE("a panel without a case says so") {
  const auto svg = draw({});
  CHECK(count(svg, ">no cases<") == 1);
  CHECK(count(svg, "<path") == 0);
  CHECK(count(svg, ">predicted<") == 0);
  CHECK(count(svg, "nan") + count(svg, "inf") == 0);
}

TEST_CASE("a chart without a panel is still a document") {
  const auto svg = to_svg(time_chart{"title", {}});
  CHECK(count(svg, "<svg") == 1);
  CHECK(count(svg, "</svg>") == 1);
}

TEST_CASE("a chart of times escapes its text, and cuts what is very long") {
  const auto svg = to_svg(time_chart{"<t>", {{"<e>", "<n>", {}}, {"x", std::string(200, 'w'), {}}}});
  for (const char* text : {"<t>", "<e>", "<n>"}) CHECK(count(svg, text) == 0);
  CHECK(count(svg, "&lt;t&gt;") == 2);  // the document's title and the visible one
  CHECK(count(svg, "&lt;e&gt;") == 1);
  CHECK(count(svg, "&lt;n&gt;") == 1);
  CHECK(count(svg, std::string(79, 'w') + "\xE2\x80\xA6") == 1);
}

TEST_CASE("2000 cases are all drawn, one more and they are thinned") {
  auto cases = scattered_cases(2000);
  CHECK(count_dots(draw(cases)) == 2000);
  CHECK(count(line_of(draw(cases)), "H") == 2000);
  cases.push_back(cases.back());
  const auto thinned = draw(cases);
  CHECK(count_dots(thinned) < 2000);
  CHECK(count(line_of(thinned), "H") < 2000);
}

TEST_CASE("a chart of 100,000 cases stays small, wherever the dots lie") {
  const auto svg = draw(scattered_cases(100000));
  CHECK(svg.size() < 400000);
  CHECK(count(line_of(svg), "H") <= 786 + 224 + 1);  // pixels across and upwards
}

TEST_CASE("thinning keeps the one dot that lies apart") {
  std::vector<case_time> cases(3000, {1, 1});
  cases.front().measured = cases.back().measured = 100;  // so that the range is the same
  const auto without = count_dots(draw(cases));
  cases[1501].measured = 50;
  CHECK(count_dots(draw(cases)) == without + 1);
}

TEST_CASE("thinning keeps the ends of the line") {
  std::vector<case_time> cases(50000, {1, {}});
  cases.front().predicted = 0.01;
  cases.back().predicted = 100;
  const auto line = line_of(draw(cases));
  const auto of_three = line_of(draw({{0.01, {}}, {1, {}}, {100, {}}}));
  CHECK(line.substr(0, line.find('H')) == of_three.substr(0, of_three.find('H')));
  CHECK(line.substr(line.rfind('V')) == of_three.substr(of_three.rfind('V')));
}

TEST_CASE("a chart of times has the same bytes in every locale") {
  struct decimal_comma : std::numpunct<char> {
    [[nodiscard]] char do_decimal_point() const override { return ','; }
    [[nodiscard]] char do_thousands_sep() const override { return '.'; }
    [[nodiscard]] std::string do_grouping() const override { return "\3"; }
  };
  const auto cases = scattered_cases(1500);
  const auto svg = draw(cases);
  const auto before = std::locale::global(std::locale(std::locale::classic(), new decimal_comma));
  const auto with_commas = draw(cases);
  std::locale::global(before);
  CHECK(with_commas == svg);
}
