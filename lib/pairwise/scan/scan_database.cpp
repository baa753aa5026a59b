#include "pairwise/scan/scan_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include "base/files/line_reader.hpp"
#include "base/threads/on_threads.hpp"
#include "pairwise/scan/database_file.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

using namespace database_file;

namespace {

// One part after the other, from the bytes of a file.
class part_reader {
 public:
  explicit part_reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  std::span<const T> take(std::uint64_t n) {
    const std::span part(reinterpret_cast<const T*>(bytes_.data() + offset_), n);
    offset_ += padded(part.size_bytes());
    return part;
  }

 private:
  std::span<const std::byte> bytes_;
  std::uint64_t offset_ = header_bytes;
};

// As FASTA has them: without blanks, and nothing that ends a line.
bool is_name(std::string_view name) {
  return !name.empty() &&
         std::ranges::none_of(name, [](unsigned char c) { return c == ' ' || ('\t' <= c && c <= '\r'); });
}

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw bad_data({.where = {path}, .what = what, .hint = "make it again with 'exonweave scan --format-db'"});
}

}  // namespace

struct scan_database::state {
  database_kind kind = database_kind::proteins;
  int genetic_code = 0;
  std::vector<std::string> names;
  std::vector<std::string> descriptions;  // of the records
  std::vector<std::int64_t> lengths;      // of the records
  // Those of one of the two: made here, or of a file.
  owned_blocks made_blocks;
  std::vector<stored_origin> made_origins;
  masked_residues_of_all made_masks;
  std::unique_ptr<mapped_file> file;
  std::uint32_t checksum = 0;  // that its header had
  // Of a file, copies: places are computed from them, which must not change when somebody writes to the file. Words
  // alone stay there, where any byte reads as a residue.
  std::vector<stored_origin> read_origins;
  std::vector<std::uint32_t> read_lengths;
  std::vector<std::uint64_t> read_block_at;

  sequence_blocks blocks;
  std::span<const stored_origin> origins;
  masking masked_by = masking::none;
  std::vector<stored_mask> masks;
  std::vector<std::uint64_t> masked_at;  // [masks] of its first residue among those that are masked
  std::span<const spliced::residue_code> masked;
  std::uint64_t n_residues = 0;

  void settle() {
    if (!file) {
      blocks = made_blocks.view();
      origins = made_origins;
      masked = made_masks.residues;
      masks = std::move(made_masks.masks);
    }
    std::uint64_t n_masked = 0;
    for (const stored_mask& mask : masks) {
      masked_at.push_back(n_masked);
      n_masked += mask.length;
    }
    for (const std::uint32_t length : blocks.lengths) n_residues += length;
  }
  void add(std::vector<spliced::residue_code> residues, std::span<const interval> masked_parts,
           const stored_origin& origin);
  void read(const std::string& path);
  [[nodiscard]] bool has_checksum(std::span<const std::byte> bytes) const;
  void throw_if_changed() const {
    file->throw_if_changed([&] { return has_checksum(file->bytes()); });
  }
  [[nodiscard]] bool has_place(std::size_t sequence) const;
  [[nodiscard]] std::string_view contradiction_in_masks(std::uint64_t masked_by) const;
  [[nodiscard]] std::string_view contradiction_in_file(const file_header& header) const;
};

scan_database::scan_database(std::unique_ptr<state> made) : state_(std::move(made)) { state_->settle(); }
scan_database::scan_database(scan_database&&) noexcept = default;
scan_database& scan_database::operator=(scan_database&&) noexcept = default;
scan_database::~scan_database() = default;

void scan_database::state::add(std::vector<spliced::residue_code> residues, std::span<const interval> masked_parts,
                               const stored_origin& origin) {
  made_masks.mask(static_cast<std::uint32_t>(made_origins.size()), masked_parts, residues);
  made_blocks.add(residues);
  made_origins.push_back(origin);
}

void throw_no_protein(const target_set& targets) {
  throw nothing_to_compare({.where = {targets.path()}, .what = "no protein to compare with"});
}

