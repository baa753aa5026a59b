// Any bytes as the .fai and .gzi of a sound genome, plain and BGZF: the bases are right, or the failure is
// told. The first byte says how many of the bytes after it are the .fai.
#include <fcntl.h>
#include <htslib/bgzf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "exons/sequences/genome.hpp"
#include "in_memory_file.hpp"

namespace {

using namespace exonweave;

const std::string text = ">one x\nACGTAC\nGTNN\n>two\nGGCCRYSW\n>three\nA\n";
const std::string folder = "/dev/shm/exonweave_fuzz_" + std::to_string(getpid());

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

void write_bgzf(const std::string& path) {
  BGZF* out = bgzf_open(path.c_str(), "w");
  for (std::size_t start = 0; start < text.size(); start += 10) {
    const std::string part = text.substr(start, 10);
    if (bgzf_write(out, part.data(), part.size()) < 0 || bgzf_flush(out) < 0) std::abort();
  }
  if (bgzf_close(out) != 0) std::abort();
}

// An index that has records swallow one another is found out where a header stands among bases.
void check(const std::string& path) {
  try {
    report problems;
    genome g = genome::open(path, problems);
    const sequence_catalog& known = g.catalog();
    if (known.size() != 3) {
      std::string all;
      for (std::size_t i = 0; i < known.size(); ++i) all += g.fetch(i, {0, known.length(i)});
      std::abort();
    }
    if (g.fetch(1, {2, 8}) != "CCRYSW" || g.fetch(0, {5, 10}) != "CGTNN" || g.fetch(2, {0, 1}) != "A") std::abort();
  } catch (const failure&) {
  }
}

void remove_all() {
  for (const char* name : {"/a.fa", "/a.fa.fai", "/b.fa.gz", "/b.fa.gz.fai", "/b.fa.gz.gzi"})
    ::unlink((folder + name).c_str());
  ::rmdir(folder.c_str());
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  mkdir(folder.c_str(), 0700);
  write(folder + "/a.fa", text);
  write_bgzf(folder + "/b.fa.gz");
  std::atexit(remove_all);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t n_fai = std::min<std::size_t>(data[0], bytes.size());
  for (const char* name : {"/a.fa.fai", "/b.fa.gz.fai"}) write(folder + name, bytes.substr(0, n_fai));
  write(folder + "/b.fa.gz.gzi", bytes.substr(n_fai));
  check(folder + "/a.fa");
  check(folder + "/b.fa.gz");
  return 0;
}
