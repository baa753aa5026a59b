"""Candidate files that are wrong, or odd but right: rows 1 to 44 of the bad-input table, a test for each.

Every test drives `validate` and looks at the exit code and at the message: E is exit 65 with a message for each bad
line, W is exit 0 with one warning, OK is exit 0 without any.
"""
import codecs
import os
import re
import threading
import unittest

import cli

GENOME = ">chr1 a first one\n" + ("ACGTACGTAC" * 8 + "\n") * 25 + ">chr2\n" + "ACGT" * 25 + "\n"  # 2000 and 100 bp
ROW = "chr1 tool CDS 101 199 1.5 + 0 ID=c1;exon_type=Internal"


def tabs(rows):
    """Rows with blanks for tabs; '~' is a blank."""
    return rows.replace(" ", "\t").replace("~", " ")


def gff3(*rows):
    return "##gff-version 3\n" + "".join(tabs(row) + "\n" for row in rows)


GENSCAN_TITLE = "GENSCAN 1.0\tDate run: 1-Jan-100\tTime: 00:00:00\n\n"
GENSCAN_SEQUENCE = "Sequence chr1 : 2000 bp : 50.00% C+G : Isochore 2 (43 - 51 C+G%)\n\n"
GENSCAN_HEADER = """Parameter matrix: HumanIso.smat

Predicted genes/exons:

Gn.Ex Type S .Begin ...End .Len Fr Ph I/Ac Do/T CodRg P.... Tscr..
----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------

"""
GENSCAN_ROWS = """ 1.00 Prom +     10     49   40                              -7.92
 1.01 Init +    101    199   99  1  0   94   83   212 0.997  21.33
 1.02 Term +    301    399   99  0  0  104   66   408 0.999  40.12
 1.03 PlyA +    500    505    6                              -5.80

 2.02 Term -    699    601   99  2  0   89   94   302 0.999  32.08
 2.01 Init -    899    801   99  1  0   89   94   302 0.999  32.08

"""
GENSCAN_END = "Predicted peptide sequence(s):\n\n\n>chr1|GENSCAN_predicted_peptide_1|2_aa\nMT\n"
GENSCAN = GENSCAN_TITLE + GENSCAN_SEQUENCE + GENSCAN_HEADER + GENSCAN_ROWS + GENSCAN_END


class Candidates(cli.Case):
    def validate(self, content, name="candidates.gff3"):
        genome = self.write("genome.fa", GENOME)
        return cli.run("validate", "--genome", genome, "--candidates", self.write(name, content))

    def assert_accepted(self, content, name="candidates.gff3"):
        result = self.validate(content, name)
        self.assert_ok(result)
        self.assertNotIn("warning", result.stderr, str(result))

    def assert_warned(self, content, *parts):
        self.assert_ok(self.validate(content), "exonweave: warning: ", *parts)

    def assert_refused(self, content, *parts):
        """Exit 65; each part is the end of some message about the file, such as ':2: bad strand'."""
        self.assert_fails(self.validate(content), 65, *parts)


# As NCBI has them: a gene in two parts, and one whose mRNA has no known strand, beside a gene as all are.
TRANS_SPLICED = (
    "chr1 RefSeq region 1 2000 . + . ID=chr1:1..2000;gbkey=Src",
    "chr1 RefSeq gene 101 199 . - . ID=gene-rps12;exception=trans-splicing;gbkey=Gene;part=1",
    "chr1 RefSeq CDS 101 199 . - 0 ID=cds-rps12;Parent=gene-rps12;exception=trans-splicing;gbkey=CDS",
    "chr1 RefSeq gene 801 899 . + . ID=gene-rps12;exception=trans-splicing;gbkey=Gene;part=2",
    "chr1 RefSeq CDS 801 899 . + 0 ID=cds-rps12;Parent=gene-rps12;exception=trans-splicing;gbkey=CDS",
    "chr1 RefSeq gene 301 1699 . ? . ID=gene-mod;exception=trans-splicing;gbkey=Gene",
    "chr1 RefSeq mRNA 301 1699 . ? . ID=rna-mod;Parent=gene-mod;exception=trans-splicing;gbkey=mRNA",
    "chr1 RefSeq exon 301 399 . - . ID=exon-mod-1;Parent=rna-mod",
    "chr1 RefSeq CDS 301 399 . - 0 ID=cds-mod;Parent=rna-mod;exception=trans-splicing",
    "chr1 RefSeq CDS 1601 1699 . + 0 ID=cds-mod;Parent=rna-mod;exception=trans-splicing",
    "chr1 RefSeq mRNA 301 399 . - . ID=rna-mod-2;Parent=gene-mod",
    "chr1 RefSeq CDS 301 399 . - 0 ID=cds-mod-2;Parent=rna-mod-2")
