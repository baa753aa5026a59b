#include "exons/sequences/genetic_code.hpp"

#include <algorithm>
#include <stdexcept>

namespace exonweave {

namespace {

using letter_tables::at, letter_tables::letter_table;

constexpr letter_table complements = [] {
  constexpr std::string_view letters = "ACGTRYSWKMBDHVN";
  constexpr std::string_view partners = "TGCAYRSWMKVHDBN";
  letter_table table{};
  for (std::size_t i = 0; i < letters.size(); ++i) table[at(letters[i])] = partners[i];
  return table;
}();

}  // namespace

char nucleotide(char letter) { return letter_tables::nucleotides[at(letter)]; }
char nucleotide_as_written(char letter) { return letter_tables::nucleotides_as_written[at(letter)]; }
char amino_acid(char letter) { return letter_tables::amino_acids[at(letter)]; }

std::string reverse_complement(std::string_view residues) {
  std::string reversed(residues.rbegin(), residues.rend());
  for (char& residue : reversed) residue = complements[at(residue)];
  return reversed;
}

std::optional<molecule> composition::kind() const {
  std::uint64_t n_letters = 0;
  std::uint64_t n_common = 0;   // ACGTUN
  std::uint64_t n_foreign = 0;  // no IUPAC nucleotide
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const char letter = static_cast<char>(i);
    if (amino_acid(letter) == 0 || letter == '*') continue;  // every letter is an amino acid
    const char base = nucleotide(letter);
    n_letters += counts_[i];
    if (base == 0) n_foreign += counts_[i];
    if (base != 0 && std::string_view("ACGTN").find(base) != std::string_view::npos) n_common += counts_[i];
  }
  if (n_letters == 0) return std::nullopt;
  return n_foreign * 20 < n_letters && n_common * 2 >= n_letters ? molecule::dna : molecule::protein;
}

