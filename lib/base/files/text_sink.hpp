// Where text goes: a file, or a string in tests. Writers know no more of their outputs.
#pragma once

#include <functional>
#include <string_view>

namespace exonweave {

/// Takes the text of an output piece by piece.
using text_sink = std::function<void(std::string_view)>;

}  // namespace exonweave
