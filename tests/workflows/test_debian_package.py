"""The package that CPack makes of the build tree: what it says of itself, its files, and the program in it. lintian finds no error."""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import cli

BUILD = pathlib.Path(cli.BINARY).parent
TOOLS = ("cpack", "dpkg-deb", "dpkg-shlibdeps", "dpkg-query")
CONTACT = "The exonweave developers <developers@exonweave.test>"


def run(*args, **options):
    return subprocess.run(list(map(str, args)), capture_output=True, text=True, timeout=cli.TIMEOUT, **options)


@unittest.skipUnless(all(map(shutil.which, TOOLS)), "not a Debian system with dpkg-dev")
class DebianPackage(cli.Case):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory(prefix="exonweave-deb-")
        cls.addClassCleanup(made.cleanup)
        done = run("cpack", "-G", "DEB", "-B", made.name, "-D", f"CPACK_PACKAGE_CONTACT={CONTACT}", cwd=BUILD)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        (cls.package,) = pathlib.Path(made.name).glob("*.deb")

    def field(self, name):
        return run("dpkg-deb", "--field", self.package, name).stdout.rstrip("\n")

    def unpacked(self):
        self.assertEqual(run("dpkg-deb", "--extract", self.package, self.path("root")).returncode, 0)
        return self.path("root") / "usr"

    def test_it_says_what_it_is(self):
        version, architecture = cli.run("--version").stdout.strip(), run("dpkg", "--print-architecture").stdout.strip()
        self.assertEqual([self.field(name) for name in ("Package", "Version", "Architecture", "Section", "Maintainer")],
                         ["exonweave", f"{version}-1", architecture, "science", CONTACT])
        self.assertEqual(self.package.name, f"exonweave_{version}-1_{architecture}.deb")
        holder = re.search(r"Copyright \(c\) \d+ (.*)", (cli.SOURCE_DIR / "LICENSE").read_text())[1]
        self.assertIn(f'set(CPACK_PACKAGE_CONTACT "{holder}")', (BUILD / "CPackConfig.cmake").read_text(), "the maintainer without an address")
        summary, *description = self.field("Description").split("\n")
        self.assertLess(len(summary), 80)
        self.assertGreater(len(" ".join(description)), 200)

    def test_it_depends_on_the_packages_of_all_libraries(self):
        asked = run("bash", "-euo", "pipefail", "-c", 'source workflows/packages.sh; runtime_packages "$1"', "bash", cli.BINARY, cwd=cli.SOURCE_DIR)
        depends = {dependency.split()[0] for dependency in self.field("Depends").split(", ")}
        self.assertIn("libc6", depends)
        needed = re.findall(r"NEEDED +(\S+)", run("objdump", "-p", cli.BINARY).stdout)
        self.assertIn("libhts.so.3", needed)
        files = {line.rsplit("/")[-1] for line in run("dpkg-query", "-L", *depends).stdout.splitlines()}
        self.assertLessEqual(set(needed), files)
        self.assertLessEqual(depends, set(asked.stdout.split()))

    def test_the_program_runs_and_brings_its_manual_page_and_completions(self):
        usr = self.unpacked()
        for option in ("--version", "--build-info"):
            self.assertEqual(run(usr / "bin" / "exonweave", option).stdout, cli.run(option).stdout)
        share = usr / "share"
        self.assertEqual(gzip.decompress((share / "man/man1/exonweave.1.gz").read_bytes()), cli.run("man").stdout_bytes)
        for shell, place in (("bash", "bash-completion/completions/exonweave"), ("zsh", "zsh/vendor-completions/_exonweave"),
                             ("fish", "fish/vendor_completions.d/exonweave.fish")):
            self.assertEqual((share / place).read_bytes(), cli.run("completion", shell).stdout_bytes)

    def test_licences_and_changes_are_in_it(self):
        documents = self.unpacked() / "share/doc/exonweave"
        self.assertEqual(gzip.decompress((documents / "changelog.gz").read_bytes()), (cli.SOURCE_DIR / "CHANGELOG.md").read_bytes())
        copyright = (documents / "copyright").read_text()
        self.assertTrue(copyright.startswith((cli.SOURCE_DIR / "LICENSE").read_text()))
        for library in re.findall(r"(d3|Plot|igv)[.js]* \d", cli.run("--build-info").stdout):
            self.assertRegex(copyright, rf"(?mi)^\S*{library} \d")

    @unittest.skipUnless(os.geteuid() == 0, "only root installs")
    def test_dpkg_installs_and_removes_it(self):
        root = self.path("scratch")
        for folder in ("info", "updates"):
            (root / "var/lib/dpkg" / folder).mkdir(parents=True)
        for name in ("status", "available"):
            (root / "var/lib/dpkg" / name).touch()
        dpkg = ("dpkg", f"--root={root}", "--force-depends", f"--log={self.path('log')}")
        done = run(*dpkg, "--install", self.package)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(run("dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f", "${db:Status-Abbrev}", "exonweave").stdout.strip(), "ii")
        self.assertEqual(run(root / "usr/bin/exonweave", "--version").stdout, cli.run("--version").stdout)
        self.assertEqual(run(*dpkg, "--remove", "exonweave").returncode, 0)
        self.assertFalse((root / "usr/bin").exists())

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not here")
    def test_lintian_finds_no_error(self):
        done = run("lintian", "--fail-on", "error", "--allow-root", self.package)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
