"""Several files of targets in one run, and what puts the outputs of several runs together: `--id-prefix`."""
import json
import re
import unittest

import cli
from test_predict_outputs import Outputs, PROTEINS, predict_proteins


class IdPrefix(Outputs):
    def test_every_id_begins_with_it(self):
        plain, prefixed = self.predict_all(), self.predict_all("--id-prefix", "run-2|")
        with_prefix = lambda text: re.sub(r"\b((?:gene|locus)\d+)\b", r"run-2|\1", text)
        for option in ("--out", "--locus-out", "--evm-out", "--bed-out", "--protein-out", "--cds-out", "--alignment-out"):
            self.assertIn("run-2|", prefixed[option])
            self.assertEqual(prefixed[option], with_prefix(plain[option]), option)
        for option in ("--unplaced-out", "--paf-out"):
            self.assertEqual(prefixed[option], plain[option], option)
        for style in ("match", "miniprot"):
            rows = predict_proteins("--style", style, "--id-prefix", "x_").stdout
            self.assertEqual(set(re.findall(r"\b(?:ID|Parent)=(..)", rows)), {"x_"}, style)

    def test_what_gff3_reserves_is_refused(self):
        for bad in ("a b", "a\tb", "a;", "=", "a&b", "a,b", "50%", "a\x7f", "a\n"):
            self.assert_fails(predict_proteins("--id-prefix", bad), 2, "--id-prefix: not the beginning of an ID")
        self.assert_fails(predict_proteins("--id-prefix", ""), 2, "--id-prefix")


class SeveralTargets(Outputs):
    def parts(self):
        """The proteins in two files."""
        records = ["".join(f">{name}\n{residues}\n") for name, residues in PROTEINS.items()]
        return [self.write("first.fa", "".join(records[:4])), self.write("second.fa", "".join(records[4:]))]

    def test_they_are_one_set_in_any_order(self):
        parts = self.parts()
        whole, divided = self.predict_all(), self.predict_all(targets=parts)
        turned = self.predict_all(targets=parts[::-1])
        for option in ("--out", "--locus-out", "--evm-out", "--protein-out", "--cds-out", "--alignment-out", "--unplaced-out"):
            self.assertEqual(divided[option], whole[option], option)
            self.assertEqual(turned[option], whole[option], option)
        roles = [entry["path"] for entry in json.loads(divided["--summary"])["inputs"] if entry["role"] == "targets"]
        self.assertEqual(roles, [str(part) for part in parts])

    def test_141_a_record_of_two_files_is_taken_once(self):
        first, second = self.parts()
        whole = predict_proteins(targets=[first, second])
        copy = self.write("copy.fa", first.read_text())
        again = predict_proteins(targets=[first, second, copy])
        self.assert_ok(again, "copy.fa:1: target that ", "first.fa has too; it is taken once (got ", "and 3 more")
        self.assertEqual(again.stdout, whole.stdout)

    def test_messages_name_the_file(self):
        first, second = self.parts()
        nobody = self.write("nobody.fa", ">nobody\n" + "MWWWWHHHHCCCCMMMM" * 4 + "\n")
        self.assert_ok(predict_proteins(targets=[first, nobody], pairs=None), "nobody.fa:1: target without a model: ")
        changed = self.write("changed.fa", second.read_text().replace("\n", "\nM", 1))
        self.assert_fails(predict_proteins(targets=[first, second, changed]), 65, "changed.fa:1: duplicate target name of another sequence in ",
                          "second.fa on line 1")
        dna = cli.TINY / "targets.cds.fa"
        self.assert_fails(predict_proteins(targets=[first, dna]), 65, "targets.cds.fa: DNA targets together with protein targets of ",
                          "Hint: run once with each kind")
        self.assert_fails(predict_proteins(targets=[first]), 65, "unknown target", "first.fa")
        self.assert_fails(predict_proteins(targets=["-", "-"]), 2, "--targets")


if __name__ == "__main__":
    unittest.main()
