// How a page is put together from its template: what stands for each {{name}}, and the word that lets its scripts run.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/files/text_sink.hpp"

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

}  // namespace exonweave
