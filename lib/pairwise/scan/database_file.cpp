#include "pairwise/scan/database_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/files/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/masking.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

namespace {

// The memory of a file that is mapped; what a handler of signals may read.
struct mapped_range {
  std::atomic<std::uintptr_t> begin = 0;  // 0: none
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<bool> has_lost_pages = false;
};
constexpr std::size_t max_ranges = 16;
std::array<mapped_range, max_ranges> ranges;
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

std::uintptr_t page_size = 0;
struct sigaction before_us {};

mapped_range* range_of(std::uintptr_t address) {
  for (mapped_range& each : ranges)
    if (each.begin != 0 && each.begin <= address && address < each.end) return &each;
  return nullptr;
}

// Puts a page of zeros where the file has none any more. Signals of anything else have the effect that they had before.
extern "C" void mend_lost_page(int number, siginfo_t* info, void*) {
  const int error = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  mapped_range* const range = range_of(address);
  if (range == nullptr) {
    ::sigaction(number, &before_us, nullptr);  // the access comes again, and with it the signal
    return;
  }
  range->has_lost_pages = true;
  void* const page = reinterpret_cast<void*>(address / page_size * page_size);
  if (::mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    ::sigaction(number, &before_us, nullptr);
  errno = error;
}

void watch_for_lost_pages() {
  static const bool is_watching = [] {
    page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = mend_lost_page;
    action.sa_flags = SA_SIGINFO;
    ::sigemptyset(&action.sa_mask);
    return ::sigaction(SIGBUS, &action, &before_us) == 0;
  }();
  (void)is_watching;
}

// Gives its number; `max_ranges` where none is left: then a lost page ends the process, as it does without a watch.
std::size_t take_range(std::span<const std::byte> bytes) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  watch_for_lost_pages();
  std::size_t slot = 0;
  while (slot < ranges.size() && ranges[slot].begin != 0) ++slot;
  if (slot == ranges.size()) return slot;
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  ranges[slot].has_lost_pages = false;
  ranges[slot].end = begin + bytes.size();
  ranges[slot].begin = begin;
  return slot;
}

}  // namespace

mapped_file::mapped_file(const std::string& path) : path_(path), slot_(max_ranges) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0)
    throw missing_input({.where = {path}, .what = std::string("cannot be opened: ") + std::strerror(errno)});
  struct stat found {};
  const bool is_regular = ::fstat(descriptor_, &found) == 0 && S_ISREG(found.st_mode);
  state_ = state_now();
  const auto size = static_cast<std::size_t>(state_.size);
  void* const memory =
      is_regular && size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0) : MAP_FAILED;
  const int error = errno;
  if (is_regular && size == 0) return;
  if (memory == MAP_FAILED) ::close(descriptor_);
  if (!is_regular) throw missing_input({.where = {path}, .what = "is no regular file"});
  if (memory == MAP_FAILED)
    throw io_failure({.where = {path}, .what = std::string("cannot be mapped: ") + std::strerror(error)});
  bytes_ = {static_cast<const std::byte*>(memory), size};
  slot_ = take_range(bytes_);
}

mapped_file::~mapped_file() {
  if (slot_ < max_ranges) ranges[slot_].begin = 0;
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  ::close(descriptor_);
}

