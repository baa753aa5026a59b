#include "report/page/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/files/line_reader.hpp"
#include "exons/sequences/fasta_reader.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/splice_model.hpp"
#include "report/packing/packed_text.hpp"
#include "report/page/page_frame.hpp"
#include "report/page/run_account.hpp"
#include "report/tracks/track_file.hpp"

namespace exonweave {

std::uint64_t read_model_proteins(const std::string& path, std::uint64_t most, report& problems,
                                  const protein_sink& sink) {
  line_reader lines(path);
  fasta_reader reader(lines, problems);
  std::uint64_t n_residues = 0;
  std::string name, residues;
  const auto hand_on = [&] {
    if (!residues.empty() && n_residues <= most) sink(name, residues);
    residues.clear();
  };
  for (auto item = reader.next(); item != fasta_reader::item::end; item = reader.next()) {
    if (item == fasta_reader::item::record) {
      hand_on();
      name = reader.name();
    } else {
      n_residues += reader.residues().size();
      if (n_residues <= most) residues += reader.residues();
    }
  }
  hand_on();
  return n_residues;
}

target_source targets_of_files(std::vector<std::string> paths, report& problems) {
  return [paths = std::move(paths), &problems](const protein_sink& sink) {
    const protein_sink hand_on = [&sink](const std::string& name, std::string residues) {
      if (residues.ends_with('.') || residues.ends_with('*')) residues.pop_back();
      for (char& letter : residues) letter = letter_tables::amino_acids[letter_tables::at(letter)];
      sink(name, residues);
    };
    for (const std::string& path : paths)
      read_model_proteins(path, std::numeric_limits<std::uint64_t>::max(), problems, hand_on);
  };
}

std::string page_translation(const feature_table& table, const feature_model& model, genome& sequences,
                             const genetic_code& code) {
  if (model.parts.empty()) return "";
  const bool is_reverse = model.on == '-';
  const std::int8_t phase = table.parts[is_reverse ? model.parts.back() : model.parts.front()].phase;
  if (phase < 0) return "";
  std::string coding;
  for (const std::uint32_t part : model.parts) coding += sequences.fetch(model.sequence, table.parts[part].where);
  if (is_reverse) coding = reverse_complement(coding);
  coding.erase(0, static_cast<std::size_t>(phase));
  if (coding.find_first_not_of("ACGT") != std::string::npos) return "";
  std::string protein = translate(coding, code);
  if (protein.ends_with('*')) protein.pop_back();
  return protein;
}

std::string code_letters(const genetic_code& code) {
  constexpr std::string_view bases = "TCAG";
  std::string letters;
  for (const char first : bases)
    for (const char second : bases)
      for (const char third : bases) letters += translate_codon(std::string{first, second, third}, code);
  return letters;
}

namespace {

using json = nlohmann::ordered_json;

// What a base at each position is worth, on average over the bases before it; A, C, G, T.
json mean_bits(const weight_matrix& matrix) {
  json rows = json::array();
  for (const weight_row& row : matrix) {
    std::array<double, n_dna_bases> sums{};
    for (std::size_t k = 0; k < row.size(); ++k) sums[k % n_dna_bases] += row[k];
    json means = json::array();
    for (const double sum : sums)
      means.push_back(std::stod(fmt::format("{:.3f}", sum * n_dna_bases / static_cast<double>(row.size()))));
    rows.push_back(means);
  }
  return rows;
}

json logo_entry(const weight_matrix& matrix, const site_window& window) {
  return {{"n_before", window.n_before}, {"bits", mean_bits(matrix)}};
}

json splice_model_entry(const splice_model& model) {
  return {{"name", model.name},
          {"donor", logo_entry(model.donor, donor_window)},
          {"acceptor", logo_entry(model.acceptor, acceptor_window)},
          {"start", logo_entry(model.start, start_window)}};
}

// Why a part of a run is not in the page.
constexpr const char *for_its_size = "size", *for_its_names = "names", *for_memory = "memory";

// Reads the files one after another, and packs each before the next one is read.
class page_builder {
 public:
  page_builder(const report_files& files, genome* sequences, report& problems, std::uint64_t memory)
      : files_(files), sequences_(sequences), problems_(problems), memory_(memory) {
    problems_.throw_if_errors();
    if (sequences_ != nullptr) known_ = known_sequences(sequences_->catalog());
  }

