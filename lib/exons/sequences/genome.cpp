#include "exons/sequences/genome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/files/file_system.hpp"
#include "exons/sequences/fasta_reader.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

namespace {

// Checks the records of a FASTA file that must be DNA: a bad line is an error each, a whole protein file is one error.

class nucleotide_check {
 public:
  explicit nucleotide_check(report& problems) : problems_(&problems) {}

  /// To be called for the items of `reader`, in their order; then finish().
  void record(const fasta_reader& reader);
  void residues(const fasta_reader& reader);
  void finish();

  /// The file is protein, which has been reported: reading on reports nothing more.
  [[nodiscard]] bool is_protein() const { return is_protein_; }

 private:
  void warn_if_all_n();
  void decide();

  report* problems_;
  place header_;
  std::string name_;
  bool has_residues_ = false;  // of the record
  bool has_bases_ = false;     // something other than N
  composition letters_;
  std::uint64_t bad_line_ = 0;             // the last one; 0: none yet
  std::vector<problem_report> undecided_;  // held back until it is clear whether the file is protein
  bool is_decided_ = false;
  bool is_protein_ = false;
};

void nucleotide_check::record(const fasta_reader& reader) {
  warn_if_all_n();
  header_ = reader.header();
  name_ = reader.name();
  has_residues_ = has_bases_ = false;
}

void nucleotide_check::residues(const fasta_reader& reader) {
  const std::string_view residues = reader.residues();
  const place where = reader.lines().where();
  letters_.add(residues);
  has_residues_ = true;
  const auto is_bad = [](char letter) { return nucleotide(letter) == 0; };
  const auto is_base = [](char letter) { return letter != 'N' && letter != 'n'; };
  has_bases_ = has_bases_ || std::any_of(residues.begin(), residues.end(), is_base);
  const auto* bad = std::find_if(residues.begin(), residues.end(), is_bad);
  if (bad == residues.end() || where.line == bad_line_) return;
  bad_line_ = where.line;
  const auto column = reader.first_column() + static_cast<std::size_t>(bad - residues.begin());
  auto problem = letter_problem(where, *bad, column, molecule::dna);
  if (is_decided_) return problems_->error(std::move(problem));
  undecided_.push_back(std::move(problem));
  if (undecided_.size() == report::max_errors) decide();
}

void nucleotide_check::finish() {
  warn_if_all_n();
  if (!is_decided_) decide();
}

void nucleotide_check::warn_if_all_n() {
  if (has_residues_ && !has_bases_) problems_->warn({.where = header_, .what = "sequence of N only", .got = name_});
}

void nucleotide_check::decide() {
  is_decided_ = true;
  is_protein_ = !undecided_.empty() && letters_.kind() == molecule::protein;
  if (is_protein_)
    problems_->error({.where = {header_.file, 0},
                      .what = "protein where DNA is needed",
                      .need = "nucleotide sequences",
                      .hint = "check the order of the files"});
  else
    for (auto& problem : undecided_) problems_->error(std::move(problem));
  undecided_.clear();
}

// The residues of a line or part, checked, in the case of the file.
std::string checked_bases(const fasta_reader& records) {
  std::string bases(records.residues());
  for (std::size_t k = 0; k < bases.size(); ++k) {
    const char letter = std::exchange(bases[k], nucleotide_as_written(bases[k]));
    if (bases[k] == 0)
      throw bad_data(letter_problem(records.lines().where(), letter, records.first_column() + k, molecule::dna));
  }
  return bases;
}

}  // namespace

struct genome::state {
  std::string path;
  line_reader lines;
  fasta_index index{};
  std::optional<random_reader> random{};      // nothing for gzip that is not BGZF
  std::optional<unnamed_file> unpacked{};     // once needed: the sequences that cannot be read in place
  std::vector<std::int64_t> unpacked_at{};    // [sequences], the byte in `unpacked` of its first residue
  std::vector<std::uint64_t> n_line_ends{0};  // as far as counted: those before every megabyte
  std::mutex fetching{};                      // one thread at a time

  state(std::string given, byte_source source) : path(std::move(given)), lines(std::move(source)) {}

  bool take_fai(report& problems);
  void warn_from_index(report& problems) const;
  void read_through(report& problems);

  [[nodiscard]] bool is_in_place(std::size_t i) const;
  std::string read_even(std::size_t i, interval where);
  std::string bases_of(std::string bytes, std::size_t i, std::int64_t first);
  void unpack();
  std::uint64_t line_of(std::int64_t byte);
  [[noreturn]] void throw_misfit(std::size_t i) const;
};

genome::genome(std::unique_ptr<state> opened) : state_(std::move(opened)) {}
genome::genome(genome&&) noexcept = default;
genome& genome::operator=(genome&&) noexcept = default;
genome::~genome() = default;

const sequence_catalog& genome::catalog() const { return state_->index.catalog; }
const std::string& genome::path() const { return state_->path; }

