// Values as the bytes of a journal's records, and back. The bytes are those of one version of the program on one kind
// of machine; they are read by record_reader, which believes none of them. A structure is written and read by a
// serialize() in its own namespace.
#pragma once

#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/journal/record_reader.hpp"

namespace exonweave {

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