  // By the ID of the element that holds it. Throws what is wrong with the files.
  std::map<std::string, std::string> packed_data() {
    account_["run"] = without_folders(read_run());
    pack_genes();
    if (!files_.alignments.empty()) pack_alignments();
    if (!files_.unplaced.empty()) pack_unplaced();
    if (!files_.splice_model.empty())
      account_["splice_model"] = splice_model_entry(read_splice_model(files_.splice_model, problems_));
    read_tracks();
    problems_.throw_if_errors();
    if (sequences_ != nullptr) choose_bases();
    // A page with the genome translates its genes, but for these.
    if (bases_ && !exceptions_.empty()) data_["proteins"] = std::move(exceptions_);
    if (bases_) account_["codes"] = codes_entry();
    account_["targets"] = target_counts();
    account_["gene_set"] = script_word({{"genes", data_["genes"]}});
    account_["sequences"] = {{"name", known_.names()}, {"length", known_.lengths()}};
    account_["has_genome"] = sequences_ != nullptr;
    account_["most_bases"] = max_page_bases;
    account_["most_alignments"] = max_page_alignments;
    account_["most_residues"] = max_page_residues;
    data_["account"] = packed_json(account_);
    return std::move(data_);
  }

  // An element for each track that the page holds, by its number.
  void write_tracks(const text_sink& sink) const {
    for (std::size_t k = 0; k < tracks_.size(); ++k) {
      if (!tracks_[k].is_held()) continue;
      sink(fmt::format("<script type=\"text/plain\" id=\"data-track-{}\">", k));
      write_track(tracks_[k], sink);
      sink("</script>\n");
    }
  }

  // Bases come as they are read.
  void write_bases(const text_sink& sink) const {
    if (!bases_) return;
    base64_writer letters(sink);
    bases_->write([&letters](std::string_view bytes) { letters.write(bytes); });
    letters.finish();
  }

 private:
  // Without the names of its targets.
  json read_run() {
    json run = read_run_account(files_.run, problems_);
    if (!run.contains("results")) return run;
    for (const json& name : run["results"]["targets"]) targets_.insert(name.get<std::string>());
    run["results"].erase("targets");
    return run;
  }

  feature_table read(const std::string& path, const feature_limits& limits = {}) {
    static const sequence_catalog nothing;
    return read_features(path, sequences_ != nullptr ? sequences_->catalog() : nothing, known_, problems_, limits);
  }

  void pack(const std::string& name, const std::function<void(const text_sink&)>& write) {
    std::string& text = data_[name];
    text = packed_text(write);
    memory_ -= std::min<std::uint64_t>(memory_, text.capacity());
  }

  void pack_features(const feature_table& table, const std::string& columns, const std::string& parts) {
    pack(columns, [&table](const text_sink& sink) { write_gene_columns(table, sink); });
    pack(parts, [&table](const text_sink& sink) { write_part_columns(table, sink); });
  }

  void pack_genes() {
    const feature_table genes = read(files_.models);
    if (problems_.error_count() == 0) pack_features(genes, "genes", "parts");
    if (!files_.proteins.empty() && !genes.models.empty()) pack_proteins(genes);  // a file without records is refused
    if (files_.targets && parameter("targets") == "protein") pack_targets(genes);
  }

  // Null where the run does not say it.
  [[nodiscard]] json parameter(const std::string& key) const {
    const auto value_of = [](const json& object, const std::string& name) {
      return object.is_object() ? object.value(name, json()) : json();
    };
    return value_of(value_of(account_.value("run", json()), "parameters"), key);
  }