namespace {

using spliced::residue_code;

constexpr std::string_view bases = "TCAG";  // the order of a table: first base slowest, third fastest
constexpr std::string_view standard = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";

// A code as what sets it apart from the standard one.
struct code_entry {
  int id;
  std::string_view name;
  std::string_view changes;            // codon and amino acid, "TGA=W ATA=M"
  std::string_view also_stops;         // codons that are stops at the end of a coding sequence only, "TAA TAG"
  std::string_view other_starts = {};  // start codons besides ATG
};

// As version 4.6 of NCBI's list has them. Numbers that are missing were never given, or merged with another code.
constexpr std::array entries = {
    code_entry{1, "Standard", "", ""},
    code_entry{2, "Vertebrate Mitochondrial", "AGA=* AGG=* ATA=M TGA=W", "", "ATT ATC ATA GTG"},
    code_entry{3, "Yeast Mitochondrial", "ATA=M CTT=T CTC=T CTA=T CTG=T TGA=W", "", "ATA GTG"},
    code_entry{4, "Mold, Protozoan and Coelenterate Mitochondrial; Mycoplasma; Spiroplasma", "TGA=W", "",
               "TTA TTG CTG ATT ATC ATA GTG"},
    code_entry{5, "Invertebrate Mitochondrial", "AGA=S AGG=S ATA=M TGA=W", "", "TTG ATT ATC ATA GTG"},
    code_entry{6, "Ciliate, Dasycladacean and Hexamita Nuclear", "TAA=Q TAG=Q", ""},
    code_entry{9, "Echinoderm and Flatworm Mitochondrial", "AAA=N AGA=S AGG=S TGA=W", "", "GTG"},
    code_entry{10, "Euplotid Nuclear", "TGA=C", ""},
    code_entry{11, "Bacterial, Archaeal and Plant Plastid", "", "", "TTG CTG ATT ATC ATA GTG"},
    code_entry{12, "Alternative Yeast Nuclear", "CTG=S", ""},
    code_entry{13, "Ascidian Mitochondrial", "AGA=G AGG=G ATA=M TGA=W", "", "TTG ATA GTG"},
    code_entry{14, "Alternative Flatworm Mitochondrial", "AAA=N AGA=S AGG=S TAA=Y TGA=W", ""},
    code_entry{15, "Blepharisma Macronuclear", "TAG=Q", ""},
    code_entry{16, "Chlorophycean Mitochondrial", "TAG=L", ""},
    code_entry{21, "Trematode Mitochondrial", "AAA=N AGA=S AGG=S ATA=M TGA=W", "", "GTG"},
    code_entry{22, "Scenedesmus obliquus Mitochondrial", "TCA=* TAG=L", ""},
    code_entry{23, "Thraustochytrium Mitochondrial", "TTA=*", "", "ATT GTG"},
    code_entry{24, "Rhabdopleuridae Mitochondrial", "AGA=S AGG=K TGA=W", "", "TTG CTG GTG"},
    code_entry{25, "Candidate Division SR1 and Gracilibacteria", "TGA=G", "", "TTG GTG"},
    code_entry{26, "Pachysolen tannophilus Nuclear", "CTG=A", ""},
    code_entry{27, "Karyorelict Nuclear", "TAA=Q TAG=Q TGA=W", "TGA"},
    code_entry{28, "Condylostoma Nuclear", "TAA=Q TAG=Q TGA=W", "TAA TAG TGA"},
    code_entry{29, "Mesodinium Nuclear", "TAA=Y TAG=Y", ""},
    code_entry{30, "Peritrich Nuclear", "TAA=E TAG=E", ""},
    code_entry{31, "Blastocrithidia Nuclear", "TAA=E TAG=E TGA=W", "TAA TAG"},
    code_entry{32, "Balanophoraceae Plastid", "TAG=W", "", "TTG CTG ATT ATC ATA GTG"},
    code_entry{33, "Cephalodiscidae Mitochondrial", "AGA=S AGG=K TAA=Y TGA=W", "", "TTG CTG GTG"},
};

constexpr auto numbers = [] {
  std::array<int, entries.size()> all{};
  for (std::size_t i = 0; i < entries.size(); ++i) all[i] = entries[i].id;
  return all;
}();

const code_entry& entry_of(int id) {
  const auto* found = std::find_if(entries.begin(), entries.end(), [id](const auto& e) { return e.id == id; });
  if (found == entries.end()) throw std::invalid_argument("no genetic code has the number " + std::to_string(id));
  return *found;
}

// What the 64 codons of plain bases mean, in the order of the table.
struct plain_table {
  std::array<char, 64> letters;
  std::array<bool, 64> may_end;
};

std::size_t place_of(std::string_view codon) {
  std::size_t place = 0;
  for (const char base : codon) place = 4 * place + bases.find(base);
  return place;
}

plain_table make_plain(const code_entry& entry) {
  plain_table made{};
  std::copy(standard.begin(), standard.end(), made.letters.begin());
  for (std::size_t offset = 0; offset < entry.changes.size(); offset += 6)
    made.letters[place_of(entry.changes.substr(offset, 3))] = entry.changes[offset + 4];
  for (std::size_t codon = 0; codon < 64; ++codon) made.may_end[codon] = made.letters[codon] == '*';
  for (std::size_t offset = 0; offset < entry.also_stops.size(); offset += 4)
    made.may_end[place_of(entry.also_stops.substr(offset, 3))] = true;
  return made;
}

struct meaning {
  char letter = 'X';
  bool may_end = false;
};

// What all codons of the three sets of bases have in common.
meaning common_meaning(const plain_table& plain, residue_code first, residue_code second, residue_code third) {
  std::string letters;
  bool may_end = true;
  for (std::size_t codon = 0; codon < 64; ++codon) {
    const auto has = [codon](residue_code set, std::size_t digit) {
      return (set & spliced::dna_code(bases[codon >> (2 * digit) & 3])) != 0;
    };
    if (!has(first, 2) || !has(second, 1) || !has(third, 0)) continue;
    letters += plain.letters[codon];
    may_end = may_end && plain.may_end[codon];
  }
  if (letters.empty()) return {};
  return {letters.find_first_not_of(letters[0]) == std::string::npos ? letters[0] : 'X', may_end};
}

std::array<residue_code, 3> codes_of(std::string_view codon) {
  return {spliced::dna_code(codon[0]), spliced::dna_code(codon[1]), spliced::dna_code(codon[2])};
}

}  // namespace

