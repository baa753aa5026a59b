#include "cli/closing_line.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include "cli/messages.hpp"
#include "report/page/page_frame.hpp"

namespace exonweave::apps {
namespace {

std::string cost_text(double seconds, std::uint64_t peak_bytes) {
  return fmt::format("{:.1f} s, {:.0f} MB peak", seconds, static_cast<double>(peak_bytes) / 1e6);
}

}  // namespace

std::uint64_t peak_memory() {
  struct rusage used {};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;  // Linux counts in KiB
}

std::string grouped(std::size_t n) {
  constexpr std::size_t group = 3;
  std::string digits = std::to_string(n);
  for (std::size_t place = digits.size(); place > group;) digits.insert(place -= group, 1, ',');
  return digits;
}

std::string counted(const counted_things& things) {
  return fmt::format("{} {}", grouped(things.n), things.n == 1 ? things.one : things.many);
}

std::string closing_text(const std::vector<counted_things>& counts, double seconds, std::uint64_t peak_bytes) {
  std::string text;
  for (const counted_things& things : counts) text += counted(things) + ", ";
  return text + cost_text(seconds, peak_bytes);
}

std::string closing_text(const std::string& what, double seconds, std::uint64_t peak_bytes) {
  return what + "; " + cost_text(seconds, peak_bytes);
}

void print_closing_line(const std::vector<counted_things>& counts, double seconds) {
  tell("exonweave: {}\n", closing_text(counts, seconds, peak_memory()));
}

void print_closing_line(const std::string& what, double seconds) {
  tell("exonweave: {}\n", closing_text(what, seconds, peak_memory()));
}

std::string report_note(const report_libraries* libraries) {
  if (libraries != nullptr) return "";
  return "exonweave: the report has tables instead of charts, and no genome browser: this program was built without "
         "their libraries\n";
}

void print_report_note() { write_message(report_note(built_in_report_libraries())); }

}  // namespace exonweave::apps
