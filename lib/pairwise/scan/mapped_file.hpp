// A file in memory, as the system's page cache has it: read only. A page that the file has no more, since somebody has
// cut it, reads as zeros from then on, and whoever asks hears of it: without that the first look at such a page ends
// the process (SIGBUS).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>

namespace exonweave {

class mapped_file {
 public:
  /// Throws missing_input when it cannot be opened or is no regular file, io_failure.
  explicit mapped_file(const std::string& path);
  ~mapped_file();
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  /// Throws io_failure where the file is another one than when it was mapped: it was cut, or it was written to and
  /// `is_sound` does not find the bytes that it should have. It is requested once for each new time of the file: a time
  /// alone is no change. Any thread.
  void throw_if_changed(const std::function<bool()>& is_sound) const;

 private:
  struct file_state {
    std::int64_t size = 0, seconds = 0, nanoseconds = 0;  // of the last change
    bool operator==(const file_state&) const = default;
  };
  [[nodiscard]] file_state state_now() const;

  std::string path_;
  int descriptor_ = -1;
  mutable std::mutex looking_;  // guards what is below
  mutable file_state state_;    // when it was last known to be sound
  std::span<const std::byte> bytes_;
  std::size_t slot_ = 0;  // among the files that are mapped
};

}  // namespace exonweave