scan_database scan_database::of_proteins(const target_set& proteins, masking by) {
  auto made = std::make_unique<state>();
  made->masked_by = by;
  std::vector<std::uint32_t> lengths;
  for (const target& each : proteins.targets) {
    made->names.push_back(each.name);
    made->descriptions.push_back(each.description);
    made->lengths.push_back(static_cast<std::int64_t>(each.residues.size()));
    lengths.push_back(static_cast<std::uint32_t>(each.residues.size()));
  }
  if (lengths.empty()) throw_no_protein(proteins);
  for (const std::uint32_t k : order_by_length(lengths)) {
    const target& each = proteins.targets[k];
    made->add(spliced::encode_protein(each.residues), exonweave::masked_parts(each, by), {k, 0, 0});
  }
  return scan_database(std::move(made));
}

scan_database scan_database::of_frames(genome& sequences, const genetic_code& code, masking by, unsigned n_threads,
                                       run_control& control) {
  auto made = std::make_unique<state>();
  made->kind = database_kind::frames;
  made->genetic_code = code.id();
  made->masked_by = by;
  std::vector<std::uint32_t> lengths;
  std::vector<stored_origin> origins;
  std::vector<std::uint64_t> offsets;  // of each stretch among all residues
  std::vector<spliced::residue_code> residues;
  for (std::size_t s = 0; s < sequences.catalog().size(); ++s) {
    control.throw_if_stopped();
    made->names.push_back(sequences.catalog().name(s));
    made->descriptions.emplace_back();
    made->lengths.push_back(sequences.catalog().length(s));
    for (const open_stretch& each :
         find_open_stretches(sequences.fetch(s, {0, sequences.catalog().length(s)}), code, codons_of_gap)) {
      offsets.push_back(residues.size());
      residues.insert(residues.end(), each.residues.begin(), each.residues.end());
      lengths.push_back(static_cast<std::uint32_t>(each.residues.size()));
      origins.push_back({static_cast<std::uint32_t>(s), each.on == strand::reverse ? 1U : 0U, each.first_codon});
    }
  }
  if (lengths.empty()) throw nothing_to_compare({.where = {sequences.path()}, .what = "no open frame to compare with"});
  const auto stretch = [&](std::size_t k) { return std::span(residues).subspan(offsets[k], lengths[k]); };
  std::vector<std::vector<interval>> masks(lengths.size());
  on_threads(n_threads, lengths.size(), control, [&] {
    return [&, letters = std::string()](std::size_t k) mutable {
      letters.clear();
      for (const spliced::residue_code residue : stretch(k)) letters += spliced::amino_letter(residue);
      masks[k] = masked_parts(letters, by);
    };
  });
  for (const std::uint32_t k : order_by_length(lengths)) {
    const auto codons = stretch(k);
    made->add({codons.begin(), codons.end()}, masks[k], origins[k]);
  }
  return scan_database(std::move(made));
}

bool scan_database::is_formatted(const std::string& path) {
  std::error_code unreadable;
  if (path == "-" || !std::filesystem::is_regular_file(path, unreadable)) return false;  // a pipe can be read once only
  std::uint64_t number = 0;
  std::ifstream file(path, std::ios::binary);
  return file.read(reinterpret_cast<char*>(&number), sizeof number) && number == magic;
}

scan_database scan_database::open(const std::string& path) {
  auto made = std::make_unique<state>();
  made->read(path);
  return scan_database(std::move(made));
}