LEFT_OUT = "candidates.gff3:4: 2 trans-spliced transcripts are skipped (got 'gene-rps12', need exons on one strand of one sequence)"


class Gff(Candidates):
    def assert_left_out(self, content, warning, n_left):
        result = self.validate(content)
        self.assertEqual((result.code, result.stderr.splitlines()), (0, [f"exonweave: warning: {self.dir}/{warning}"]), str(result))
        self.assertIn(f"{n_left} candidate exon", result.stdout)

    def test_row_117_trans_spliced_transcripts_are_left_out_and_counted(self):
        self.assert_left_out(gff3(*TRANS_SPLICED), LEFT_OUT, 1)

    def test_row_117_in_gtf(self):
        row = 'chr1 RefSeq {} {} {} . {} {} gene_id~"rps12";~transcript_id~"{}";~{}\n'
        spliced = "".join(row.format(kind, first, first + 98, strand, phase, "t1", 'exception~"trans-splicing";')
                          for kind, first, strand, phase in (("transcript", 101, "?", "."), ("CDS", 101, "-", 0), ("transcript", 801, "?", "."),
                                                            ("CDS", 801, "+", 0)))
        self.assert_left_out(tabs(spliced + row.format("CDS", 1001, 1099, "+", 0, "t2", "")),
                             "candidates.gff3:2: 1 trans-spliced transcript is skipped (got 't1', need exons on one strand of one sequence)", 1)

    def test_row_117_one_id_on_two_sequences_or_an_unknown_strand(self):
        mrna = "chr1 t mRNA 1 300 . + . ID=m"
        told = "candidates.gff3:3: 1 trans-spliced transcript is skipped (got 'm', need exons on one strand of one sequence)"
        self.assert_left_out(gff3(mrna, "chr1 t CDS 101 199 . + 0 ID=c;Parent=m", "chr2 t CDS 1 99 . + 0 ID=c;Parent=m", ROW), told, 1)
        self.assert_left_out(gff3(mrna, "chr1 t CDS 101 199 . ? 0 ID=c;Parent=m", ROW), told, 1)
        self.assert_refused(gff3(ROW.replace("+", "?")), "candidates.gff3:2: bad strand (got '?', need + or -)")

    def test_row_117_an_exon_that_another_transcript_has_too_stays(self):
        rows = [row.replace("Parent=rna-mod-2", "Parent=rna-mod-2,rna-mod;exception=trans-splicing") for row in TRANS_SPLICED]
        result = self.validate(gff3(*rows[:-1], "chr1 RefSeq CDS 301 399 . - 0 ID=x;Parent=rna-mod,rna-mod-3"))
        self.assert_ok(result, "2 trans-spliced transcripts are skipped")
        self.assertIn("1 candidate exon\n", result.stdout)

    def test_row_117_rows_need_not_say_that_they_are_parts(self):
        unsaid = [re.sub(";exception=trans-splicing|;part=.", "", row) for row in TRANS_SPLICED]
        self.assert_left_out(gff3(*unsaid), LEFT_OUT, 1)
        # An mRNA between, as many genomes have it, with its exons.
        self.assert_left_out(gff3("chr1 t gene 1 300 . + . ID=g", "chr2 t gene 1 99 . + . ID=g", "chr1 t mRNA 1 300 . + . ID=m;Parent=g",
                                  "chr2 t mRNA 1 99 . + . ID=m;Parent=g", "chr1 t CDS 1 99 . + 0 ID=c;Parent=m",
                                  "chr2 t CDS 1 99 . + 0 ID=c;Parent=m", ROW),
                             "candidates.gff3:6: 1 trans-spliced transcript is skipped (got 'm', need exons on one strand of one sequence)", 1)

    def test_row_117_genes_of_one_id_whose_transcripts_are_whole_lose_none(self):
        for second in ("chr1 t gene 401 500 . - . ID=g", "chr2 t gene 1 99 . + . ID=g"):
            self.assert_accepted(gff3("chr1 t gene 1 300 . + . ID=g", second, "chr1 t mRNA 1 300 . + . ID=m;Parent=g", ROW + ";Parent=m"))

    def test_row_09_two_things_have_no_id_in_common(self):
        for first, second in (("chr1 t gene 1 300 . + . ID=g", "chr1 t gene 401 500 . + . ID=g;part=2"),
                              ("chr1 t gene 1 300 . + . ID=g", "chr1 t gene 401 500 . . . ID=g"),
                              ("chr1 t gene 1 300 . + . ID=g", "chr1 t mRNA 401 500 . - . ID=g"),
                              ("chr1 t mRNA 1 300 . + . ID=g", "chr2 t mRNA 1 99 . + . ID=g"),
                              ("chr1 t mRNA 1 300 . + . ID=g;Parent=a", "chr1 t mRNA 401 500 . - . ID=g;Parent=b")):
            self.assert_refused(gff3(first, second, ROW), "candidates.gff3:3: duplicate ID (got 'g'")

    def test_row_09_two_annotations_in_one_file_are_not_trans_spliced(self):
        rows = [f"chr{k} t {row}" for k in (1, 2) for i in range(21) for row in (f"gene 1 99 . + . ID=g{i}", f"CDS 1 99 . + 0 Parent=g{i}")]
        self.assert_refused(gff3(*rows), "candidates.gff3:44: duplicate ID (got 'g0', need an ID other than that of line 2)", "and 1 more")

    def test_row_09_predictions_of_two_contigs_with_the_same_names_are_not_trans_spliced(self):
        rows = [f"chr{k} t {row}" for k in (1, 2) for i in range(5)
                for row in (f"gene 1 99 . + . ID=g{i}", f"transcript 1 99 . + . ID=g{i}.t1;Parent=g{i}", f"CDS 1 99 . + 0 ID=g{i}.t1.cds;Parent=g{i}.t1")]
        self.assert_refused(gff3(*rows), "candidates.gff3:17: duplicate ID (got 'g0', need an ID other than that of line 2)")

    def test_row_01_crlf(self):
        self.assert_accepted(gff3(ROW).replace("\n", "\r\n"))

    def test_row_02_byte_order_mark(self):
        self.assert_accepted(b"\xef\xbb\xbf" + gff3(ROW).encode())

    def test_row_03_spaces_for_tabs(self):
        self.assert_refused("##gff-version 3\n" + ROW + "\n", "candidates.gff3:2: wrong number of columns (got '1'",
                            "Hint: Columns are separated by single tabs")
        self.assert_refused(ROW + "\n", "candidates.gff3:1: wrong number of columns (got '1'")

    def test_row_04_end_before_start(self):
        self.assert_refused(gff3(ROW.replace("101 199", "199 101")),
                            "candidates.gff3:2: end lies before start (got '199..101', need start <= end)")

    def test_row_04_minus_strand_of_genscan_may(self):
        self.assert_accepted(GENSCAN)

    def test_row_05_start_0(self):
        self.assert_refused(gff3(ROW.replace("101 199", "0 98")),
                            "candidates.gff3:2: start is 0 (got '0', need at least 1). Hint: 0-based?")

    def test_row_06_negative(self):
        self.assert_refused(gff3(ROW.replace("101", "-101")),
                            "candidates.gff3:2: start is negative (got '-101', need at least 1)")

    def test_row_07_beyond_the_sequence(self):
        self.assert_refused(gff3(ROW.replace("199", "2001")),
                            "candidates.gff3:2: end lies beyond the sequence (got '101..2001', need 1..2000)")

    def test_row_08_unknown_sequence(self):
        self.assert_refused(gff3(ROW.replace("chr1", "Chr1")), "candidates.gff3:2: unknown sequence (got 'Chr1'",
                            "did you mean chr1, chr2?")

    def test_row_09_duplicate_id(self):
        self.assert_refused(gff3("chr1 t mRNA 1 300 . + . ID=m", "chr1 t CDS 101 199 . + 0 ID=m"),
                            "candidates.gff3:3: duplicate ID (got 'm', need an ID other than that of line 2)")

    def test_row_09_cds_in_several_lines(self):
        self.assert_accepted(gff3("chr1 t mRNA 1 300 . + . ID=m", "chr1 t CDS 101 199 . + 0 ID=c;Parent=m",
                                  "chr1 t CDS 201 299 . + 0 ID=c;Parent=m"))

    def test_row_10_bad_escape(self):
        self.assert_warned(gff3(ROW + ";Note=50%2"), "candidates.gff3:2: bad % escape, kept as it is (got '%2'")

    def test_row_11_escapes(self):
        self.assert_accepted(gff3(ROW.replace("ID=c1", "ID=a%2Cb%09c")))
        genome = self.write("escaped.fa", ">a,b\nACGTACGTAC\n")
        candidates = self.write("escaped.gff3", gff3("a%2Cb t CDS 1 9 . + 0 ID=x"))
        self.assert_ok(cli.run("validate", "--genome", genome, "--candidates", candidates))

    def test_row_12_fasta_ends_the_features(self):
        self.assert_accepted(gff3(ROW) + "##FASTA\n>chr1\nACGT\n")

    def test_row_13_five_megabyte_line(self):
        self.assert_accepted(gff3(ROW + ";Note=" + "x" * 5_000_000))

    def test_row_14_no_version_line(self):
        self.assert_warned(tabs(ROW) + "\n", "candidates.gff3:1: no version line, read as GFF3 (need ##gff-version 3")

    def test_row_15_empty_file(self):
        self.assert_refused("", "candidates.gff3: empty file (need candidate exons)")

    def test_row_16_only_comments(self):
        self.assert_refused("##gff-version 3\n# nothing\n", "candidates.gff3: only comments, no features")

    def test_row_17_orphan_parent(self):
        self.assert_warned(gff3(ROW + ";Parent=nobody"),
                           "candidates.gff3:2: no row has the ID that Parent names (got 'nobody')")

    def test_row_18_parent_cycle(self):
        self.assert_refused(gff3("chr1 t gene 1 300 . + . ID=a;Parent=b", "chr1 t mRNA 1 300 . + . ID=b;Parent=a", ROW),
                            "candidates.gff3:2: cycle of Parent (got 'a -> b -> a'")

    def test_row_19_large_coordinates_keep_all_their_bits(self):
        # That they are accepted on a sequence as long is tested without a file of gigabytes, in test_gff.cpp.
        for power in (29, 31, 32, 40):
            start = 2**power + 101
            self.assert_refused(gff3(ROW.replace("101 199", f"{start} {start + 98}")),
                                f"candidates.gff3:2: end lies beyond the sequence (got '{start}..{start + 98}'")

    def test_row_20_beyond_64_bits(self):
        self.assert_refused(gff3(ROW.replace("199", str(2**63))),
                            f"candidates.gff3:2: end does not fit 64 bits (got '{2**63}', need")

    def test_row_21_bytes_that_are_no_utf8(self):
        self.assert_accepted(gff3(ROW).encode().replace(b"ID=c1", b"ID=\xff\xfe"))

    def test_row_22_nul_byte(self):
        self.assert_refused(gff3(ROW).encode().replace(b"ID=c1", b"ID=\0"), "candidates.gff3:2: NUL byte in the line")

    def test_row_23_phase_7(self):
        self.assert_refused(gff3(ROW.replace("+ 0", "+ 7")), "candidates.gff3:2: bad phase (got '7', need 0, 1, 2 or '.')")

    def test_row_24_no_phase(self):
        self.assert_warned(gff3("chr1 t mRNA 1 300 . + . ID=m", "chr1 t CDS 101 200 . + . ID=c;Parent=m",
                                "chr1 t CDS 211 299 . + . ID=c;Parent=m"),
                           "candidates.gff3:3: no phase, worked out from its model", "[and 1 more]")
        self.assert_warned(gff3("chr1 t CDS 101 200 . + . ID=c"),
                           "candidates.gff3:2: no phase, and its model does not give one, so it stays unknown")

    def test_row_25_bad_strand(self):
        self.assert_refused(gff3(ROW.replace("+", "*")), "candidates.gff3:2: bad strand (got '*', need + or -)")

    def test_row_26_bad_score(self):
        self.assert_refused(gff3(ROW.replace("1.5", "1,5")), "candidates.gff3:2: score is not a number (got '1,5'")

    def test_row_27_nan_score(self):
        self.assert_refused(gff3(ROW.replace("1.5", "NaN")), "candidates.gff3:2: score is not a finite number (got 'NaN'")

    def test_row_28_eight_or_ten_columns(self):
        self.assert_refused(gff3(ROW.rsplit(" ", 1)[0]), "candidates.gff3:2: wrong number of columns (got '8', need 9")
        self.assert_refused(gff3(ROW + " more"), "candidates.gff3:2: wrong number of columns (got '10', need 9")

    def test_row_29_gtf_named_gff3(self):
        self.assert_accepted(tabs('chr1 t CDS 101 199 . + 0 gene_id~"g";~transcript_id~"g.1";\n'), "named.gff3")

    def test_row_139_gtf_with_bare_names_in_the_rows_of_genes_and_transcripts(self):
        self.assert_accepted(tabs('chr1 AUGUSTUS gene 101 199 . + . g1\nchr1 AUGUSTUS transcript 101 199 . + . g1.t1\n'
                                  'chr1 GeneMark.hmm3 mRNA 101 199 . + . transcript_id~"g1.t1";~gene_id~"g1";\n'
                                  'chr1 AUGUSTUS CDS 101 199 . + 0 transcript_id~"g1.t1";~gene_id~"g1";\n'), "braker.gtf")

    def test_row_140_shared_ids_on_rows_that_are_not_used(self):
        self.assert_accepted(gff3("chr1 x mRNA 101 399 . + . ID=t", "chr1 x exon 101 199 . + . ID=t.exon;Parent=t",
                                  "chr1 x exon 301 399 . + . ID=t.exon;Parent=t", "chr1 x start_codon 101 103 . + 0 ID=t.exon;Parent=t",
                                  "chr1 x CDS 101 199 . + 0 ID=t.cds;Parent=t", "chr1 x CDS 301 399 . + 0 ID=t.cds;Parent=t"))

    def test_row_143_text_of_another_gene_finder_is_one_error_that_names_it(self):
        for text, told in (("GeneMark.hmm\nSequence name: chr1\nSequence length: 2000 bp\n\nPredicted genes/exons\n\n"
                            + "  1    1   +  Initial  101  199  99  1 3\n" * 30, ":1: text of GeneMark.hmm"),
                           ("# Sequence chr1 - Length = 2000 bps\n  First  101  199  1.20 + 0 1 1.0 1.0 1.0 0.0 AA 1:30 gene_1\n", ":2: text of geneid"),
                           (tabs(">chr1\nEinit 101 199 + 5.2 0 1 0 snap.1\n"), ":2: text of SNAP, in ZFF")):
            result = self.validate(text, "genes.txt")
            self.assert_fails(result, 65, "genes.txt" + told, "need GENSCAN text, GFF3, GTF or GFF2")
            self.assertEqual(result.stderr.count("exonweave: error: "), 1, result.stderr)

    def test_row_08_a_name_without_its_prefix_is_near(self):
        self.assert_refused(gff3(ROW.replace("chr1", "1", 1)), "unknown sequence (got '1'", "Hint: did you mean chr1?")

    def test_stop_codons_of_their_own_that_no_cds_leads_to_are_told(self):
        row = 'chr1 t {} {} {} . + 0 gene_id~"g";~transcript_id~"{}";\n'
        cds = row.format("CDS", 101, 199, "g.1")
        for stop in (row.format("stop_codon", 98, 100, "g.1"), row.format("stop_codon", 200, 202, "g.2")):
            first = stop.split()[3]
            self.assert_warned(tabs(cds + stop), "candidates.gff3:2: stop codon that does not follow the CDS of its model: "
                               f"it is not used (got '{first}..{int(first) + 2}', need a place in or after the last CDS")

    def test_stop_codons_that_the_cds_holds_or_leads_to_are_fine(self):
        for strand, places in (("+", ((197, 199), (200, 202), (198, 200), (301, 303))), ("-", ((101, 103), (98, 100), (21, 23)))):
            row = f'chr1 t {{}} {{}} {{}} . {strand} 0 gene_id~"g";~transcript_id~"g.1";\n'
            for first, last in places:
                self.assert_accepted(tabs(row.format("CDS", 101, 199) + row.format("stop_codon", first, last)))
        self.assert_accepted(gff3("chr1 t CDS 101 199 . + 0 ID=c;Parent=m", "chr1 t mRNA 101 199 . + . ID=m",
                                  "chr1 t stop_codon 197 199 . + 0 Parent=m"))

    def test_utf_16_and_carriage_returns_alone(self):
        for text in (gff3(ROW), tabs(ROW) + "\n", tabs('chr1 t CDS 101 199 . + 0 gene_id~"g";~transcript_id~"g.1";\n')):
            self.assert_refused(codecs.BOM_UTF16_BE + text.encode("utf-16-be"), "candidates.gff3:1: UTF-16 text, which is not read")
            self.assert_refused(text.encode("utf-16-le"), "candidates.gff3:1: UTF-16 text, which is not read")
            if text.count("\n") > 1:
                self.assert_refused(text.replace("\n", "\r"), "candidates.gff3:1: lines that end in a carriage return alone",
                                    "tr '\\r' '\\n'")

    def test_row_30_no_final_newline(self):
        self.assert_accepted(gff3(ROW).rstrip("\n"))

    def test_row_31_child_outside_its_parent(self):
        self.assert_warned(gff3("chr1 t mRNA 101 150 . + . ID=m", ROW + ";Parent=m"),
                           "candidates.gff3:2: children lie outside of their parent (got '101..199', need 101..150 as m")

    def test_row_32_strands_mixed_in_one_parent(self):
        self.assert_warned(gff3("chr1 t mRNA 101 300 . + . ID=m", "chr1 t CDS 101 199 . + 0 Parent=m",
                                "chr1 t CDS 201 299 . - 0 Parent=m"),
                           "candidates.gff3:3: 1 trans-spliced transcript is skipped (got 'm', need exons on one strand of one sequence)")
        self.assert_warned(gff3("chr1 t mRNA 101 300 . + . ID=m", "chr1 t CDS 101 199 . + 0 Parent=m",
                                "chr1 t exon 201 299 . - . Parent=m"),
                           "candidates.gff3:3: strands mixed in one parent (got 'm', need one strand)")

    def test_row_33_gff_version_2(self):
        self.assert_accepted("##gff-version 2\n" + tabs("chr1 t CDS 101 199 . + 0 gene_1\n"))
        self.assert_accepted("##gff-version 2\n" + tabs("chr1 t CDS 101 199 . + 0\n"))

    def test_row_34_child_before_its_parent(self):
        self.assert_accepted(gff3(ROW + ";Parent=m", "chr1 t mRNA 101 300 . + . ID=m"))

    def test_row_35_id_in_lower_case(self):
        self.assert_refused(gff3(ROW.replace("ID=", "id=")), "candidates.gff3:2: unknown attribute (got 'id='",
                            "did you mean ID=?")

    def test_row_36_overlapping_and_duplicate_exons(self):
        self.assert_accepted(gff3(ROW, ROW.replace("c1", "c2"), ROW.replace("c1", "c3").replace("101", "102")))

    def test_row_37_no_exon_on_a_sequence(self):
        self.assert_ok(self.validate(gff3(ROW)))  # chr2 has none

    def test_row_38_exon_of_one_base(self):
        self.assert_accepted(gff3(ROW.replace("101 199", "2000 2000")))

    def test_row_39_script_in_a_name(self):
        result = self.validate(gff3(ROW.replace("c1", "<script>alert(1)</script>")))
        self.assert_ok(result)
        self.assertNotIn("<script>", result.stdout + result.stderr)

    def test_row_39_control_characters_in_a_message(self):
        self.assert_refused(gff3(ROW.replace("chr1", "%1B[31mred")), r"unknown sequence (got '\x1b[31mred'")

    def test_row_40_circular_features(self):
        region = "chr1 t region 1 2000 . + . ID=r;Is_circular=true"
        self.assert_accepted(gff3(region, ROW))
        self.assert_accepted(gff3(region, ROW.replace("101 199", "1901 2000")))
        over = "circular features are not supported: this one runs over the end of its sequence (got '1990..2010', need 1..2000)"
        self.assert_refused(gff3(region, "chr1 t CDS 1990 2010 . + 0 ID=c", ROW), f"candidates.gff3:3: {over}")
        self.assert_refused(gff3("chr1 t CDS 1990 2010 . + 0 ID=c;Is_circular=true"), f"candidates.gff3:2: {over}")
        self.assert_refused(gff3(region, "chr2 t CDS 90 110 . + 0 ID=c"), "candidates.gff3:3: end lies beyond the sequence")


