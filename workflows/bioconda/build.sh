#!/bin/bash
set -euo pipefail

workflows/report_libraries.sh report-libraries

# What conda's compilers want CMake to know. CUDA is off, not left to chance: a toolkit that happens to be there must not change the package.
read -ra cmake_args <<<"${CMAKE_ARGS:-}"
cmake -S . -B build -G Ninja \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX="${PREFIX}" \
  "${cmake_args[@]}" \
  -DEXONWEAVE_CUDA=OFF \
  -DEXONWEAVE_REPORT_LIBRARIES="${PWD}/report-libraries" \
  -DEXONWEAVE_TESTS=OFF \
  -DEXONWEAVE_BENCHMARKS=OFF \
  -DEXONWEAVE_WERROR=OFF
cmake --build build --parallel "${CPU_COUNT}"
cmake --install build
