"""What `exonweave validate` does with bad FASTA, targets and scoring files: the exit code and what it says.

Every class names a row of the project's table of bad input; the files are as small as the fault allows.
"""
import codecs
import gzip
import os
import struct
import threading
import unittest
import zlib

import cli

GENOME = ">chr1 first\nACGTACGTAC\nGGCCGGCC\n>chr2\nACGTNNNNRY\n"
PEPTIDES = ">p1\nMVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSHGSAQVKGHGKK\n"
CDNA = ">t1\nATGGTGCTGTCTCCTGCCGACAAGACCAACGTCAAGGCCGCCTGGGGTAAGGTCGGCGCGCACGCT\n"
BGZF_END = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")


def bgzf(text, block=20, end=BGZF_END):
    """Text as BGZF with blocks of so many bytes."""
    out = b""
    data = text.encode()
    for start in range(0, len(data), block):
        part = data[start:start + block]
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = deflate.compress(part) + deflate.flush()
        header = struct.pack("<4BI2BH2BHH", 31, 139, 8, 4, 0, 0, 255, 6, 66, 67, 2, len(packed) + 25)
        out += header + packed + struct.pack("<II", zlib.crc32(part), len(part))
    return out + end


class Validate(cli.Case):
    """Helpers: validate one input and look at what is said."""

    def genome(self, content, name="genome.fa", **options):
        return cli.run("validate", "--genome", self.write(name, content), **options)

    def targets(self, content, *more):
        return cli.run("validate", "--targets", self.write("targets.fa", content), *more)

    def scoring(self, content, *targets):
        return cli.run("validate", "--scoring", self.write("scoring.yaml", content), *targets)

    def assert_silent(self, result, *stdout_parts):
        """Exit 0 without a word on stderr."""
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        for part in stdout_parts:
            self.assertIn(part, result.stdout, str(result))

    def assert_warns(self, result, *parts):
        self.assert_ok(result, "exonweave: warning: ", *parts)
        self.assertEqual(result.stderr.count("\n"), 1, str(result))

    def assert_errors(self, result, *lines, code=65):
        """This exit code; each line is an error line that starts so; nothing else is said."""
        self.assert_fails(result, code)
        told = result.stderr.splitlines()
        self.assertEqual(len(told), len(lines), str(result))
        for said, wanted in zip(told, lines):
            self.assertTrue(said.startswith(f"exonweave: error: {self.dir}/{wanted}"), f"{said}\nwanted {wanted}")