genome genome::open(const std::string& path, report& problems, content_check check) {
  auto opened = std::make_unique<state>(path, byte_source::open_regular(path));
  byte_source& source = opened->lines.source();
  if (source.packed() != packing::gzip) opened->random.emplace(source, path == "-" ? "" : path + ".gzi");
  const bool is_indexed = opened->take_fai(problems);
  opened->lines.restart();
  if (is_indexed && check == content_check::unless_indexed)
    opened->warn_from_index(problems);
  else
    opened->read_through(problems);
  return genome(std::move(opened));
}

// Takes the .fai when it can be trusted; warns when there is one that cannot.
bool genome::state::take_fai(report& problems) {
  const std::string fai = path + ".fai";
  auto loaded = random && path != "-" ? load_fai(fai) : std::nullopt;
  const auto is_refused = [](const std::string& name) { return name.starts_with('#'); };  // by fasta_reader
  if (!loaded || std::ranges::any_of(loaded->catalog.names(), is_refused)) return false;
  const bool is_new = is_fresh(fai, lines.source().descriptor());
  if (is_new && fits(*loaded, *random)) {
    index = std::move(*loaded);
    return true;
  }
  const std::string what = is_new ? "the index does not fit the file" : "the index is older than the file";
  problems.warn({.where = {fai, 0}, .what = what + " and is not used", .hint = "renew it with samtools faidx"});
  return false;
}

// What reading through would warn of and an index reports too.
void genome::state::warn_from_index(report& problems) const {
  for (std::size_t i = 0; i < index.places.size(); ++i)
    if (index.places[i].length == 0)
      problems.warn(
          {.where = {lines.source().name(), 0}, .what = "record without residues", .got = index.catalog.name(i)});
  lines.warn_if_cut(problems);
}

// A file that is no FASTA of nucleotides gives no sequence at all: its error is reported once, not again by all that
// lies on them.
void genome::state::read_through(report& problems) {
  if (lines.is_foreign_text(problems)) return;
  index_builder builder;
  nucleotide_check letters(problems);
  fasta_reader records(lines, problems);
  while (!letters.is_protein()) {
    const auto item = records.next();
    if (item == fasta_reader::item::end) break;
    if (item == fasta_reader::item::record) {
      builder.record(records);
      letters.record(records);
    } else {
      builder.residues(records);
      letters.residues(records);
    }
  }
  letters.finish();
  if (!letters.is_protein()) index = builder.finish();
}

std::string genome::fetch(std::size_t i, interval where) {
  std::string bases = fetch_as_written(i, where);
  for (char& base : bases) base = in_upper_case(base);
  return bases;
}

std::string genome::fetch_as_written(std::size_t i, interval where) {
  assert(0 <= where.start && where.start <= where.end && where.end <= state_->index.places[i].length);
  if (where.start == where.end) return "";
  const std::lock_guard lock(state_->fetching);
  if (state_->is_in_place(i)) return state_->read_even(i, where);
  if (!state_->unpacked) state_->unpack();
  const std::int64_t first = state_->unpacked_at[i];
  return state_->unpacked->read(first + where.start, first + where.end);
}

// Whether any part of sequence i can be read where it is.
bool genome::state::is_in_place(std::size_t i) const { return random && index.places[i].is_even(); }

// Reads a part of a record whose lines are even directly.
std::string genome::state::read_even(std::size_t i, interval where) {
  const record_place& place = index.places[i];
  const std::int64_t first = place.byte_of(where.start);
  std::string bases = bases_of(random->read(first, place.byte_of(where.end - 1) + 1), i, first);
  if (static_cast<std::int64_t>(bases.size()) != where.length()) throw_misfit(i);
  return bases;
}

// `bytes` of sequence i, which start at byte `first` of the file, without line ends, checked.
std::string genome::state::bases_of(std::string bytes, std::size_t i, std::int64_t first) {
  const record_place& place = index.places[i];
  std::int64_t column = (first - place.first_byte) % place.line_width;
  std::size_t n_bases = 0;  // bytes[0, n_bases) are done
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    const char letter = bytes[k];
    const bool is_blank = std::string_view(" \t\r\n\v\f").find(letter) != std::string_view::npos;
    if (is_blank != (column >= place.line_bases)) throw_misfit(i);
    if (!is_blank) {
      const char base = nucleotide_as_written(letter);
      if (base == 0) {
        const std::uint64_t line = line_of(first + static_cast<std::int64_t>(k));
        throw bad_data(
            letter_problem({lines.source().name(), line}, letter, static_cast<std::size_t>(column), molecule::dna));
      }
      bytes[n_bases++] = base;
    }
    if (++column == place.line_width) column = 0;
  }
  bytes.resize(n_bases);
  return bytes;
}

