// Charts: every name is escaped, every value has its mark.
#include "base/files/xml_text.hpp"
#include "catch.hpp"
#include "lab/parallelism/bar_chart.hpp"
#include "lab/parallelism/count_text.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

bar_chart small_chart() {
  bar_chart chart;
  chart.title = "title";
  chart.x_label = "length (nt)";
  chart.y_label = "share (%)";
  chart.categories = {"1-32", "33-64", "65-96"};
  chart.bars_name = "average";
  chart.bars = {20, 50, 30};
  return chart;
}

}  // namespace

TEST_CASE("what XML reserves is escaped") {
  CHECK(xml_text("<script>alert('a' & \"b\")</script>") ==
        "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
}

TEST_CASE("what XML cannot hold is replaced, byte by byte, and proper characters pass") {
  const std::string r = "\xEF\xBF\xBD";
  CHECK(xml_text("a\x01"
                 "b") == "a" + r + "b");
  CHECK(xml_text("\xE4") == r);
  CHECK(xml_text("\xC0\xAF") == r + r);                  // overlong
  CHECK(xml_text("\xED\xA0\x80") == r + r + r);          // half of a surrogate pair
  CHECK(xml_text("\xEF\xBF\xBE") == r + r + r);          // U+FFFE
  CHECK(xml_text("\xF4\x90\x80\x80") == r + r + r + r);  // beyond U+10FFFF
  CHECK(xml_text("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\xA7\xAC") == "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\xA7\xAC");
}

TEST_CASE("long text is cut by characters, not by bytes or escapes") {
  CHECK(xml_text("<<<<", 3) == "&lt;&lt;\xE2\x80\xA6");
  CHECK(xml_text("<<<", 3) == "&lt;&lt;&lt;");
  CHECK(xml_text("", 3).empty());
}

TEST_CASE("a chart has a bar for each category and its labels") {
  const auto svg = to_svg(small_chart());
  CHECK(count(svg, "fill=\"#0072B2\"") == 3 + 1);  // and the legend's
  CHECK(count(svg, "<circle") == 0);
  for (const char* text : {"length (nt)", "share (%)", "1-32", "65-96", "average"}) CHECK(count(svg, text) >= 1);
}

TEST_CASE("dots appear with their name, which is escaped") {
  auto chart = small_chart();
  chart.dots_name = "<script>x</script>";
  chart.dots = {10, 10, 80};
  const auto svg = to_svg(chart);
  CHECK(count(svg, "<circle") == 3 + 1);
  CHECK(count(svg, "<script") == 0);
  CHECK(count(svg, "&lt;script&gt;x") == 1);
}

TEST_CASE("a chart without a category is still a document") {
  auto chart = small_chart();
  chart.categories.clear();
  chart.bars.clear();
  const auto svg = to_svg(chart);
  CHECK(count(svg, "</svg>") == 1);
  CHECK(count(svg, "nan") == 0);
}
