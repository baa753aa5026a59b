#include "exons/scan/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "exons/io/report.hpp"

namespace exonweave {

mapped_file::mapped_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    throw missing_input({{path}, std::string("cannot be opened: ") + std::strerror(errno), "", "", ""});
  struct stat of {};
  const bool is_regular = ::fstat(file, &of) == 0 && S_ISREG(of.st_mode);
  const auto size = static_cast<std::size_t>(of.st_size);
  void* const at =
      is_regular && size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  const int error = errno;
  ::close(file);
  if (is_regular && size == 0) return;
  if (!is_regular) throw missing_input({{path}, "is no regular file", "", "", ""});
  if (at == MAP_FAILED)
    throw io_failure({{path}, std::string("cannot be mapped: ") + std::strerror(error), "", "", ""});
  bytes_ = {static_cast<const std::byte*>(at), size};
}

mapped_file::~mapped_file() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace exonweave
