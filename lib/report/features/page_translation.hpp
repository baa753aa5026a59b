// Proteins that the scripts of a page translate by themselves, where it holds the genome: they need not be in it.
#pragma once

#include <string>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave {

/// The parts of a model, joined in reading direction and translated from the first whole codon on, without a stop codon
/// at its end. Empty where a base is ambiguous, or the first part has no phase. The sequences of the table must be
/// numbered as those of the genome.
std::string page_translation(const feature_table& table, const feature_model& model, genome& sequences,
                             const genetic_code& code);

/// Letters of amino acids for all codons, TTT, TTC, TTA, TTG, TCT, ...: the order of NCBI's tables.
std::string code_letters(const genetic_code& code);

}  // namespace exonweave