mapped_file::file_state mapped_file::state_now() const {
  struct stat found {};
  if (::fstat(descriptor_, &found) != 0) return {};
  return {found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

// The state is taken before the bytes are looked at: what is written meanwhile has another one.
void mapped_file::throw_if_changed(const std::function<bool()>& is_sound) const {
  const std::lock_guard lock(looking_);
  const file_state now = state_now();
  const bool is_same = now == state_ || (now.size == state_.size && is_sound());
  const bool has_lost_pages = slot_ < max_ranges && ranges[slot_].has_lost_pages;
  if (!is_same || has_lost_pages)
    throw io_failure({.where = {path_},
                      .what = "the file was changed while it was read",
                      .hint = "leave it as it is until the run ends"});
  state_ = now;
}

}  // namespace exonweave

namespace exonweave::database_file {

std::array<std::uint64_t, 8> part_sizes(const file_header& header) {
  return {header.n_name_bytes,
          header.n_records * sizeof(std::int64_t),
          header.n_sequences * sizeof(stored_origin),
          header.n_sequences * sizeof(std::uint32_t),
          (n_blocks_of(header.n_sequences) + 1) * sizeof(std::uint64_t),
          header.n_words * sizeof(std::uint32_t),
          header.n_masks * sizeof(stored_mask),
          header.n_masked};
}

std::uint32_t checksum_of(std::uint32_t so_far, std::string_view bytes) {
  if (bytes.empty()) return so_far;  // zlib takes a null pointer for a beginning
  return static_cast<std::uint32_t>(crc32_z(so_far, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t checksum_of_head(std::string_view head) {
  std::string bytes(head);
  std::memset(bytes.data() + offsetof(file_header, checksum), 0, sizeof(file_header::checksum));
  return checksum_of(0, bytes);
}

void masked_residues_of_all::mask(std::uint32_t sequence, std::span<const interval> parts,
                                  std::span<spliced::residue_code> letters) {
  static const spliced::residue_code masked = spliced::amino_code(masked_residue);
  for (const interval& part : parts) {
    masks.push_back({sequence, static_cast<std::uint32_t>(part.start), static_cast<std::uint32_t>(part.length())});
    const auto there = letters.subspan(static_cast<std::size_t>(part.start), static_cast<std::size_t>(part.length()));
    residues.insert(residues.end(), there.begin(), there.end());
    std::ranges::fill(there, masked);
  }
}

writer::writer(output_file& out) : out_(out) { out_.write(std::string(header_bytes, '\0')); }

void writer::append(std::string_view bytes) {
  out_.write(bytes);
  checksum_ = checksum_of(checksum_, bytes);
  n_bytes_ += bytes.size();
}

void writer::end_part() { append(std::string(padded(n_bytes_) - n_bytes_, '\0')); }

void writer::finish(file_header header) {
  std::string head(header_bytes, '\0');
  std::memcpy(head.data(), &header, sizeof(header));
  header.checksum =
      static_cast<std::uint32_t>(crc32_combine(checksum_of_head(head), checksum_, static_cast<z_off_t>(n_bytes_)));
  std::memcpy(head.data(), &header, sizeof(header));
  out_.replace_front(head);
}

}  // namespace exonweave::database_file

namespace exonweave {

namespace {

using namespace database_file;

class protein_formatter {
 public:
  protein_formatter(const target_set& proteins, masking by, output_file& out)
      : proteins_(proteins.targets), by_(by), file_(out), order_(order_by_length(lengths())) {}

  formatted_size format() {
    header_.masked_by = static_cast<std::uint64_t>(by_);
    header_.n_records = header_.n_sequences = proteins_.size();
    write_titles();
    write_each<std::int64_t>([&](std::size_t k) { return std::ssize(proteins_[k].residues); });
    write_each<stored_origin>([&](std::size_t k) { return stored_origin{order_[k], 0, 0}; });
    write_each<std::uint32_t>([&](std::size_t k) { return length(k); });
    write_block_starts();
    write_words();
    file_.write_part(bytes_of(std::span<const stored_mask>(masked_.masks)));
    file_.write_part(bytes_of(std::span<const spliced::residue_code>(masked_.residues)));
    header_.n_masks = masked_.masks.size();
    header_.n_masked = masked_.residues.size();
    file_.finish(header_);
    return {header_.n_sequences, n_residues_};
  }

 private:
  [[nodiscard]] std::vector<std::uint32_t> lengths() const {
    std::vector<std::uint32_t> made;
    for (const target& each : proteins_) made.push_back(static_cast<std::uint32_t>(each.residues.size()));
    return made;
  }
  // Of the sequence at a place in the database.
  [[nodiscard]] std::uint32_t length(std::size_t place) const {
    return static_cast<std::uint32_t>(proteins_[order_[place]].residues.size());
  }

  void write_titles() {
    for (const target& each : proteins_) {
      const std::string title = title_of(each.name, each.description) + "\n";
      header_.n_name_bytes += title.size();
      file_.append(title);
    }
    file_.end_part();
  }

  template <class Value, class ValueOf>
  void write_each(const ValueOf& value_of) {
    for (std::size_t k = 0; k < proteins_.size(); ++k) {
      const Value value = value_of(k);
      file_.append(bytes_of(std::span(&value, 1)));
    }
    file_.end_part();
  }

  void write_block_starts() {
    for (std::size_t k = 0; k < proteins_.size(); k += block_width) {
      file_.append(bytes_of(std::span<const std::uint64_t>(&header_.n_words, 1)));
      header_.n_words += block_width * ((length(k) + residues_per_word - 1) / residues_per_word);
    }
    file_.write_part(bytes_of(std::span<const std::uint64_t>(&header_.n_words, 1)));
  }

  void write_words() {
    for (std::size_t first = 0; first < proteins_.size(); first += block_width) {
      owned_blocks block;
      const std::size_t last = std::min(proteins_.size(), first + block_width);
      for (std::size_t k = first; k < last; ++k) {
        const target& each = proteins_[order_[k]];
        std::vector<spliced::residue_code> residues = spliced::encode_protein(each.residues);
        masked_.mask(static_cast<std::uint32_t>(k), masked_parts(each, by_), residues);
        block.add(residues);
        n_residues_ += residues.size();
      }
      file_.append(bytes_of(block.view().words));
    }
    file_.end_part();
  }

  const std::vector<target>& proteins_;
  masking by_;
  writer file_;
  std::vector<std::uint32_t> order_;  // [places in the database]
  file_header header_{};
  masked_residues_of_all masked_{};
  std::uint64_t n_residues_ = 0;
};

}  // namespace

formatted_size format_proteins(const target_set& proteins, masking by, output_file& out) {
  if (proteins.targets.empty()) throw_no_protein(proteins);
  return protein_formatter(proteins, by, out).format();
}

namespace {

using spliced::residue_code;

const residue_code unknown = spliced::amino_code('X');

// Stretches of one frame, as half-open ranges of its codons.
template <class Visit>
void for_each_stretch(std::span<const residue_code> codons, std::size_t codons_of_gap, const Visit& visit) {
  std::size_t begin = 0, unknown_begin = 0;  // of the stretch; of the unknown codons at its end so far
  const auto close = [&](std::size_t end) {
    while (begin < end && codons[begin] == unknown) ++begin;
    while (begin < end && codons[end - 1] == unknown) --end;
    if (begin < end) visit(begin, end);
  };
  for (std::size_t k = 0; k < codons.size(); ++k) {
    if (codons[k] == unknown) {
      if (k + 1 - unknown_begin == codons_of_gap) close(unknown_begin);
      if (k + 1 - unknown_begin >= codons_of_gap) begin = k + 1;
      continue;
    }
    unknown_begin = k + 1;
    if (codons[k] != spliced::stop_amino) continue;
    close(k);
    begin = k + 1;
  }
  close(codons.size());
}

void add_strand(std::span<const residue_code> bases, strand on, const genetic_code& code, std::size_t codons_of_gap,
                std::vector<open_stretch>& found) {
  const auto length = static_cast<std::int64_t>(bases.size());
  std::vector<residue_code> codons;
  for (std::size_t frame = 0; frame < codon_length; ++frame) {
    codons.clear();
    for (std::size_t position = frame; position + codon_length <= bases.size(); position += codon_length)
      codons.push_back(code.translate(bases[position], bases[position + 1], bases[position + 2]));
    for_each_stretch(codons, codons_of_gap, [&](std::size_t begin, std::size_t end) {
      const auto on_strand = static_cast<std::int64_t>(frame + begin * codon_length);
      found.push_back(
          {on,
           on == strand::forward ? on_strand : length - on_strand,
           {codons.begin() + static_cast<std::ptrdiff_t>(begin), codons.begin() + static_cast<std::ptrdiff_t>(end)}});
    });
  }
}

}  // namespace

std::vector<open_stretch> find_open_stretches(std::string_view bases, const genetic_code& code,
                                              std::size_t codons_of_gap) {
  std::vector<open_stretch> found;
  add_strand(spliced::encode_dna(bases), strand::forward, code, codons_of_gap, found);
  add_strand(spliced::encode_dna(reverse_complement(bases)), strand::reverse, code, codons_of_gap, found);
  return found;
}

}  // namespace exonweave
