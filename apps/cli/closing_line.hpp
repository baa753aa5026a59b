// The last line of a run that has done its work, on standard error: what came out, how long it took and how much memory
// it needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace exonweave {
struct report_libraries;
}

namespace exonweave::apps {

/// How many there are of something, and its name: one of them, and any other number.
struct counted_things {
  std::size_t n = 0;
  std::string one;
  std::string many;
};

/// "1,234,567": digits in groups of three.
std::string grouped(std::size_t n);

/// "1 locus", "1,234 loci".
std::string counted(const counted_things& things);

/// Bytes: the largest part of this process that was in memory at once.
std::uint64_t peak_memory();

/// "12 loci, 1,500 residues, 3.2 s, 148 MB peak"; 1 MB is 1,000,000 bytes.
std::string closing_text(const std::vector<counted_things>& counts, double seconds, std::uint64_t peak_bytes);

/// The same after what is more than counts: "WHAT; 3.2 s, 148 MB peak".
std::string closing_text(const std::string& what, double seconds, std::uint64_t peak_bytes);

/// The same of this process, which has taken so long, after the program's name.
void print_closing_line(const std::vector<counted_things>& counts, double seconds);
void print_closing_line(const std::string& what, double seconds);

// What a run says of its page where the program was built without the libraries of the page.

/// One line with its end; empty where the page has its libraries.
std::string report_note(const report_libraries* libraries);

/// Prints it on standard error, of the libraries that are built in.
void print_report_note();

}  // namespace exonweave::apps
