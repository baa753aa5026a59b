#include "pairwise/scan/scan_journal.hpp"

#include "pairwise/scan/scan_archive.hpp"

namespace exonweave {

scan_journal::scan_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : journal_file(std::move(path), settings, goes_on) {
  take_records([this](std::string_view record) {
    if (kind_of(record) != record_kind::batch) throw damaged_record("a record of an unknown kind");
    read_record(record, before_.emplace_back());
    count(before_.back().n_queries, 1);
  });
}

void scan_journal::note(const scanned_batch& batch) {
  if (append(make_record(record_kind::batch, batch))) count(batch.n_queries, 1);
}

}  // namespace exonweave