class Fasta(Validate):
    def test_row_45_crlf_and_byte_order_mark_are_fine(self):
        self.assert_silent(self.genome(b"\xef\xbb\xbf" + GENOME.replace("\n", "\r\n").encode()), "2 sequences, 28 nt")

    def test_row_46_duplicate_names(self):
        self.assert_errors(self.genome(">a x\nACGT\n>b\nAC\n>a y\nGG\n"),
                           "genome.fa:5: duplicate sequence name, first on line 1 (got 'a')")
        self.assert_errors(self.targets(CDNA + CDNA), "targets.fa:3: duplicate sequence name, first on line 1 (got 't1')")

    def test_row_47_empty_file(self):
        for content in (b"", b"\n\n", gzip.compress(b"")):
            self.assert_errors(self.genome(content), "genome.fa: no sequences: the file is empty")
            self.assert_errors(self.targets(content), "targets.fa: no sequences: the file is empty")

    def test_row_48_empty_record(self):
        self.assert_warns(self.genome(">a\n>b\nACGT\n>c\n"), "genome.fa:1: record without residues (got 'a') [and 1 more]")

    def test_row_49_no_header(self):
        self.assert_errors(self.genome("ACGT\nACGT\n"), "genome.fa:1: no FASTA header before the first residues (got 'ACGT', "
                           "need a line that starts with '>')")

    def test_row_50_ragged_and_blank_lines_are_fine(self):
        self.assert_silent(self.genome("\n>a\nACG\n\nACGTACGT\nA\nACG\n\n>b\n\nAC  \n"), "2 sequences, 17 nt")

    def test_row_51_lower_case_is_fine(self):
        self.assert_silent(self.genome(">a\nacgtnNACgt\n"), "1 sequence, 10 nt")

    def test_row_52_iupac_letters_are_fine(self):
        self.assert_silent(self.genome(">a\nACGTRYSWKMBDHVNacgtryswkmbdhvn\n"), "1 sequence, 30 nt")

    def test_row_53_u_is_t(self):
        self.assert_silent(self.genome(">a\nACGUu\n"), "1 sequence, 5 nt")

    def test_row_54_a_final_stop_is_no_residue_and_an_inner_one_is(self):
        self.assert_silent(self.targets(">a\nMELPQF*IL*\n"), "1 protein target, 9 aa")

    def test_row_55_rare_amino_acids_are_fine(self):
        self.assert_silent(self.targets(">a\nMELPQFXBZJOU\n"), "1 protein target, 12 aa")

    def test_row_56_gap_characters(self):
        self.assert_errors(self.genome(">a\nAC-GT\nAC.T\n"), "genome.fa:2: gap character at column 3 (got '-')",
                           "genome.fa:3: gap character at column 3 (got '.')")
        self.assert_errors(self.targets(PEPTIDES + "MA--K\n"), "targets.fa:3: gap character at column 3 (got '-')")

    def test_row_57_unnamed_record(self):
        self.assert_errors(self.genome(">\nACGT\n> b\nACGT\n"), "genome.fa:1: record without a name (need >NAME)",
                           "genome.fa:3: record without a name (got '> b', need >NAME). Hint: remove the blank after '>'")

    def test_row_58_nul_byte(self):
        self.assert_errors(self.genome(b">a\nAC\0GT\n"), "genome.fa:2: NUL byte at column 3 (got '\\x00')")
        self.assert_errors(self.genome(b">a\0b\nACGT\n"), "genome.fa:1: NUL byte in a header")

    def test_row_59_protein_where_dna_is_needed_and_the_reverse(self):
        self.assert_errors(self.genome(PEPTIDES), "genome.fa: protein where DNA is needed")
        self.assert_errors(self.targets(PEPTIDES, "--target-type", "dna"),
                           "targets.fa: protein where DNA targets are wanted")
        self.assert_errors(self.targets(CDNA, "--target-type", "protein"),
                           "targets.fa: DNA where protein targets are wanted")
        self.assert_silent(self.targets(CDNA, "--target-type", "dna"), "1 DNA target, 66 nt")
        self.assert_errors(self.targets(PEPTIDES + CDNA), "targets.fa:3: DNA record among proteins (got 't1')")

    def test_row_129_a_final_dot_is_the_stop_codon_of_gffread_and_an_inner_one_is_refused(self):
        self.assert_silent(self.targets(">a\nMELPQFIL.\n>b\nMELPQ\nFIL.\n\n>c\nMELPQ\n.\n"), "3 protein targets, 21 aa")
        self.assert_errors(self.targets(">a\nMELPQ.FIL.\n>b\nMELPQFIL.\nM\n>c\nMEL..\n"), "targets.fa:2: gap character at column 6 (got '.')",
                           "targets.fa:4: gap character at column 9", "targets.fa:7: gap character at column 4")
        self.assertIn("Hint: if it is gffread's stop codon, let it write '*' there: gffread -S", self.targets(">a\nMEL.PQ\n").stderr)
        self.assert_errors(self.targets(">a\nACGT.\n", "--target-type", "dna"), "targets.fa:2: gap character at column 5")

    def test_row_131_what_is_said_of_targets_counts_more_than_their_letters(self):
        for residues in ("MNDSG" * 30, "GGNGGNGGNT" * 9, "GATTACA"):
            self.assert_silent(self.targets(f">a\n{residues}\n", "--target-type", "protein"), f"1 protein target, {len(residues)} aa")

    def test_row_132_names_that_begin_with_a_number_sign(self):
        told = "1: name that begins with '#' (got '#a', need another first character). Hint: tables take such a line for a comment"
        self.assert_errors(self.genome(">#a x\nACGT\n"), f"genome.fa:{told}")
        self.assert_errors(self.targets(">#a\nMELPQFIL\n"), f"targets.fa:{told}")
        genome = self.write("genome.fa", ">#a\nACGT\n")
        self.write("genome.fa.fai", "#a\t4\t4\t4\t5\n")
        os.utime(self.path("genome.fa.fai"), (2**31 - 1, 2**31 - 1))
        self.assert_errors(cli.run("blocks", "--genome", genome), f"genome.fa:{told}")
        self.assert_silent(self.genome(">a# x\nACGT\n"), "1 sequence, 4 nt")

    def test_row_60_fastq(self):
        self.assert_errors(self.genome("@r1\nACGT\n+\nIIII\n"), "genome.fa:1: FASTQ where FASTA is needed. Hint: ")

    def test_row_61_binary(self):
        self.assert_errors(self.genome(bytes(range(256)) * 4), "genome.fa:1: binary data where FASTA is needed")
        self.assert_errors(self.genome(b"PK\x03\x04" + bytes(50)), "genome.fa:1: a zip archive where FASTA is needed")

    def test_utf_16_and_carriage_returns_alone_are_told_with_what_helps(self):
        for content in (codecs.BOM_UTF16_LE + GENOME.encode("utf-16-le"), codecs.BOM_UTF16_BE + GENOME.encode("utf-16-be"),
                        GENOME.encode("utf-16-le"), GENOME.encode("utf-16-be")):
            for result in (self.genome(content), self.targets(content)):
                self.assert_fails(result, 65, ":1: UTF-16 text, which is not read (need plain text (UTF-8)). Hint: ", "iconv -f UTF-16")
                self.assertEqual(result.stderr.count("\n"), 1)
        for content in (GENOME.replace("\n", "\r"), GENOME.replace("\n", "\r").rstrip()):
            for result in (self.genome(content), self.targets(content), self.genome(gzip.compress(content.encode()))):
                self.assert_fails(result, 65, ":1: lines that end in a carriage return alone (need line feeds", "tr '\\r' '\\n'")
                self.assertEqual(result.stderr.count("\n"), 1)

    def test_row_101_utf_16_settings(self):
        for text in ("match: 2\n", "splice_model: none\n"):
            for content in (text.encode("utf-16"), text.encode("utf-16-le"), text.encode("utf-16-be")):
                self.assert_errors(self.scoring(content), "scoring.yaml:1: UTF-16 text, which is not read (need plain text (UTF-8)). Hint: ")
        matrix = self.write("matrix.txt", " A R\nA 4 -1\nR -1 5\n".encode("utf-16"))
        model = self.write("model.yaml", "name: x\n".encode("utf-16"))
        for setting, path in (("protein_matrix", matrix), ("splice_model", model)):
            result = self.scoring(f'{setting}: "{path}"\n')
            self.assert_fails(result, 65, f"{path.name}:1: UTF-16 text, which is not read")

    def test_carriage_returns_within_lines(self):
        self.assert_errors(self.genome(">a\nAC\rGT\n"), "genome.fa:2: carriage return inside a line at column 3 (got '\\x0d'). Hint: ")
        self.assert_fails(self.genome(">a\rACGT\n>b\nACGT\n"), 65, "genome.fa:1: carriage return inside a header (got 'a', need")
        self.assert_silent(self.genome(">a \r\r\nACGT\r\r\n"), "1 sequence, 4 nt")

    def test_row_62_target_of_length_zero(self):
        self.assert_warns(self.targets(">none\n" + CDNA), "targets.fa:1: record without residues (got 'none')")

    def test_row_63_n_only(self):
        self.assert_warns(self.genome(">a\nNNNN\nnn\n>b\nAC\n"), "genome.fa:1: sequence of N only (got 'a')")
        self.assert_warns(self.targets(CDNA + ">n\nNNN\n"), "targets.fa:3: target of N only (got 'n')")

    def test_row_64_gzip_is_read(self):
        self.assert_silent(self.genome(gzip.compress(GENOME.encode()), "genome.fa.gz"), "2 sequences, 28 nt")
        self.assert_silent(self.genome(gzip.compress(b">a\nAC\n") + gzip.compress(b">b\nGT\n")), "2 sequences, 4 nt")

    def test_row_65_truncated_gzip(self):
        text = "".join(f">s{i}\n" + "ACGGTCA" * (i % 17 + 1) + "\n" for i in range(5000))
        whole = gzip.compress(text.encode())
        for kept in (2, 10, 17, 100, len(whole) // 2, len(whole) - 8, len(whole) - 1):
            with self.subTest(kept=kept):
                self.assert_errors(self.genome(whole[:kept]), "genome.fa: the compressed data are truncated or damaged",
                                   code=74)
                self.assert_errors(self.targets(whole[:kept]), "targets.fa: the compressed data are truncated or damaged",
                                   code=74)

    def test_row_66_truncated_bgzf(self):
        whole = bgzf(GENOME)
        for kept in (5, 20, len(whole) // 2, len(whole) - 29, len(whole) - 1):
            with self.subTest(kept=kept):
                self.assert_errors(self.genome(whole[:kept]), "genome.fa: the compressed data are truncated or damaged",
                                   code=74)

    def test_row_66_truncated_bgzf_with_an_index(self):
        self.write("genome.fa.fai", "chr1\t18\t12\t10\t11\nchr2\t10\t38\t10\t11\n")
        self.assert_errors(self.genome(bgzf(GENOME)[:-40]), "genome.fa: the compressed data are truncated or damaged", code=74)

    def test_row_67_bgzf_without_end_block(self):
        self.assert_silent(self.genome(bgzf(GENOME)), "2 sequences, 28 nt")
        self.assert_warns(self.genome(bgzf(GENOME, end=b"")), "genome.fa: no BGZF end block: the end of the file may be missing")

    def test_row_68_plain_text_named_gz_is_fine(self):
        self.assert_silent(self.genome(GENOME, "genome.fa.gz"), "2 sequences, 28 nt")

    def test_row_69_a_stale_index_is_told_and_left_alone(self):
        index = self.write("genome.fa.fai", "chr1\t4\t6\t4\t5\n")
        os.utime(index, (1, 1))
        self.assert_warns(self.genome(GENOME), "genome.fa.fai: the index is older than the file and is not used")
        self.assertEqual(index.read_text(), "chr1\t4\t6\t4\t5\n")

    def test_row_69_a_new_index_that_does_not_fit_is_told(self):
        genome = self.write("genome.fa", GENOME)
        self.write("genome.fa.fai", "chr1\t4\t6\t4\t5\n")
        self.assert_warns(cli.run("validate", "--genome", genome), "genome.fa.fai: the index does not fit the file and is not used")

    def test_row_69_an_index_that_fits_is_silent_and_hides_nothing(self):
        genome = self.write("genome.fa", GENOME)
        self.write("genome.fa.fai", "chr1\t18\t12\t10\t11\nchr2\t10\t38\t10\t11\n")
        self.assert_silent(cli.run("validate", "--genome", genome), "2 sequences, 28 nt")
        genome = self.write("genome.fa", GENOME.replace("GGCC", "GG!C", 1))
        self.write("genome.fa.fai", "chr1\t18\t12\t10\t11\nchr2\t10\t38\t10\t11\n")
        self.assert_errors(cli.run("validate", "--genome", genome), "genome.fa:3: not a nucleotide at column 3 (got '!'")

    def test_row_70_names_end_at_the_first_blank(self):
        genome = self.write("genome.fa", ">tr|A:1-5|x a b\nACGT\n>tr|A:1-5|y\tz\nACGT\n")
        pairs = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\ntr|A:1-5|x\t0\t4\t+\tt1\ntr|A:1-5|y\t0\t4\t+\tt1\n"
        self.assert_silent(cli.run("validate", "--genome", genome, "--targets", self.write("t.fa", CDNA), "--pairs",
                                   self.write("pairs.tsv", pairs)), "pairs.tsv: 2 pairs")

    def test_all_bad_lines_are_told_at_once_up_to_twenty(self):
        result = self.genome(">a\n" + "ACGTACGTACGT1\n" * 30)
        self.assert_fails(result, 65, "genome.fa:2: not a nucleotide at column 13 (got '1'", "genome.fa:21: ", "10 more")
        self.assertNotIn("genome.fa:22:", result.stderr)

    def test_bad_lines_of_all_files_are_told_at_once(self):
        result = cli.run("validate", "--genome", self.write("genome.fa", GENOME + "AC1\n"), "--targets",
                         self.write("targets.fa", CDNA + "AC2\n"), "--scoring", self.write("scoring.yaml", "gap: x\n"))
        self.assert_errors(result, "genome.fa:6: ", "targets.fa:3: ", "scoring.yaml:1: ")


class Scoring(Validate):
    def test_row_71_duplicate_key(self):
        self.assert_errors(self.scoring("match: 2\ngap: 4\nmatch: 3\n"), "scoring.yaml:3: duplicate key, first on line 1 (got 'match')")

    def test_row_72_unknown_key(self):
        self.assert_errors(self.scoring("match: 2\nmissmatch: -2\n"),
                           "scoring.yaml:2: unknown key (got 'missmatch'). Hint: did you mean 'mismatch'")
        self.assert_errors(self.scoring("gap: 4\ngap_open: 11\n"), "scoring.yaml:2: gap_open together with gap (got 'gap_open')")
        self.assert_errors(self.scoring("introns: [{cost: 30}]\nintron: 40\n"), "scoring.yaml:2: intron together with introns (got 'intron')")
        self.assert_errors(self.scoring("introns: [{cost: 30, per_kn: 1}]\n"),
                           "scoring.yaml:1: unknown key (got 'per_kn'). Hint: did you mean 'per_kb'")
        self.assert_errors(self.scoring("evidence: [{source: x, wieght: 1}]\n"),
                           "scoring.yaml:1: unknown key (got 'wieght'). Hint: did you mean 'weight'")

    def test_row_73_numbers_that_are_none(self):
        for bad in ("010", "1e3", "0x10", "+1", "1.25", "1.0", "'1'", "99999999999999999999"):
            with self.subTest(bad=bad):
                self.assert_errors(self.scoring(f"gap: {bad}\n"), "scoring.yaml:1: gap is not a whole or half number (got ")
        self.assert_errors(self.scoring("match: 10001\n"), "scoring.yaml:1: match is out of range (got '10001'")
        self.assert_errors(self.scoring("frameshift: on\n"),
                           "scoring.yaml:1: frameshift is not a whole or half number (got 'on', need digits for a number "
                           "from 0 to 1000000, with .5 at its end or not, or off)")

    def test_halves_are_for_proteins(self):
        half = "gap: 1.5\n"
        protein, dna = (("--targets", self.write(name, content)) for name, content in
                        (("p.fa", ">p\nMKWVTFISLLFLFSSAYS\n"), ("d.fa", CDNA)))
        for targets in ((), protein):
            self.assert_silent(self.scoring(half, *targets), "scoring, preset default")
        self.assert_errors(self.scoring(half, *dna), "scoring.yaml:1: gap is not a whole number (got '1.5', need digits for a "
                           "number from 0 to 1000000). Hint: halves are for protein targets")
        self.assert_errors(self.scoring("preset: paper\n" + half, *protein), "scoring.yaml:2: gap is not a whole number")

    def test_files_that_the_scoring_names(self):
        matrix = self.write("matrix.txt", "A R\nA 1 x\n")
        self.assert_errors(self.scoring(f"protein_matrix: {matrix}\n"), "matrix.txt:2: a score that is no whole number (got 'x'",
                           "matrix.txt: letters without a row (got 'NDCQEGHILKMFPSTWYVR'")
        self.assert_fails(self.scoring("protein_matrix: blosum62\n"), 66, "protein_matrix: neither a matrix nor a file "
                          "(got 'blosum62', need BLOSUM45, BLOSUM62, BLOSUM80 or a path)")
        self.assert_silent(self.scoring("protein_matrix: BLOSUM45\nsplice_model: plant\n"), "scoring, preset default")

    def test_row_74_tabs(self):
        self.assert_errors(self.scoring("match: 1\n\tgap: 1\n"), "scoring.yaml:2: tab character. Hint: use blanks")

    def test_row_75_deep_nesting_and_alias_bombs_are_bounded(self):
        self.assert_errors(self.scoring("matrix: " + "[" * 50000), "scoring.yaml:1: nested too deeply")
        bomb = "a: &a [x, x]\n" + "".join(f"{chr(c)}: &{chr(c)} [*{chr(c - 1)}, *{chr(c - 1)}]\n" for c in range(98, 122))
        self.assert_errors(self.scoring(bomb), "scoring.yaml:1: YAML anchor")
        self.assert_errors(self.scoring("gap: 1\n" * 100000), "scoring.yaml: larger than 65536 bytes")

    def test_row_76_an_empty_file_is_the_defaults(self):
        for content in ("", "# nothing\n", "---\n"):
            self.assert_silent(self.scoring(content), "scoring, preset default")


class Files(Validate):
    def test_row_77_unknown_target_type_is_a_usage_error(self):
        self.assert_fails(self.targets(CDNA, "--target-type", "rna"), 2,
                          "--target-type: unknown word (got 'rna', need one of recognise|dna|protein)")

    def test_row_79_standard_input_twice_is_refused(self):
        self.assert_fails(cli.run("validate", "--genome", "-", "--targets", "-", stdin=GENOME), 2)

    def test_inputs_that_cannot_be_checked_alone_are_a_usage_error(self):
        self.assert_fails(cli.run("validate"), 2, "nothing to validate")
        self.assert_fails(cli.run("validate", "--candidates", "c.gff3"), 2, "--candidates cannot be checked alone")
        self.assert_fails(cli.run("validate", "--pairs", "p.tsv"), 2, "--pairs cannot be checked alone")

    def test_row_87_a_read_only_folder_is_enough(self):
        folder = self.dir / "genomes"
        folder.mkdir()
        genome = folder / "genome.fa"
        genome.write_text(GENOME)
        folder.chmod(0o555)
        self.addCleanup(folder.chmod, 0o755)
        self.assert_silent(cli.run("validate", "--genome", genome), "2 sequences, 28 nt")
        self.assertEqual(os.listdir(folder), ["genome.fa"])

    def test_row_95_a_folder_or_an_absent_file_is_missing_input(self):
        for option in ("--genome", "--targets", "--scoring"):
            self.assert_fails(cli.run("validate", option, self.dir), 66, f"{self.dir}: is a directory, not a file")
            self.assert_fails(cli.run("validate", option, self.path("nope")), 66, "nope: cannot open: No such file or directory")

    def test_all_missing_inputs_are_told_at_once(self):
        a, b, c = (self.path(name) for name in ("a.fa", "b.fa", "c.tsv"))
        folder = self.path("folder")
        folder.mkdir()
        for command in (("predict", "-g", a, "--targets", b, "--hits", c, "--scoring", folder), ("validate", "-g", a, "--targets", b, "-p", c, "--scoring", folder),
                        ("estimate", "-g", a, "--targets", b, "-c", c, "--scoring", folder), ("search", "-g", a, "--targets", b, "--targets", folder),
                        ("shard", "--parts", "2", "--plan", self.path("plan"), "-g", a, "--targets", b, "-p", c, "--targets", folder),
                        ("train", "-g", a, "-a", folder), ("simulate", "--genome", a, "--annotation", folder, "--out", self.path("made")),
                        ("scan", "--genome", a, "--queries", b, "--queries", folder), ("align", a, folder), ("blocks", "-g", a),
                        ("analyze", "-g", a, "--targets", b, "-c", folder, "--out-prefix", self.path("x")),
                        ("graph", "-g", a, "-c", b, "--result", folder, "--region", "x:1-2")):
            result = cli.run(*map(str, command))
            missing = {str(path) for path in (a, b, c) if str(path) in map(str, command)}
            told = {f"exonweave: error: {path}: cannot open: No such file or directory. Hint: check the path and its permissions" for path in missing}
            if folder in command:
                told.add(f"exonweave: error: {folder}: is a directory, not a file. Hint: check the path and its permissions")
            self.assertEqual((result.code, set(result.stderr.splitlines())), (66, told), str(result))
        self.assertEqual(sorted(path.name for path in self.dir.iterdir()), ["folder"])

    def test_what_too_few_letters_are_taken_for_is_told(self):
        what = "so few letters may be DNA or protein: they are taken for DNA. Hint: --target-type protein, or dna, says what they are"
        tiny = self.write("tiny.fa", ">a\nGATTACA\n>b\n" + "ACGT" * 12 + "\n")
        genome = self.write("genome.fa", GENOME)
        for command in (("validate",), ("predict", "-g", genome), ("estimate", "-g", genome)):
            self.assert_ok(cli.run(*command, "--targets", tiny), f"tiny.fa: {what}")
            for said in ("dna", "protein"):
                self.assertNotIn("so few letters", cli.run(*command, "--targets", tiny, "--target-type", said).stderr)
        for letters in ("ACGT" * 13, "MAK"):
            self.assertNotIn("so few letters", cli.run("validate", "--targets", self.write("t.fa", f">a\n{letters}\n")).stderr)

    def test_row_95_a_fifo_is_fine(self):
        for option, content, said in (("--genome", GENOME.encode(), "2 sequences"), ("--targets", CDNA.encode(), "1 DNA target"),
                                      ("--genome", bgzf(GENOME), "2 sequences"), ("--scoring", b"gap: 1\n", "scoring")):
            fifo = self.path("fifo")
            os.mkfifo(fifo)
            writer = threading.Thread(target=fifo.write_bytes, args=(content,), daemon=True)
            writer.start()
            self.assert_silent(cli.run("validate", option, fifo), said)
            writer.join()
            fifo.unlink()

    def test_standard_input_is_fine_however_it_is_packed(self):
        for content in (GENOME.encode(), gzip.compress(GENOME.encode()), bgzf(GENOME)):
            self.assert_silent(cli.run("validate", "--genome", "-", stdin=content), "2 sequences, 28 nt")
        self.assert_fails(cli.run("validate", "--genome", "-", stdin=bgzf(GENOME)[:30]), 74,
                          "standard input: the compressed data are truncated or damaged")

    def test_standard_input_that_is_a_file_already_read_in_part_goes_on_from_there(self):
        path = self.write("two.fa", "skip me\n" + GENOME)
        with open(path, "rb", buffering=0) as file:
            file.read(len("skip me\n"))
            self.assert_silent(cli.run("validate", "--genome", "-", stdin=file), "2 sequences, 28 nt")


if __name__ == "__main__":
    unittest.main()
