#include "cli/build_id.hpp"

#include <fmt/format.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace exonweave::apps {
namespace {

// Notes are padded to words of four bytes.
std::string id_in_notes(std::string_view notes) {
  constexpr std::uint32_t build_id_type = 3;  // NT_GNU_BUILD_ID
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  ElfW(Nhdr) head;
  while (notes.size() >= sizeof head) {
    std::memcpy(&head, notes.data(), sizeof head);
    const std::size_t content = sizeof head + padded(head.n_namesz), end = content + padded(head.n_descsz);
    if (end > notes.size()) break;
    if (head.n_type == build_id_type && notes.substr(sizeof head, head.n_namesz) == std::string_view("GNU", 4)) {
      std::string id;
      for (const char byte : notes.substr(content, head.n_descsz))
        id += fmt::format("{:02x}", static_cast<std::uint8_t>(byte));
      return id;
    }
    notes.remove_prefix(end);
  }
  return {};
}

int take_id(dl_phdr_info* loaded, std::size_t /*size*/, void* id) {
  for (int k = 0; k < loaded->dlpi_phnum; ++k) {
    const ElfW(Phdr)& segment = loaded->dlpi_phdr[k];
    if (segment.p_type == PT_NOTE)
      *static_cast<std::string*>(id) +=
          id_in_notes({reinterpret_cast<const char*>(loaded->dlpi_addr + segment.p_vaddr), segment.p_memsz});
  }
  return 1;  // the first of all that is loaded is the program; no other is looked at
}

}  // namespace

// Not a checksum of /proc/self/exe: that may be the loader, or not be there.
std::string build_id() {
  std::string id;
  dl_iterate_phdr(take_id, &id);
  return id;
}

}  // namespace exonweave::apps
