// The calibration that comes with the program, as the text of its file, which is made a literal when the program is
// built.
#pragma once

namespace exonweave {

extern const char* const usual_machine_yaml;

}  // namespace exonweave
