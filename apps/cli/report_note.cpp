#include "cli/report_note.hpp"

#include "cli/messages.hpp"

namespace exonweave::apps {

std::string report_note(const report_libraries* libraries) {
  if (libraries != nullptr) return "";
  return "exonweave: the report has tables instead of charts, and no genome browser: this program was built without "
         "their libraries\n";
}

void print_report_note() { write_message(report_note(built_in_report_libraries())); }

}  // namespace exonweave::apps
