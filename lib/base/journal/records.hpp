// Values as the bytes of a journal's records, and back from bytes of a file that anybody may have written: nothing is
// believed. A number that says how many values follow makes room for no more than there are bytes for, and what no
// writer writes (a truth that is 2, a strand that is 7) is refused.
//
// The bytes are those of cereal's binary archive: numbers as they lie in memory, a count of 8 bytes before a string or
// a list, a byte before an optional that says whether it is empty. They are those of one version of the program on one
// kind of machine. A structure is written and read by a serialize() in its own namespace.
#pragma once

#include <array>
#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace exonweave {

/// What a record says that none can say.
struct damaged_record : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class record_reader {
 public:
  explicit record_reader(std::string_view bytes) : bytes_(bytes) {}

  /// One after the other, of structures by their serialize(). Throws damaged_record.
  template <class... Values>
  void operator()(Values&... values) {
    (read(values), ...);
  }

  /// Throws damaged_record where bytes are left.
  void finish() const {
    if (!bytes_.empty()) throw damaged_record("a record that is too long");
  }

 private:
  template <class Value>
  void read(Value& value) {
    if constexpr (std::is_same_v<Value, bool>)
      value = read_truth();
    else if constexpr (std::is_enum_v<Value>)
      value = read_word<Value>();
    else if constexpr (std::is_arithmetic_v<Value>)
      copy(&value, sizeof value);
    else if constexpr (requires { value.serialize(*this); })
      value.serialize(*this);
    else
      serialize(*this, value);
  }

  template <class First, class Second>
  void read(std::pair<First, Second>& value) {
    read(value.first);
    read(value.second);
  }
  template <class Value, std::size_t n>
  void read(std::array<Value, n>& values) {
    for (Value& each : values) read(each);
  }
  template <class Value>
  void read(std::optional<Value>& value) {
    value.reset();
    if (!read_truth()) read(value.emplace());
  }
  void read(std::string& value) {
    value.resize(read_count(1));
    copy(value.data(), value.size());
  }
  // Grows with what is read, since a value may be larger than its bytes.
  template <class Value>
  void read(std::vector<Value>& values) {
    values.clear();
    for (std::size_t n = read_count(1); n > 0; --n) read(values.emplace_back());
  }
  template <class Value>
  requires std::is_arithmetic_v<Value>
  void read(std::vector<Value>& values) {
    values.resize(read_count(sizeof(Value)));
    copy(values.data(), values.size() * sizeof(Value));
  }

  bool read_truth() {
    std::uint8_t byte = 0;
    copy(&byte, sizeof byte);
    if (byte > 1) throw damaged_record("a switch that is neither on nor off");
    return byte == 1;
  }
  template <class Word>
  Word read_word() {
    std::underlying_type_t<Word> number{};
    copy(&number, sizeof number);
    if (!is_word(static_cast<Word>(number))) throw damaged_record("an unknown word");
    return static_cast<Word>(number);
  }
  std::size_t read_count(std::size_t min_size) {
    std::uint64_t n = 0;
    copy(&n, sizeof n);
    if (n > bytes_.size() / min_size) throw damaged_record("a count that is too large");
    return static_cast<std::size_t>(n);
  }
  void copy(void* out, std::size_t n) {
    if (n > bytes_.size()) throw damaged_record("a record that is too short");
    if (n > 0) std::memcpy(out, bytes_.data(), n);
    bytes_.remove_prefix(n);
  }

  std::string_view bytes_;
};

template <class... Values>
std::string to_bytes(const Values&... values) {
  std::ostringstream stream;
  cereal::BinaryOutputArchive archive(stream);
  archive(values...);
  return std::move(stream).str();
}

/// Throws damaged_record where bytes are missing, left, or none that a writer writes.
template <class... Values>
void from_bytes(std::string_view bytes, Values&... values) {
  record_reader reader(bytes);
  reader(values...);
  reader.finish();
}

/// What a record of a journal is; its first byte.
enum class record_kind : char {
  none = '\0',  // an empty record
  settings = 'S',
  loci = 'L',
  training = 'T',
  result = 'R',
  division = 'D',
  options = 'O',
  batch = 'B'
};

inline record_kind kind_of(std::string_view record) {
  return record.empty() ? record_kind::none : static_cast<record_kind>(record.front());
}

template <class... Values>
std::string make_record(record_kind kind, const Values&... values) {
  return static_cast<char>(kind) + to_bytes(values...);
}

/// Of one that is not empty. Throws as from_bytes().
template <class... Values>
void read_record(std::string_view record, Values&... values) {
  from_bytes(record.substr(1), values...);
}

}  // namespace exonweave
