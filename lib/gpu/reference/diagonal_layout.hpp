// How three anti-diagonals lie in memory decides the speed. A piece of 3 rows (a b c), target of 4 columns (0 1 2 3):
//
//   conventional: a row after the other. What threads read and write at a time lies a row apart.
//
//        a0 a1 a2 a3 | b0 b1 b2 b3 | c0 c1 c2 c3
//
//   left_aligned: each diagonal from its first cell on. Where a thread's cells lie, and those that it reads, depends
//   on the diagonal: from the one with a3 on, they move by one.
//
//        a0          a1 b0       a2 b1 c0    a3 b2 c1    b3 c2       c3
//
//   right_aligned: row i of the piece at index i, always. A thread keeps its row, in registers what is left of its cell
//   and diagonal
//   to it, and reads index i - 1 of the diagonal before.
//
//        a0 .  .     a1 b0 .     a2 b1 c0    a3 b2 c1    .  b3 c2    .  .  c3
#pragma once

namespace exonweave::gpu {

enum class diagonal_layout { conventional, left_aligned, right_aligned };

}  // namespace exonweave::gpu
