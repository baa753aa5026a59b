// Our own parts of the page, from page/assets.
#pragma once

#include <string_view>

namespace exonweave {

/// The page with places {{name}} for all that differs between pages.
std::string_view page_template();
std::string_view page_style();
/// All scripts, one after another: they share one scope.
std::string_view page_scripts();

}  // namespace exonweave
