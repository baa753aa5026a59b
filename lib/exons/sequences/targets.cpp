#include "exons/sequences/targets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "exons/sequences/fasta_reader.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

// The first letter of a line that one of the alphabets does not have.
struct bad_letter {
  std::uint64_t line;
  std::size_t column;
  char letter;
};

// A file of targets before it is known what they are.
struct raw_targets {
  std::string file;                    // as messages name it
  bool is_foreign = false;             // no text: nothing was read
  std::vector<target> records;         // residues as written, without the ends of lines
  composition letters;                 // of all records
  std::vector<bad_letter> no_base;     // lines that are not DNA
  std::vector<bad_letter> no_residue;  // lines that are not protein
};

void note_bad_letter(const fasta_reader& reader, std::size_t bad, std::vector<bad_letter>& letters) {
  const std::uint64_t line = reader.lines().line_number();
  if (letters.empty() || letters.back().line != line)
    letters.push_back({line, reader.first_column() + bad, reader.residues()[bad]});
}

void note_no_base(const fasta_reader& reader, std::vector<bad_letter>& letters) {
  const std::string_view part = reader.residues();
  const auto* bad =
      std::ranges::find_if(part, [](char c) { return letter_tables::nucleotides[letter_tables::at(c)] == 0; });
  if (bad != part.end()) note_bad_letter(reader, static_cast<std::size_t>(bad - part.begin()), letters);
}

// What is no residue of a protein. A '.' is one, gffread's stop codon, where nothing of its record comes after it.
class residue_check {
 public:
  void begin_record() { dot_.reset(); }

  void add(const fasta_reader& reader, std::vector<bad_letter>& letters) {
    const std::string_view part = reader.residues();
    if (dot_ && (letters.empty() || letters.back().line != dot_->line)) letters.push_back(*dot_);
    dot_.reset();
    const auto* bad =
        std::ranges::find_if(part, [](char c) { return letter_tables::amino_acids[letter_tables::at(c)] == 0; });
    if (bad == part.end()) return;
    const auto place = static_cast<std::size_t>(bad - part.begin());
    if (*bad == '.' && place + 1 == part.size())
      dot_ = {reader.lines().line_number(), reader.first_column() + place, '.'};
    else
      note_bad_letter(reader, place, letters);
  }

 private:
  std::optional<bad_letter> dot_;  // the last letter so far
};

raw_targets read_raw(const std::string& path, std::uint32_t number, report& problems) {
  line_reader lines(path);
  raw_targets raw;
  raw.file = lines.source().name();
  raw.is_foreign = lines.is_foreign_text(problems);
  if (raw.is_foreign) return raw;
  fasta_reader reader(lines, problems);
  residue_check proteins;
  for (auto item = reader.next(); item != fasta_reader::item::end; item = reader.next()) {
    if (item == fasta_reader::item::record) {
      raw.records.push_back({reader.name(), "", reader.header().line, number, false, reader.description()});
      proteins.begin_record();
      continue;
    }
    raw.letters.add(reader.residues());
    raw.records.back().residues += reader.residues();
    note_no_base(reader, raw.no_base);
    proteins.add(reader, raw.no_residue);
  }
  return raw;
}

// Shorter sequences of ACGTUN alone may well be peptides, and so may be longer ones of other letters that code for
// several bases (MNDSG), or without one of the four bases.
constexpr std::size_t shortest_telling = 50;

bool looks_like_dna(std::string_view residues) {
  constexpr std::size_t min_percent = 95;  // of A, C, G, T, U and N
  constexpr std::string_view bases = "ACGT";
  if (residues.size() < shortest_telling) return false;
  std::size_t n_others = 0;
  std::array<bool, 256> seen{};
  for (const char letter : residues) {
    const char base = letter_tables::nucleotides[letter_tables::at(letter)];
    seen[static_cast<unsigned char>(base)] = true;
    if (base == 'N' || bases.find(base) != bases.npos) continue;
    if (100 * ++n_others > (100 - min_percent) * residues.size()) return false;  // proteins, before long
  }
  return std::ranges::all_of(bases, [&](char base) { return seen[static_cast<unsigned char>(base)]; });
}