  // As the run read each sequence.
  [[nodiscard]] genetic_codes codes() const {
    const auto code = [](const json& id) {
      const bool is_known = id.is_number_integer() && genetic_code::is_known(id.get<std::int64_t>());
      return genetic_code(is_known ? id.get<int>() : standard_code().id());
    };
    genetic_codes all(code(parameter("genetic_code")));
    const json others = parameter("genetic_codes_of_sequences");
    const sequence_catalog& catalog = sequences_->catalog();
    for (std::size_t s = 0; s < catalog.size() && others.is_object(); ++s)
      if (others.contains(catalog.name(s))) all.set(s, code(others[catalog.name(s)]));
    return all;
  }

  // The letters of each code, and the code of each sequence.
  [[nodiscard]] json codes_entry() const {
    const genetic_codes all = codes();
    json letters = json::object(), of_sequences = json::array();
    for (std::size_t s = 0; s < sequences_->catalog().size(); ++s) {
      const genetic_code& code = all.of_sequence(s);
      const std::string id = std::to_string(code.id());
      if (!letters.contains(id)) letters[id] = code_letters(code);
      of_sequences.push_back(id);
    }
    return {{"letters", letters}, {"of_sequences", of_sequences}};
  }

  // Those that models were aligned to, by their names; nothing where they are too many for a page.
  void pack_targets(const feature_table& genes) {
    std::vector<bool> is_requested(genes.texts.size());
    for (const feature_model& model : genes.models) is_requested[model.target.name] = model.target.name != 0;
    bool has_any = false;
    std::uint64_t n_residues = 0;
    pack("targets", [&](const text_sink& sink) {
      sink("{");
      files_.targets([&](const std::string& name, const std::string& residues) {
        const auto text = genes.texts.find(name);
        if (!text || !is_requested[*text]) return;
        is_requested[*text] = false;
        n_residues += residues.size();
        if (n_residues <= max_page_residues)
          sink((std::exchange(has_any, true) ? "," : "") + json_text(name) + ":" + json_text(residues));
      });
      sink("}");
    });
    if (n_residues > max_page_residues || !has_any) data_["targets"].clear();
  }

  // By the ID of its model; nothing where they are too many for a page.
  void pack_proteins(const feature_table& genes) {
    std::vector<const feature_model*> models(genes.texts.size());
    for (const feature_model& model : genes.models) models[model.id] = &model;
    const genetic_codes codes_of_run = sequences_ != nullptr ? codes() : genetic_codes();
    json exceptions = json::object();
    std::string first;
    bool is_known = false, has_any = false;
    std::uint64_t n_residues = 0;
    pack("proteins", [&](const text_sink& sink) {
      sink("{");
      n_residues = read_model_proteins(
          files_.proteins, max_page_residues, problems_, [&](const std::string& name, const std::string& residues) {
            const auto text = genes.texts.find(name);
            if (first.empty()) first = name;
            const feature_model* const model = text ? models[*text] : nullptr;
            if (model == nullptr) return;
            is_known = true;
            if (holds_bases() &&
                page_translation(genes, *model, *sequences_, codes_of_run.of_sequence(model->sequence)) != residues)
              exceptions[name] = residues;
            sink((std::exchange(has_any, true) ? "," : "") + json_text(name) + ":" + json_text(residues));
          });
      sink("}");
    });
    if (n_residues > max_page_residues) data_["proteins"].clear();
    if (holds_bases()) exceptions_ = packed_json(exceptions);
    account_["n_residues"] = n_residues;
    if (!is_known && !first.empty())
      problems_.warn({.where = {files_.proteins},
                      .what = "no protein has the ID of an mRNA",
                      .got = first,
                      .need = std::string(genes.texts[genes.models.front().id])});
  }

  void pack_alignments() {
    const std::uint64_t max_bytes = memory_ - memory_ / 8;  // what is packed of them is less than an eighth
    const feature_table table = read(files_.alignments, {max_page_alignments, max_bytes});
    for (const std::uint32_t target : table.targets) placed_.emplace(table.texts[target]);
    account_["n_alignments"] = table.n_models;
    if (table.is_whole) {
      if (problems_.error_count() == 0) pack_features(table, "alignments", "alignment-parts");
    } else if (table.n_models > max_page_alignments) {
      account_["no_alignments"] = for_its_size;
    } else {
      account_["no_alignments"] = for_memory;
      warn_of_memory("the alignments");
    }
  }

