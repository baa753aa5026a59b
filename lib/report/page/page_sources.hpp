// Our own parts of the pages, from page/assets.
#pragma once

#include <string_view>

namespace exonweave {

/// What all pages have around their content, with places {{name}} for all that differs between them.
std::string_view page_frame();
/// The content of the page of a run, and of the one that compares two gene sets, with such places.
std::string_view report_template();
std::string_view comparison_template();
std::string_view page_style();
/// All scripts of a page, one after another: they share one scope.
std::string_view report_scripts();
std::string_view comparison_scripts();

}  // namespace exonweave