void scan_database::state::read(const std::string& path) {
  file = std::make_unique<mapped_file>(path);
  const auto bytes = file->bytes();
  file_header header;
  if (bytes.size() < header_bytes) refuse(path, "is cut: no whole header");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic_number != magic) refuse(path, "is not a database of scan, or has another byte order");
  if (header.of_version != version)
    refuse(path, fmt::format("is of version {}, and this program reads version {}", header.of_version, version));
  std::uint64_t size = header_bytes;
  for (const std::uint64_t part : part_sizes(header)) size += padded(part);
  // Counts so large that sizes wrap around do not fit a file of this size either.
  const bool is_sound = std::max({header.n_name_bytes, header.n_records, header.n_sequences, header.n_words,
                                  header.n_masks, header.n_masked}) <= bytes.size();
  if (!is_sound || size != bytes.size())
    refuse(path, fmt::format("has {} bytes where its header says {}: it is cut or damaged", bytes.size(), size));
  checksum = header.checksum;
  if (!has_checksum(bytes)) refuse(path, "is damaged: its checksum does not fit");
  part_reader parts(bytes);
  const auto name_bytes = parts.take<char>(header.n_name_bytes);
  const auto record_lengths = parts.take<std::int64_t>(header.n_records);
  lengths.assign(record_lengths.begin(), record_lengths.end());
  const auto places = parts.take<stored_origin>(header.n_sequences);
  const auto sequence_lengths = parts.take<std::uint32_t>(header.n_sequences);
  const auto starts = parts.take<std::uint64_t>(n_blocks_of(header.n_sequences) + 1);
  read_origins.assign(places.begin(), places.end());
  read_lengths.assign(sequence_lengths.begin(), sequence_lengths.end());
  read_block_at.assign(starts.begin(), starts.end());
  origins = read_origins;
  blocks.lengths = read_lengths;
  blocks.block_at = read_block_at;
  blocks.words = parts.take<std::uint32_t>(header.n_words);
  const auto stored_masks = parts.take<stored_mask>(header.n_masks);
  masks.assign(stored_masks.begin(), stored_masks.end());
  masked = parts.take<spliced::residue_code>(header.n_masked);
  masked_by = static_cast<masking>(header.masked_by);
  kind = header.kind == 0 ? database_kind::proteins : database_kind::frames;
  genetic_code = static_cast<int>(header.genetic_code);
  for (auto rest = std::string_view(name_bytes.data(), name_bytes.size()); !rest.empty();) {
    std::string_view title = take_until(rest, '\n');
    names.emplace_back(take_until(title, ' '));
    descriptions.emplace_back(title);
  }
  const std::string_view contradiction = contradiction_in_file(header);
  throw_if_changed();
  if (!contradiction.empty()) refuse(path, fmt::format("contradicts itself: {}", contradiction));
}

bool scan_database::state::has_checksum(std::span<const std::byte> bytes) const {
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return checksum_of(checksum_of_head(all.substr(0, header_bytes)), all.substr(header_bytes)) == checksum;
}

// A sequence is a whole protein, or lies within its record of a genome.
bool scan_database::state::has_place(std::size_t sequence) const {
  const stored_origin& origin = origins[sequence];
  if (origin.record >= lengths.size()) return false;
  const std::int64_t of_record = lengths[origin.record], of_sequence = blocks.lengths[sequence];
  if (kind == database_kind::proteins)
    return origin.first_codon == 0 && origin.is_reverse == 0 && of_sequence == of_record;
  const std::int64_t n_bases = std::int64_t{codon_length} * of_sequence;
  if (origin.is_reverse != 0) return n_bases <= origin.first_codon && origin.first_codon <= of_record;
  return 0 <= origin.first_codon && origin.first_codon <= of_record - n_bases;
}

// Each within its sequence, which its blocks have as masked; after the one before.
std::string_view scan_database::state::contradiction_in_masks(std::uint64_t by) const {
  if (std::ranges::none_of(masking_names,
                           [by](const masking_name& each) { return by == static_cast<std::uint64_t>(each.kind); }))
    return "an unknown masking";
  std::uint64_t n_masked = 0;
  const stored_mask* before = nullptr;
  for (const stored_mask& mask : masks) {
    if (mask.sequence >= blocks.n_sequences() || mask.begin > blocks.lengths[mask.sequence] ||
        mask.length > blocks.lengths[mask.sequence] - mask.begin)
      return "a masked part outside its sequence";
    const bool is_after = before == nullptr || before->sequence < mask.sequence ||
                          (before->sequence == mask.sequence && before->begin + before->length <= mask.begin);
    if (!is_after) return "masked parts that do not follow each other";
    n_masked += mask.length;
    before = &mask;
  }
  if (n_masked != masked.size()) return "another number of masked residues than of their parts";
  if (std::ranges::any_of(masked, [](auto residue) { return residue >= spliced::n_amino_codes; }))
    return "residues that are not amino acids";
  return {};
}