genetic_code::genetic_code(int ncbi_id) : id_(ncbi_id), name_(entry_of(ncbi_id).name) {
  const plain_table plain = make_plain(entry_of(ncbi_id));
  for (residue_code first = 0; first < spliced::n_dna_codes; ++first)
    for (residue_code second = 0; second < spliced::n_dna_codes; ++second)
      for (residue_code third = 0; third < spliced::n_dna_codes; ++third) {
        const meaning here = common_meaning(plain, first, second, third);
        amino_acids_[index(first, second, third)] = spliced::amino_code(here.letter);
        may_end_[index(first, second, third)] = here.may_end;
      }
  const auto add_start = [this](std::string_view codon) {
    const auto [first, second, third] = codes_of(codon);
    may_begin_[index(first, second, third)] = true;
    may_begin_with_[std::size_t{first} * spliced::n_dna_codes + second] = true;
  };
  add_start("ATG");
  const std::string_view others = entry_of(ncbi_id).other_starts;
  for (std::size_t offset = 0; offset < others.size(); offset += 4) add_start(others.substr(offset, 3));
}

genetic_code genetic_code::with_recoded_stops() const {
  genetic_code recoded = *this;
  for (const auto& [codon, letter] : {std::pair("TGA", 'U'), std::pair("TAG", 'O')}) {
    const auto [first, second, third] = codes_of(codon);
    if (is_stop(first, second, third)) recoded.amino_acids_[index(first, second, third)] = spliced::amino_code(letter);
  }
  return recoded;
}

std::span<const int> genetic_code::ids() { return numbers; }

bool genetic_code::is_known(std::int64_t ncbi_id) {
  return std::find(numbers.begin(), numbers.end(), ncbi_id) != numbers.end();
}

const genetic_code& standard_code() {
  static const genetic_code code(1);
  return code;
}

char translate_codon(std::string_view codon, const genetic_code& code) {
  const auto [first, second, third] = codes_of(codon);
  return spliced::amino_letter(code.translate(first, second, third));
}

bool is_stop_codon(std::string_view codon, const genetic_code& code) {
  const auto [first, second, third] = codes_of(codon);
  return code.is_stop(first, second, third);
}

bool may_end_coding(std::string_view codon, const genetic_code& code) {
  const auto [first, second, third] = codes_of(codon);
  return code.may_end(first, second, third);
}

bool may_begin_coding(std::string_view codon, const genetic_code& code) {
  const auto [first, second, third] = codes_of(codon);
  return code.may_begin(first, second, third);
}

std::string translate(std::string_view coding, const genetic_code& code) {
  std::string protein;
  for (std::size_t start = 0; start + codon_length <= coding.size(); start += codon_length)
    protein += translate_codon(coding.substr(start, codon_length), code);
  return protein;
}

namespace {

void cover(std::size_t first, std::size_t last, std::vector<bool>& covered) {
  std::fill(covered.begin() + static_cast<std::ptrdiff_t>(first), covered.begin() + static_cast<std::ptrdiff_t>(last),
            true);
}

// Those of one strand; `is_stop` reports of the codon that begins at a place whether it is one there.
template <class IsStop>
void cover_strand(std::size_t n, std::size_t least, const IsStop& is_stop, std::vector<bool>& covered) {
  for (std::size_t frame = 0; frame < codon_length; ++frame) {
    std::size_t open = std::min(frame, n);
    for (std::size_t place = frame; open < n; place += codon_length) {
      const bool is_after = place + codon_length > n;
      if (!is_after && !is_stop(place)) continue;
      const std::size_t last = is_after ? n : place;
      if (last - open >= least) cover(open, last, covered);
      if (is_after) break;
      open = place + codon_length;
    }
  }
}

}  // namespace

void cover_open_frames(std::string_view bases, const genetic_code& code, std::size_t n_codons,
                       std::vector<bool>& covered) {
  const std::size_t n = bases.size(), least = n_codons * codon_length;
  cover_strand(
      n, least, [&](std::size_t place) { return is_stop_codon(bases.substr(place, codon_length), code); }, covered);
  const std::string other = reverse_complement(bases);
  const std::string_view other_bases = other;
  cover_strand(
      n, least,
      [&](std::size_t place) {
        return is_stop_codon(other_bases.substr(n - place - codon_length, codon_length), code);
      },
      covered);
}

}  // namespace exonweave
