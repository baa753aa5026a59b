#include "exons/sequences/genome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "exons/sequences/fasta_index.hpp"
#include "exons/sequences/nucleotide_check.hpp"

namespace exonweave {

struct genome::state {
  std::string path;
  line_reader lines;
  fasta_index index{};
  random_reader random;
  report ignored{};                     // warnings of a second reading, told at the first
  std::optional<std::size_t> cached{};  // the sequence in `residues`
  std::string residues{};               // in the case of the file, as all that is read below

  state(std::string given, byte_source source)
      : path(std::move(given)),
        lines(std::move(source)),
        random(lines.source(), lines.source().is_copy() ? "" : path + ".gzi") {}

  bool take_fai(report& problems);
  void warn_from_index(report& problems) const;
  void read_through(report& problems);

  std::string read_even(std::size_t i, interval where);
  std::string bases_of(std::string bytes, std::size_t i, std::int64_t first);
  void cache(std::size_t i);
  void read_record(fasta_reader& from, std::size_t i);
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
  auto opened = std::make_unique<state>(path, byte_source::open_seekable(path));
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
  auto loaded = lines.source().is_copy() || path == "-" ? std::nullopt : load_fai(fai);
  if (!loaded) return false;
  const bool is_new = is_fresh(fai, lines.source().descriptor());
  if (is_new && fits(*loaded, random)) {
    index = std::move(*loaded);
    return true;
  }
  const std::string what = is_new ? "the index does not fit the file" : "the index is older than the file";
  problems.warn({{fai, 0}, what + " and is not used", "", "", "renew it with samtools faidx"});
  return false;
}

// What reading through would warn of and an index tells too.
void genome::state::warn_from_index(report& problems) const {
  for (std::size_t i = 0; i < index.places.size(); ++i)
    if (index.places[i].length == 0)
      problems.warn({{lines.source().name(), 0}, "record without residues", index.catalog.name(i), "", ""});
  lines.warn_if_cut(problems);
}

// A file that is no FASTA of nucleotides gives no sequence at all: its error is told once, not again by all that lies on
// them.
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
      letters.record(records.header(), records.name());
    } else {
      builder.line(records);
      letters.line(records.lines().where(), records.residues());
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
  const record_place& place = state_->index.places[i];
  assert(0 <= where.start && where.start <= where.end && where.end <= place.length);
  if (where.start == where.end) return "";
  if (place.is_even()) return state_->read_even(i, where);
  state_->cache(i);
  return state_->residues.substr(static_cast<std::size_t>(where.start),
                                 static_cast<std::size_t>(where.length()));
}

// Reads a part of a record whose lines are even directly.
std::string genome::state::read_even(std::size_t i, interval where) {
  const record_place& place = index.places[i];
  const std::int64_t first = place.byte_of(where.start);
  std::string bases = bases_of(random.read(first, place.byte_of(where.end - 1) + 1), i, first);
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
        throw bad_data(letter_problem({lines.source().name(), line}, letter, static_cast<std::size_t>(column),
                                      molecule::dna));
      }
      bytes[n_bases++] = base;
    }
    if (++column == place.line_width) column = 0;
  }
  bytes.resize(n_bases);
  return bytes;
}

// Makes `residues` the whole sequence i.
void genome::state::cache(std::size_t i) {
  if (cached == i) return;
  cached.reset();
  const record_place& place = index.places[i];
  lines.seek(random.virtual_offset(place.header_byte), place.header_byte, place.header_line);
  fasta_reader from(lines, ignored);
  if (from.next() != fasta_reader::item::record) throw_misfit(i);
  read_record(from, i);
  cached = i;
}

// Reads the residues of sequence i, whose header `from` has read, into `residues`.
void genome::state::read_record(fasta_reader& from, std::size_t i) {
  if (from.name() != index.catalog.name(i)) throw_misfit(i);
  residues.clear();
  residues.reserve(static_cast<std::size_t>(index.catalog.length(i)));
  while (from.next() == fasta_reader::item::residues) {
    const std::string_view line = from.residues();
    for (std::size_t column = 0; column < line.size(); ++column) {
      const char base = nucleotide_as_written(line[column]);
      if (base == 0) throw bad_data(letter_problem(lines.where(), line[column], column, molecule::dna));
      residues += base;
    }
  }
  if (static_cast<std::int64_t>(residues.size()) != index.catalog.length(i)) throw_misfit(i);
}

// The 1-based line of a byte; reads the file up to there.
std::uint64_t genome::state::line_of(std::int64_t byte) {
  constexpr std::int64_t step = std::int64_t{1} << 20;
  std::uint64_t n_line_ends = 0;
  for (std::int64_t start = 0; start < byte; start += step) {
    const std::string text = random.read(start, std::min(start + step, byte));
    n_line_ends += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  }
  return n_line_ends + 1;
}

void genome::state::throw_misfit(std::size_t i) const {
  throw bad_data(
      {{lines.source().name(), index.places[i].header_line},
       "the file does not hold what its index says",
       index.catalog.name(i),
       "",
       fmt::format("if there is {}.fai, remove or renew it; do not change the file meanwhile", path)});
}

}  // namespace exonweave