// Its checksum is right, but another program may have made it.
std::string_view scan_database::state::contradiction_in_file(const file_header& header) const {
  if (header.kind > 1) return "an unknown kind of database";
  if (header.n_sequences == 0) return "no sequences";
  const bool has_code = kind == database_kind::proteins ? header.genetic_code == 0
                                                        : exonweave::genetic_code::is_known(header.genetic_code);
  if (!has_code) return "an unknown genetic code";
  if (names.size() != header.n_records) return "another number of names than of records";
  if (!std::ranges::all_of(names, is_name)) return "a name that no record has";
  if (std::ranges::any_of(descriptions, [](const std::string& each) { return each.find('\t') != each.npos; }))
    return "a description with a tab";
  if (std::ranges::any_of(lengths, [](std::int64_t length) { return length < 0; })) return "a length below 0";
  const std::string_view of_blocks = contradiction_in(blocks);
  if (!of_blocks.empty()) return of_blocks;
  for (std::size_t k = 0; k < origins.size(); ++k)
    if (!has_place(k)) return "a sequence that is in none of its records";
  return contradiction_in_masks(header.masked_by);
}

void scan_database::write(output_file& out) const {
  const state& data = *state_;
  writer file(out);
  std::string names;
  for (std::size_t k = 0; k < data.names.size(); ++k) names += title(k) + "\n";
  for (const std::string_view part :
       {std::string_view(names), bytes_of(std::span<const std::int64_t>(data.lengths)), bytes_of(data.origins),
        bytes_of(data.blocks.lengths), bytes_of(data.blocks.block_at), bytes_of(data.blocks.words),
        bytes_of(std::span<const stored_mask>(data.masks)), bytes_of(data.masked)})
    file.write_part(part);
  file_header header;
  header.kind = data.kind == database_kind::proteins ? 0 : 1;
  header.genetic_code = static_cast<std::uint32_t>(data.genetic_code);
  header.n_name_bytes = names.size();
  header.n_records = data.names.size();
  header.n_sequences = data.blocks.n_sequences();
  header.n_words = data.blocks.words.size();
  header.n_masks = data.masks.size();
  header.n_masked = data.masked.size();
  header.masked_by = static_cast<std::uint64_t>(data.masked_by);
  file.finish(header);
}

void scan_database::throw_if_changed() const {
  if (state_->file) state_->throw_if_changed();
}

bool scan_database::is_mapped() const { return state_->file != nullptr; }
database_kind scan_database::kind() const { return state_->kind; }
int scan_database::genetic_code_id() const { return state_->genetic_code; }
const sequence_blocks& scan_database::blocks() const { return state_->blocks; }
masking scan_database::masked_by() const { return state_->masked_by; }
std::string scan_database::residues(std::size_t sequence) const {
  const state& data = *state_;
  std::vector<spliced::residue_code> codes(data.blocks.lengths[sequence]);
  data.blocks.read(sequence, codes);
  const auto first = std::ranges::lower_bound(data.masks, sequence, {}, &stored_mask::sequence);
  for (auto mask = first; mask != data.masks.end() && mask->sequence == sequence; ++mask)
    for (std::uint32_t k = 0; k < mask->length; ++k)
      codes[mask->begin + k] = std::min(
          spliced::stop_amino, data.masked[data.masked_at[static_cast<std::size_t>(mask - data.masks.begin())] + k]);
  std::string letters;
  for (const spliced::residue_code code : codes) letters += spliced::amino_letter(code);
  return letters;
}
std::uint64_t scan_database::n_residues() const { return state_->n_residues; }
database_origin scan_database::origin(std::size_t sequence) const {
  const stored_origin& origin = state_->origins[sequence];
  return {origin.record, origin.is_reverse != 0 ? strand::reverse : strand::forward, origin.first_codon};
}
std::size_t scan_database::n_records() const { return state_->names.size(); }
const std::string& scan_database::name(std::size_t record) const { return state_->names[record]; }
std::string scan_database::title(std::size_t record) const {
  return title_of(name(record), state_->descriptions[record]);
}
std::int64_t scan_database::length(std::size_t record) const { return state_->lengths[record]; }

interval place_of(const database_origin& origin, database_kind kind, std::size_t begin, std::size_t end) {
  const auto unit = static_cast<std::int64_t>(kind == database_kind::proteins ? 1 : codon_length);
  const std::int64_t first = unit * static_cast<std::int64_t>(begin), last = unit * static_cast<std::int64_t>(end);
  if (origin.on == strand::forward) return {origin.first_codon + first, origin.first_codon + last};
  return {origin.first_codon - last, origin.first_codon - first};
}

}  // namespace exonweave
