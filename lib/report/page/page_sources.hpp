// Our own parts of the pages, from page/assets.
#pragma once

#include <string_view>

namespace exonweave {

/// The page with places {{name}} for all that differs between pages.
std::string_view page_template();
/// The same of the page that compares two gene sets.
std::string_view comparison_template();
std::string_view page_style();
/// All scripts of a page, one after another: they share one scope.
std::string_view page_scripts();
std::string_view comparison_scripts();

}  // namespace exonweave
