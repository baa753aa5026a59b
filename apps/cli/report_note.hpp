// What a run says of its page where the program was built without the libraries of the page.
#pragma once

#include <string>

#include "report/page/page_frame.hpp"

namespace exonweave::apps {

/// One line with its end; empty where the page has its libraries.
std::string report_note(const report_libraries* libraries);

/// Prints it on standard error, of the libraries that are built in.
void print_report_note();

}  // namespace exonweave::apps