// Copies the sequences that cannot be read in place to `unpacked`, one byte for each residue.
void genome::state::unpack() {
  unnamed_file copy(lines.source().name());
  unpacked_at.clear();
  report ignored;  // reported at the first reading
  lines.restart();
  fasta_reader records(lines, ignored);
  auto item = records.next();
  for (std::size_t i = 0; i < index.places.size(); ++i) {
    if (item != fasta_reader::item::record || records.name() != index.catalog.name(i)) throw_misfit(i);
    unpacked_at.push_back(copy.size());
    std::int64_t length = 0;
    while ((item = records.next()) == fasta_reader::item::residues) {
      length += static_cast<std::int64_t>(records.residues().size());
      if (!is_in_place(i)) copy.append(checked_bases(records));
    }
    if (length != index.catalog.length(i)) throw_misfit(i);
  }
  unpacked = std::move(copy);
}

// The 1-based line of a byte; reads the file up to there, once in all: many fetches may meet the same letter.
std::uint64_t genome::state::line_of(std::int64_t byte) {
  constexpr std::int64_t step = std::int64_t{1} << 20;
  const auto count = [&](std::int64_t start, std::int64_t end) {
    const std::string text = random->read(start, end);
    return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  };
  const std::int64_t n_steps = byte / step;
  for (auto k = static_cast<std::int64_t>(n_line_ends.size()) - 1; k < n_steps; ++k)
    n_line_ends.push_back(n_line_ends.back() + count(k * step, (k + 1) * step));
  return n_line_ends[static_cast<std::size_t>(n_steps)] + count(n_steps * step, byte) + 1;
}

void genome::state::throw_misfit(std::size_t i) const {
  throw bad_data(
      {.where = {lines.source().name(), index.places[i].header_line},
       .what = "the file does not hold what its index says",
       .got = index.catalog.name(i),
       .hint = fmt::format("if there is {}.fai, remove or renew it; do not change the file meanwhile", path)});
}

namespace {

constexpr std::size_t chunks_of_all = 32, chunks_of_thread = 8;
constexpr std::size_t fewest_chunks = 4;

std::size_t count_chunks(std::size_t n_threads, std::uint64_t max_bytes) {
  const std::uint64_t room = max_bytes / static_cast<std::uint64_t>(shared_bases::chunk_length);
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(room, fewest_chunks, chunks_of_all + chunks_of_thread * n_threads));
}

}  // namespace

shared_bases::shared_bases(genome& sequences, std::size_t n_threads, std::uint64_t max_bytes)
    : sequences_(sequences), max_chunks_(count_chunks(n_threads, max_bytes)) {}

// Letters that are no nucleotides matter where they are requested, not where they lie near it: of their chunk just that
// part is read.
std::string shared_bases::fetch(std::size_t sequence, interval where) {
  std::string bases;
  bases.reserve(static_cast<std::size_t>(where.length()));
  for (std::int64_t next = where.start; next < where.end;) {
    const std::int64_t number = next / chunk_length, begin = number * chunk_length;
    const std::int64_t end = std::min(where.end, begin + chunk_length);
    if (const chunk whole = chunk_of({sequence, number}))
      bases.append(*whole, static_cast<std::size_t>(next - begin), static_cast<std::size_t>(end - next));
    else
      bases += sequences_.fetch(sequence, {next, end});
    next = end;
  }
  return bases;
}

// One that the disk does not give is not held: the next who asks for it tries again.
shared_bases::chunk shared_bases::chunk_of(chunk_name name) {
  std::promise<chunk> to_read;
  bool is_held = false;
  const std::shared_future<chunk> bases = find_or_hold(name, to_read, is_held);
  if (is_held) return bases.get();
  try {
    to_read.set_value(read(name));
  } catch (...) {
    to_read.set_exception(std::current_exception());
    const std::lock_guard lock(holding_);
    held_.erase(name);
  }
  return bases.get();
}

shared_bases::chunk shared_bases::read(chunk_name name) try {
  const std::int64_t begin = name.second * chunk_length;
  const std::int64_t end = std::min(sequences_.catalog().length(name.first), begin + chunk_length);
  return std::make_shared<const std::string>(sequences_.fetch(name.first, {begin, end}));
} catch (const bad_data&) {
  return nullptr;
}

// A new one stands in place of the one that nobody has requested longest.
std::shared_future<shared_bases::chunk> shared_bases::find_or_hold(chunk_name name, std::promise<chunk>& to_read,
                                                                   bool& is_held) {
  const std::lock_guard lock(holding_);
  const auto found = held_.find(name);
  is_held = found != held_.end();
  if (!is_held && held_.size() >= max_chunks_)
    held_.erase(std::ranges::min_element(held_, {}, [](const auto& entry) { return entry.second.last_requested; }));
  held_chunk& entry =
      is_held ? found->second : held_.emplace(name, held_chunk{to_read.get_future().share(), 0}).first->second;
  entry.last_requested = ++n_requested_;
  return entry.bases;
}

}  // namespace exonweave
