#include "report/page/page_frame.hpp"

#include <htslib/hts.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "report/packing/packed_text.hpp"

namespace exonweave {

std::string packed_json(const nlohmann::ordered_json& data) {
  return packed_text([&](const text_sink& sink) {
    sink(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  });
}

std::string script_word(const std::map<std::string, std::string>& data) {
  struct release {
    void operator()(hts_md5_context* context) const { hts_md5_destroy(context); }
  };
  const std::unique_ptr<hts_md5_context, release> context(hts_md5_init());
  for (const auto& [name, text] : data) hts_md5_update(context.get(), text.data(), text.size());
  std::array<unsigned char, 16> digest;
  hts_md5_final(digest.data(), context.get());
  std::array<char, 33> hex;
  hts_md5_hex(hex.data(), digest.data());
  return hex.data();
}

std::function<void(const text_sink&)> text_writer(std::string_view text) {
  return [text](const text_sink& page) { page(text); };
}

void fill_page(std::string_view page, const page_writers& writers, const text_sink& sink) {
  constexpr std::string_view opening = "{{", closing = "}}";
  while (!page.empty()) {
    const std::size_t begin = page.find(opening);
    sink(page.substr(0, begin));
    if (begin == std::string_view::npos) return;
    page.remove_prefix(begin + opening.size());
    const std::size_t end = page.find(closing);
    if (const auto found = writers.find(page.substr(0, end)); found != writers.end()) found->second(sink);
    page.remove_prefix(end + closing.size());
  }
}

void write_page(const page_kind& kind, const std::map<std::string, std::string>& data, const page_writers& writers,
                const text_sink& sink) {
  page_writers all = writers;
  for (const auto& [name, text] : data) all[name] = text_writer(text);
  const std::string word = script_word(data);
  fill_page(page_frame(),
            {{"word", text_writer(word)},
             {"kind", text_writer(kind.name)},
             {"sources", text_writer(kind.sources)},
             {"style", text_writer(page_style())},
             {"content", [&](const text_sink& page) { fill_page(kind.content, all, page); }},
             {"scripts", text_writer(kind.scripts)}},
            sink);
}

}  // namespace exonweave
