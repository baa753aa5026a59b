"""The tarball of workflows/tarball.sh, in a tree that has nothing else but a static shell: no C library, no loader, no other file. What runs
there runs in Debian, Ubuntu and Alpine."""
import os
import shutil
import subprocess
import unittest

import chromium
import cli

BUSYBOX = shutil.which("busybox")
SCRIPT = cli.SOURCE_DIR / "workflows" / "tarball.sh"


def run(*args, **options):
    return subprocess.run(list(map(str, args)), capture_output=True, text=True, timeout=cli.TIMEOUT, **options)


def is_static(program):
    return program is not None and run("ldd", program).returncode != 0


HAS_LIBRARIES = "report: off" not in cli.run("--build-info").stdout


class WithoutLibraries(cli.Case):
    def test_a_program_without_the_libraries_of_the_report_is_refused(self):
        plain = self.write("plain", "#!/bin/sh\necho 'report: off, for a test'\n")
        plain.chmod(0o755)
        done = run("bash", SCRIPT, "--program", plain, "--out", self.path("a.tar.gz"))
        self.assertEqual((done.returncode, self.names()), (1, ["plain"]), done.stderr)
        self.assertIn("plain was built without the libraries of report.html", done.stderr)


@unittest.skipUnless(HAS_LIBRARIES, "built without the libraries of the report")
class Tarball(cli.Case):
    def make(self, name):
        out = self.path(name)
        done = run("bash", SCRIPT, "--program", cli.BINARY, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        return out

    def unpacked(self, tarball, into):
        into.mkdir()
        self.assertEqual(run("tar", "xf", tarball, "-C", into).returncode, 0)
        (folder,) = into.iterdir()
        return folder

    def test_it_runs_from_any_folder_and_through_links(self):
        folder = self.unpacked(self.make("a.tar.gz"), self.path("a folder"))
        link = self.path("linked")
        link.symlink_to(os.path.relpath(folder / "bin" / "exonweave", self.dir))
        clean = {"PATH": os.environ["PATH"]}
        for program in (folder / "bin" / "exonweave", link):
            done = run(program, "--version", env=clean)
            self.assertEqual((done.returncode, done.stdout), (0, cli.run("--version").stdout), done.stderr)
        self.assertEqual(run(link, "--nonsense", env=clean).returncode, 2)
        self.assertEqual(run(link, "--build-info", env=clean).stdout, cli.run("--build-info").stdout)
        for made in ("man/man1/exonweave.1", "bash-completion/completions/exonweave", "zsh/site-functions/_exonweave", "fish/vendor_completions.d/exonweave.fish"):
            self.assertTrue((folder / "share" / made).stat().st_size > 0)
        self.assertTrue((folder / "LICENSE").exists())

    def test_the_same_program_makes_the_same_bytes(self):
        self.assertEqual(self.make("a.tar.gz").read_bytes(), self.make("b.tar.gz").read_bytes())

    def test_its_checksum_lies_beside_it(self):
        self.make("a.tar.gz")
        self.assertEqual(self.names(), ["a.tar.gz", "a.tar.gz.sha256"])
        check = ("sha256sum", "--check", "a.tar.gz.sha256")
        self.assertEqual(run(*check, cwd=self.dir).stdout, "a.tar.gz: OK\n")
        with self.path("a.tar.gz").open("ab") as tarball:
            tarball.write(b"more")
        self.assertEqual(run(*check, cwd=self.dir).returncode, 1)

    @unittest.skipUnless(chromium.PROGRAM, "no chromium")
    def test_its_report_has_charts_and_a_browser_without_a_network(self):
        program = self.unpacked(self.make("a.tar.gz"), self.path("unpacked")) / "bin" / "exonweave"
        done = run(program, "annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with chromium.Browser(self.path("profile")) as browser:
            page = browser.open(self.path("out") / "report.html")
            page.wait_for("document.documentElement?.dataset.state === 'complete'")
            page.wait_for("document.querySelector('#figure-cards .chart svg')")
            page.evaluate("document.querySelector('#browser-body button').click()")
            page.wait_for("document.querySelector('.browser-frame')?.shadowRoot?.querySelector('canvas') && true")
            self.assertEqual((page.complaints(), page.requests()), ([], []))

    @unittest.skipUnless(os.geteuid() == 0, "only root enters another root directory")
    @unittest.skipUnless(is_static(BUSYBOX), "no static busybox is here")
    def test_it_needs_nothing_of_the_system(self):
        root = self.path("root")
        folder = self.unpacked(self.make("a.tar.gz"), root)
        for place in ("bin", "tmp", "proc"):
            (root / place).mkdir()
        shutil.copy(BUSYBOX, root / "bin" / "busybox")
        for applet in ("sh", "dirname", "readlink", "cat"):
            (root / "bin" / applet).symlink_to("busybox")
        (root / "opt").mkdir()
        shutil.move(folder, root / "opt" / "exonweave")
        inside = lambda text: run(shutil.which("chroot"), root, "/bin/sh", "-c", text, env={"PATH": "/bin:/opt/exonweave/bin"})
        self.assertEqual(inside("exonweave --version").stdout, cli.run("--version").stdout)
        made = inside("exonweave simulate --profile microexons --out /tmp/example && "
                      "exonweave predict --genome /tmp/example/genome.fa --targets /tmp/example/targets.pep.fa --out /tmp/models.gff3")
        self.assertEqual(made.returncode, 0, made.stderr)
        example = self.path("example")
        self.assert_ok(cli.run("simulate", "--profile", "microexons", "--out", example))
        self.assert_ok(cli.run("predict", "--genome", example / "genome.fa", "--targets", example / "targets.pep.fa", "--out", self.path("models.gff3")))
        self.assertEqual((root / "tmp" / "models.gff3").read_bytes(), self.path("models.gff3").read_bytes())


if __name__ == "__main__":
    unittest.main()
