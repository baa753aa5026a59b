// How a page is put together from its template: what stands for each {{name}}, and the word that lets its scripts run.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/files/file_text.hpp"

namespace exonweave {

/// As packed_text() has it, with what is no Unicode replaced.
std::string packed_json(const nlohmann::ordered_json& data);

/// A word that follows from the data of a page, by ID of its element, and that only scripts of this page have: the
/// policy of the page lets no other script run. It is their MD5, so it also names data.
std::string script_word(const std::map<std::string, std::string>& data);

/// What writes the text that stands for a {{name}}.
using page_writers = std::map<std::string_view, std::function<void(const text_sink&)>>;

/// Writes a text that outlives it.
std::function<void(const text_sink&)> text_writer(std::string_view text);

/// The template, with nothing for names that no writer has.
void fill_page(std::string_view page, const page_writers& writers, const text_sink& sink);

/// What a kind of page has of its own within the frame that all have.
struct page_kind {
  std::string_view name;     // in the title, after "exonweave"
  std::string_view sources;  // what its policy lets it load next to its own scripts
  std::string_view content;  // a template
  std::string_view scripts;
};

/// Writes a page. In its content the names of `data` and `writers` are filled in.
void write_page(const page_kind& kind, const std::map<std::string, std::string>& data, const page_writers& writers,
                const text_sink& sink);

// Our own parts of the pages, from page/assets.

/// What all pages have around their content, with places {{name}} for all that differs between them.
std::string_view page_frame();
/// The content of the page of a run, and of the one that compares two gene sets, with such places.
std::string_view report_template();
std::string_view comparison_template();
std::string_view page_style();
/// All scripts of a page, one after another: they share one scope.
std::string_view report_scripts();
std::string_view comparison_scripts();

/// The libraries of other projects that the page has, where the build found them: for charts, and the genome browser.
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