// Whether all records that have residues look so.
bool is_all_dna(const raw_targets& raw) {
  bool has_any = false;
  for (const target& record : raw.records) {
    if (record.residues.empty()) continue;
    if (!looks_like_dna(record.residues)) return false;
    has_any = true;
  }
  return has_any;
}

// What nobody says, and what is more likely.
struct kind_question {
  target_type said;
  molecule likely = molecule::dna;
};

// By its letters; nothing without any.
std::optional<molecule> kind_of_letters(const kind_question& requested, const raw_targets& raw) {
  const auto kind = raw.letters.kind();
  if (!kind || requested.likely == molecule::dna) return kind;
  return is_all_dna(raw) ? molecule::dna : molecule::protein;
}

// What the records are taken for: what the user says, else what the files are made of, which must be the same.
molecule kind_of(const kind_question& requested, const std::vector<raw_targets>& files, report& problems) {
  if (requested.said == target_type::dna) return molecule::dna;
  if (requested.said == target_type::protein) return molecule::protein;
  std::optional<molecule> first;
  std::string file_of_first;
  for (const raw_targets& raw : files) {
    const auto kind = kind_of_letters(requested, raw);
    if (kind && !first) {
      first = kind;
      file_of_first = raw.file;
    } else if (kind && kind != first) {
      const bool is_dna = kind == molecule::dna;
      problems.error({.where = {raw.file, 0},
                      .what = fmt::format("{} targets together with {} targets of {}", is_dna ? "DNA" : "protein",
                                          is_dna ? "protein" : "DNA", file_of_first),
                      .need = "targets of one kind",
                      .hint = "run once with each kind; predict has --target-type, which says what they are"});
    }
  }
  return first.value_or(requested.likely);
}

// Records of one name in several files, whose residues are known: alike they are one, the one that says most, whatever
// the order of the files. Names that a file has twice its reader reports.
void join_repeated_records(std::vector<raw_targets>& files, report& problems) {
  const auto says = [](const target& record) {
    return std::tie(record.had_stop, record.description, record.lower_case);
  };
  std::unordered_map<std::string_view, target*> known;
  std::set<const target*> repeated;
  for (raw_targets& raw : files)
    for (target& record : raw.records) {
      target*& first = known.try_emplace(record.name, &record).first->second;
      if (first->file == record.file) continue;
      const std::string& other = files[first->file].file;
      if (first->residues != record.residues) {
        problems.error(
            {.where = {raw.file, record.line},
             .what = fmt::format("duplicate target name of another sequence in {} on line {}", other, first->line),
             .got = record.name,
             .hint = "names end at the first blank; make them unique"});
        continue;
      }
      problems.warn({.where = {raw.file, record.line},
                     .what = fmt::format("target that {} has too; it is taken once", other),
                     .got = record.name});
      repeated.insert(says(*first) < says(record) ? std::exchange(first, &record) : &record);
    }
  for (raw_targets& raw : files)
    std::erase_if(raw.records, [&](const target& record) { return repeated.contains(&record); });
}

// Reports a file, or single records, of the other kind. Returns whether the whole file is of the other kind.
bool refuse_other_kind(const raw_targets& raw, molecule kind, const std::string& file, report& problems) {
  if (kind == molecule::dna) {
    const bool is_protein = !raw.no_base.empty() && raw.letters.kind() == molecule::protein;
    if (is_protein)
      problems.error({.where = {file, 0},
                      .what = "protein where DNA targets are wanted",
                      .need = "nucleotide sequences",
                      .hint = "use --target-type protein"});
    return is_protein;
  }
  if (is_all_dna(raw)) {
    problems.error(
        {.where = {file, 0},
         .what = "DNA where protein targets are wanted",
         .need = "amino acid sequences",
         .hint = "translate them, or use --target-type dna where the command has it; scan takes a genome by --genome"});
    return true;
  }
  for (const auto& record : raw.records)
    if (looks_like_dna(record.residues))
      problems.error({.where = {file, record.line},
                      .what = "DNA record among proteins",
                      .got = record.name,
                      .hint = "give DNA and protein targets in files of their own"});
  return false;
}

