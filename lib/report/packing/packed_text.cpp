#include "report/packing/packed_text.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>

namespace exonweave {
namespace {

constexpr int gzip_window = 15 + 16;  // deflateInit2: the largest window, and gzip around it
constexpr int usual_memory = 8;
constexpr int level = 6;

constexpr std::string_view base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t base64_group = 3;  // bytes, as four letters

std::string base64_of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + base64_group - 1) / base64_group * 4);
  for (std::size_t first = 0; first < bytes.size(); first += base64_group) {
    const std::string_view piece = bytes.substr(first, base64_group);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < base64_group; ++k)
      bits = bits << 8U | (k < piece.size() ? static_cast<unsigned char>(piece[k]) : 0U);
    for (std::size_t k = 0; k <= base64_group; ++k)
      text += k <= piece.size() ? base64_letters[bits >> (6 * (base64_group - k)) & 63U] : '=';
  }
  return text;
}

}  // namespace

void base64_writer::write(std::string_view bytes) {
  if (!waiting_.empty()) {
    const std::string_view rest = bytes.substr(0, base64_group - waiting_.size());
    waiting_ += rest;
    bytes.remove_prefix(rest.size());
    if (waiting_.size() < base64_group) return;
    sink_(base64_of(waiting_));
  }
  const std::size_t n_whole = bytes.size() / base64_group * base64_group;
  sink_(base64_of(bytes.substr(0, n_whole)));
  waiting_ = bytes.substr(n_whole);
}

void base64_writer::finish() {
  sink_(base64_of(waiting_));
  waiting_.clear();
}

struct gzip_writer::state {
  z_stream stream{};
  std::vector<char> packed = std::vector<char>(std::size_t{1} << 16);
};

gzip_writer::gzip_writer(text_sink sink) : sink_(std::move(sink)), state_(std::make_unique<state>()) {
  if (::deflateInit2(&state_->stream, level, Z_DEFLATED, gzip_window, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

gzip_writer::~gzip_writer() { ::deflateEnd(&state_->stream); }

void gzip_writer::write(std::string_view bytes) {
  constexpr std::size_t longest_piece = std::size_t{1} << 30;  // of what fits zlib's type of a size
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), longest_piece)))
    pack(bytes.substr(0, longest_piece), false);
}

void gzip_writer::finish() { pack("", true); }

void gzip_writer::pack(std::string_view bytes, bool is_last) {
  z_stream& stream = state_->stream;
  std::vector<char>& packed = state_->packed;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, is_last ? Z_FINISH : Z_NO_FLUSH);
    sink_({packed.data(), packed.size() - stream.avail_out});
  } while (stream.avail_out == 0);
}

namespace {

constexpr std::uint32_t two_bit_signature = 0x1A412743;
constexpr std::size_t word = 4;                              // bytes
constexpr std::size_t bases_in_byte = 4;                     // the first in the highest bits
constexpr std::uint32_t n_header_words = 4;                  // signature, version, number of sequences, nothing
constexpr std::int64_t piece_length = bases_in_byte << 18U;  // nt: a whole number of bytes

void append_word(std::string& bytes, std::uint64_t value) {
  for (unsigned shift = 0; shift < 8 * word; shift += 8) bytes += static_cast<char>(value >> shift & 0xFFU);
}

// T is 0; what is unknown has the bits of T under its run of N.
unsigned bits_of(char base) {
  switch (base) {
    case 'C':
    case 'c':
      return 1;
    case 'A':
    case 'a':
      return 2;
    case 'G':
    case 'g':
      return 3;
    default:
      return 0;
  }
}

bool is_unknown(char base) { return std::string_view("ACGTUacgtu").find(base) == std::string_view::npos; }
bool is_masked(char base) { return 'a' <= base && base <= 'z'; }

// Adds the runs of bases for which `holds`; one may go on from the piece before.
template <class Runs, class Holds>
void add_runs(Runs& runs, std::uint32_t start, std::string_view bases, Holds holds) {
  for (std::uint32_t k = 0; k < bases.size(); ++k) {
    if (!holds(bases[k])) continue;
    if (runs.empty() || runs.back().first + runs.back().second != start + k) runs.emplace_back(start + k, 0);
    ++runs.back().second;
  }
}

// Their number, all starts, all lengths.
template <class Runs>
void append_runs(std::string& bytes, const Runs& runs) {
  append_word(bytes, runs.size());
  for (const auto& [start, length] : runs) append_word(bytes, start);
  for (const auto& [start, length] : runs) append_word(bytes, length);
}

std::string packed_bases(std::string_view bases) {
  std::string bytes;
  for (std::size_t first = 0; first < bases.size(); first += bases_in_byte) {
    unsigned packed = 0;
    for (std::size_t k = first; k < first + bases_in_byte; ++k)
      packed = packed << 2U | (k < bases.size() ? bits_of(bases[k]) : 0U);
    bytes += static_cast<char>(packed);
  }
  return bytes;
}

}  // namespace

std::uint64_t two_bit_file::record::bytes() const {
  const auto n_bases = static_cast<std::uint64_t>(of_sequence.length);
  return word * (4 + 2 * (unknown.size() + masked.size())) + (n_bases + bases_in_byte - 1) / bases_in_byte;
}

template <class Visit>
void two_bit_file::for_each_piece(std::size_t sequence, const Visit& visit) const {
  const std::int64_t length = records_[sequence].of_sequence.length;
  for (std::int64_t start = 0; start < length; start += piece_length)
    visit(start, bases_(sequence, {start, std::min(start + piece_length, length)}));
}

two_bit_file::two_bit_file(std::vector<two_bit_sequence> sequences, base_source bases) : bases_(std::move(bases)) {
  records_.reserve(sequences.size());
  for (two_bit_sequence& each : sequences) records_.push_back({std::move(each)});
  for (std::size_t s = 0; s < records_.size(); ++s)
    for_each_piece(s, [&](std::int64_t start, const std::string& piece) {
      add_runs(records_[s].unknown, static_cast<std::uint32_t>(start), piece, is_unknown);
      add_runs(records_[s].masked, static_cast<std::uint32_t>(start), piece, is_masked);
    });
}

std::uint64_t two_bit_file::bytes_held() const {
  std::uint64_t n = records_.size() * sizeof(record);
  std::int64_t longest = 0;
  for (const record& each : records_) {
    n += (each.unknown.capacity() + each.masked.capacity()) * 2 * word;
    longest = std::max(longest, each.of_sequence.length);
  }
  return n + static_cast<std::uint64_t>(std::min(longest, piece_length));
}

void two_bit_file::write(const text_sink& sink) const {
  std::string head;
  append_word(head, two_bit_signature);
  append_word(head, 0);
  append_word(head, records_.size());
  append_word(head, 0);
  std::uint64_t offset = n_header_words * word;  // of the first record
  for (const record& each : records_) offset += 1 + each.of_sequence.name.size() + word;
  for (const record& each : records_) {
    head += static_cast<char>(each.of_sequence.name.size());
    head += each.of_sequence.name;
    append_word(head, offset);
    offset += each.bytes();
  }
  sink(head);
  for (std::size_t s = 0; s < records_.size(); ++s) {
    std::string bytes;
    append_word(bytes, static_cast<std::uint64_t>(records_[s].of_sequence.length));
    append_runs(bytes, records_[s].unknown);
    append_runs(bytes, records_[s].masked);
    append_word(bytes, 0);
    sink(bytes);
    for_each_piece(s, [&](std::int64_t, const std::string& piece) { sink(packed_bases(piece)); });
  }
}

}  // namespace exonweave