  void pack_unplaced() {
    const unplaced_table table = read_unplaced(files_.unplaced, problems_);
    pack("unplaced", [&table](const text_sink& sink) { write_unplaced_columns(table, sink); });
    for (const unplaced_row& row : table.rows)
      if (const auto name = table.texts[row.words.front()]; !name.empty()) targets_.emplace(name);
  }

  // Unless memory is too little, or a name too long.
  [[nodiscard]] bool holds_bases() const {
    if (sequences_ == nullptr) return false;
    std::int64_t n_bases = 0;
    for (std::size_t s = 0; s < sequences_->catalog().size(); ++s) n_bases += sequences_->catalog().length(s);
    return n_bases <= max_page_bases;
  }

  void read_tracks() {
    json entries = json::array();
    for (const std::string& path : files_.tracks) {
      const track_file& track = tracks_.emplace_back(read_track(path, known_.names(), problems_));
      entries.push_back({{"name", std::filesystem::path(path).filename().string()},
                         {"format", word_of(track.format)},
                         {"bytes", track.bytes},
                         {"held", track.is_held()}});
    }
    account_["tracks"] = entries;
  }

  void choose_bases() {
    const sequence_catalog& catalog = sequences_->catalog();
    std::vector<two_bit_sequence> shown;
    const char* why_not = holds_bases() ? nullptr : for_its_size;
    for (std::size_t s = 0; s < catalog.size() && why_not == nullptr; ++s) {
      shown.push_back({catalog.name(s), catalog.length(s)});
      if (catalog.name(s).size() > longest_two_bit_name) why_not = for_its_names;
    }
    if (why_not == nullptr) {
      bases_.emplace(std::move(shown),
                     [this](std::size_t s, interval where) { return sequences_->fetch_as_written(s, where); });
      if (bases_->bytes_held() > memory_) {
        bases_.reset();
        why_not = for_memory;
        warn_of_memory("the sequence");
      }
    }
    if (why_not != nullptr) account_["no_bases"] = why_not;
  }

  void warn_of_memory(const std::string& what) {
    problems_.warn({.what = fmt::format("the page does not contain {}: --memory is too little", what),
                    .hint = "'exonweave report' makes the page with all that the files have"});
  }

  // How many targets have a model, and how many there are; null where the files do not say it.
  json target_counts() {
    const json results = account_["run"].value("results", json::object());
    json counts = {
        {"with_model", files_.alignments.empty() ? results.value("with_model", json()) : json(placed_.size())}};
    targets_.insert(placed_.begin(), placed_.end());
    counts["all"] = files_.unplaced.empty() ? json() : json(targets_.size());
    return counts;
  }

  const report_files& files_;
  genome* const sequences_;  // null: there is none
  report& problems_;
  std::uint64_t memory_;  // bytes that are left
  json account_;
  std::map<std::string, std::string> data_;
  std::string exceptions_;  // proteins that a page with bases cannot translate
  known_sequences known_;
  std::optional<two_bit_file> bases_;
  std::vector<track_file> tracks_;
  std::unordered_set<std::string> targets_, placed_;  // names: of all that the files tell of, and those with a model
};

}  // namespace

void write_report_page(const report_files& files, genome* sequences, report& problems, const text_sink& sink,
                       std::uint64_t memory) {
  page_builder builder(files, sequences, problems, memory);
  const auto data = builder.packed_data();
  page_writers writers;
  writers["tracks"] = [&builder](const text_sink& page) { builder.write_tracks(page); };
  writers["bases"] = [&builder](const text_sink& page) { builder.write_bases(page); };
  if (const report_libraries* libraries = built_in_report_libraries()) {
    writers["charts"] = text_writer(libraries->charts);
    writers["browser"] = text_writer(libraries->browser);
    writers["licences"] = text_writer(libraries->licences);
  }
  constexpr std::string_view sources =
      " blob:; img-src data: blob:; font-src data:; connect-src data: blob:; worker-src blob:";
  write_page({"report", sources, report_template(), report_scripts()}, data, writers, sink);
}

}  // namespace exonweave