class Genscan(Candidates):
    def test_row_41_no_exons(self):
        self.assert_warned(GENSCAN_TITLE + GENSCAN_SEQUENCE + GENSCAN_HEADER + "NO EXONS/GENES PREDICTED IN SEQUENCE\n\n"
                           + GENSCAN_END, "candidates.gff3:3: GENSCAN predicts no exon on a sequence (got 'chr1')")

    def test_row_42_cut_before_the_table(self):
        self.assert_refused(GENSCAN_TITLE, "candidates.gff3:1: GENSCAN text is cut (need a line 'Sequence NAME")
        self.assert_refused(GENSCAN_TITLE + GENSCAN_SEQUENCE, "candidates.gff3:3: GENSCAN text is cut (need a table")
        self.assert_refused(GENSCAN_TITLE + GENSCAN_SEQUENCE + GENSCAN_HEADER,
                            "candidates.gff3:9: GENSCAN text is cut (need rows, or NO EXONS, under the table's header)")

    def test_row_42_cut_within_a_row(self):
        whole = GENSCAN_TITLE + GENSCAN_SEQUENCE + GENSCAN_HEADER + GENSCAN_ROWS
        start = whole.index(" 2.01")
        end = whole.index("\n", start)
        for length in range(whole.index("2.01"), end - 1):
            with self.subTest(line=whole[start:length + 1]):
                self.assert_refused(whole[:length + 1], "candidates.gff3:18: GENSCAN ", " cut ")

    def test_row_42_cut_between_rows_cannot_be_told_from_saved_without_peptides(self):
        self.assert_warned(GENSCAN.split("Predicted peptide")[0], "GENSCAN text ends with its table, so rows may be missing")

    def test_row_42_cut_within_the_peptides(self):
        for end in ("Predicted peptide sequence(s):\n", ">chr1|GENSCAN_pred", "_1|2", "_1|2_aa\n", "\nM"):  # every other in test_genscan.cpp
            with self.subTest(end=end):
                self.assert_refused(GENSCAN[:GENSCAN.rindex(end) + len(end)], ": GENSCAN text is cut (")
        self.assert_refused(GENSCAN.replace("\nMT\n", "\nM\n") + GENSCAN.replace("chr1", "chr2").replace("2000 bp", "100 bp"),
                            "GENSCAN text is cut (got '1 letters', need 2, as the header says)")
        self.assert_accepted(GENSCAN.rstrip())
        self.assert_accepted(GENSCAN.replace("\nMT\n", "\n\nM\n\nT\n\n\nExplanation\n"))  # as on a web page

    def test_row_43_length_differs_from_the_genome(self):
        self.assert_refused(GENSCAN.replace("2000 bp", "2006 bp"),
                            "candidates.gff3:3: sequence length differs from the genome's (got '2006 bp', need 2000 bp")

    def test_row_44_promoter_and_poly_a_rows(self):
        self.assert_accepted(GENSCAN)

    def test_row_44_missing_columns(self):
        lines = [line[:36].rstrip() if line[6:10] in ("Init", "Term") else line for line in GENSCAN.splitlines()]
        self.assert_accepted("\n".join(lines) + "\n")
        header = "Gn.Ex Type S .Begin ...End .Len Fr Ph"
        self.assert_accepted("\n".join(header if line.startswith("Gn.Ex") else line for line in lines) + "\n")

    def test_row_44_several_sequences(self):
        second = GENSCAN.replace("chr1 : 2000", "/data/chr2.fa : 100").replace(GENSCAN_ROWS, """
 1.01 Sngl +      1     99   99  0  0   94   83   212 0.997  21.33

""")
        self.assert_accepted(GENSCAN + "\n" + second)

    def test_the_web_page_with_its_empty_lines(self):
        self.assert_accepted("<pre>\n" + GENSCAN.replace("\n", "\n\n") + "</pre>\n")