std::vector<interval> find_lower_case(std::string_view residues) {
  const auto is_lower = [](char letter) { return 'a' <= letter && letter <= 'z'; };
  std::vector<interval> found;
  for (auto last = residues.begin();;) {
    const auto begin = std::find_if(last, residues.end(), is_lower);
    if (begin == residues.end()) return found;
    last = std::find_if_not(begin, residues.end(), is_lower);
    found.push_back({begin - residues.begin(), last - residues.begin()});
  }
}

void normalise(target& record, molecule kind, const std::string& file, report& problems) {
  std::string& residues = record.residues;
  if (kind == molecule::protein && residues.ends_with('.')) residues.back() = '*';
  if (kind == molecule::protein) record.lower_case = find_lower_case(residues);
  const auto& letters = kind == molecule::dna ? letter_tables::nucleotides : letter_tables::amino_acids;
  for (char& letter : residues) letter = letters[letter_tables::at(letter)];
  const place header{file, record.line};
  if (residues.empty()) return;  // fasta_reader has warned
  record.had_stop = kind == molecule::protein && residues.back() == '*';
  if (record.had_stop) residues.pop_back();
  if (residues.empty()) problems.warn({.where = header, .what = "target of a stop alone", .got = record.name});
  const char unknown = kind == molecule::dna ? 'N' : 'X';
  if (!residues.empty() && residues.find_first_not_of(unknown) == std::string::npos)
    problems.warn(
        {.where = header, .what = kind == molecule::dna ? "target of N only" : "target of X only", .got = record.name});
}

target_set read(const std::vector<std::string>& paths, const kind_question& requested, report& problems) {
  std::vector<raw_targets> files;
  for (const std::string& path : paths)
    files.push_back(read_raw(path, static_cast<std::uint32_t>(files.size()), problems));
  const std::size_t n_errors = problems.error_count();
  target_set set{paths, kind_of(requested, files, problems), {}};
  if (problems.error_count() > n_errors) return set;  // its letters would be errors of one alphabet
  bool is_whole = true;
  for (raw_targets& raw : files) {
    if (raw.is_foreign || refuse_other_kind(raw, set.kind, raw.file, problems)) {
      is_whole = false;
      continue;
    }
    for (const auto& bad : set.kind == molecule::dna ? raw.no_base : raw.no_residue)
      problems.error(letter_problem({raw.file, bad.line}, bad.letter, bad.column, set.kind));
    for (target& record : raw.records) normalise(record, set.kind, raw.file, problems);
  }
  if (!is_whole) return {set.paths, set.kind, {}};  // names that are missing are no errors of those who use them
  if (files.size() > 1) join_repeated_records(files, problems);
  for (raw_targets& raw : files) {
    for (const target& record : raw.records)
      if (record.residues.empty()) set.without_residues.push_back(record.name);
    std::erase_if(raw.records, [](const target& record) { return record.residues.empty(); });
    if (set.targets.empty())
      set.targets = std::move(raw.records);
    else
      std::ranges::move(raw.records, std::back_inserter(set.targets));
    raw.records = {};
  }
  return set;
}

}  // namespace

std::string target_set::path() const { return fmt::format("{}", fmt::join(paths, ", ")); }

std::uint64_t count_residues(const target_set& targets) {
  std::uint64_t n = 0;
  for (const target& each : targets.targets) n += each.residues.size();
  return n;
}

target_set read_targets(const std::vector<std::string>& paths, target_type type, report& problems) {
  return read(paths, {type}, problems);
}

target_set read_likely_proteins(const std::vector<std::string>& paths, report& problems) {
  return read(paths, {target_type::recognise, molecule::protein}, problems);
}

}  // namespace exonweave
