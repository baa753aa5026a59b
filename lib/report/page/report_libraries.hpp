// The libraries of other projects that the page has, where the build found them: for charts, and the genome browser.
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

struct report_libraries {
  std::string_view charts;    // d3 and Observable Plot, gzip as base64
  std::string_view browser;   // igv.js, the same
  std::string_view licences;  // of all of them
  std::string_view versions;  // "igv 3.8.10, ..."
};

/// Nothing where the program was built without them.
const report_libraries* built_in_report_libraries();

/// For --build-info: the versions, or why there are none.
std::string report_libraries_text();

}  // namespace exonweave