class AllAtOnce(Candidates):
    def test_every_bad_line_is_told_up_to_twenty(self):
        rows = [ROW.replace("+ 0", "+ 7").replace("c1", f"c{i}") for i in range(30)]
        result = self.validate(gff3(*rows))
        self.assert_fails(result, 65, "candidates.gff3:2: bad phase", "candidates.gff3:21: bad phase", "10 more")
        self.assertNotIn("candidates.gff3:22:", result.stderr)

    def test_none_of_the_wanted_types(self):
        self.assert_refused(gff3(ROW.replace("CDS", "exon")),
                            "candidates.gff3: no rows of the wanted types (got 'exon', need CDS)", "--types exon")

    def test_fasta_in_place_of_candidates(self):
        self.assert_refused(GENOME, "candidates.gff3:1: not a file of candidate exons (got '>chr1 a first one'",
                            "This looks like FASTA")

    def test_standard_input(self):
        genome = self.write("genome.fa", GENOME)
        self.assert_ok(cli.run("validate", "--genome", genome, "--candidates", "-", stdin=gff3(ROW)))
        self.assert_fails(cli.run("validate", "--genome", genome, "--candidates", "-", stdin=gff3(ROW, "chr1")), 65,
                          ":3: wrong number of columns")

    def test_a_fifo(self):
        genome = self.write("genome.fa", GENOME)
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        writer = threading.Thread(target=fifo.write_text, args=(gff3(ROW),))
        writer.start()
        self.assert_ok(cli.run("validate", "--genome", genome, "--candidates", fifo))
        writer.join()


if __name__ == "__main__":
    unittest.main()
