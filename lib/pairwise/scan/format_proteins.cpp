#include "pairwise/scan/format_proteins.hpp"

#include <algorithm>
#include <string>

#include "exons/sequences/alphabet.hpp"
#include "pairwise/scan/database_file.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan/sequence_blocks.hpp"

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
