"""The recipe for bioconda and the Dockerfiles against what they are made for: the version and the licence, the libraries that CMakeLists.txt
looks for, the files and the options that are there. Nothing is compiled."""
import os
import re
import shutil
import subprocess
import unittest

import cli

try:
    import yaml
except ImportError:
    yaml = None

RECIPE = cli.SOURCE_DIR / "workflows" / "bioconda"
DOCKERFILES = sorted((cli.SOURCE_DIR / "workflows" / "containers").glob("Dockerfile*"))
CMAKE_LISTS = (cli.SOURCE_DIR / "CMakeLists.txt").read_text()
VERSION = re.search(r"project\(exonweave VERSION (\S+)", CMAKE_LISTS)[1]

# What CMakeLists.txt looks for, by conda's name; None: comes with a compiler or with what builds.
CONDA_NAMES = {"Threads": None, "PkgConfig": None, "fmt": "fmt", "htslib": "htslib", "hwy": "libhwy", "parasail": "parasail", "Boost": "libboost-headers",
               "yaml-cpp": "yaml-cpp", "nlohmann_json": "nlohmann_json", "CLI11": "cli11", "cereal": "cereal", "ZLIB": "zlib"}
OF_HTSLIB_PC = {"bzip2", "xz"}  # named in htslib.pc, not by us


def run(*args, **options):
    return subprocess.run(list(map(str, args)), capture_output=True, text=True, timeout=cli.TIMEOUT, **options)


def cmake_options(text):
    """Every -DNAME=VALUE in a script, quoted or not, without those whose value is the script's."""
    return [option for option in re.findall(r"-D\w+=[^\s\"';]+", text) if "$" not in option]


class Configured(cli.Case):
    def assert_configures(self, source, options):
        """CMake takes these options, all of them, and finds all files that it wants in `source`."""
        done = run("cmake", "-S", source, "-B", self.path("build"), *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("not used by the project", done.stderr)


class Scripts(cli.Case):
    """Whoever exports CDPATH is led to a folder of the same name elsewhere by a plain `cd`."""

    def test_no_script_goes_where_cdpath_leads(self):
        for folder in ("workflows", "tests", ".ci"):
            self.path(folder).mkdir()
            self.write(f"{folder}/packages.sh", "echo trapped; exit 9\n")
        for script in ("workflows/quickstart.sh", "tests/run.sh"):
            done = run("bash", script, "--help", cwd=cli.SOURCE_DIR, env={**os.environ, "CDPATH": str(self.dir)})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertTrue(done.stdout.startswith("Usage: "), done.stdout)

    def test_every_script_that_goes_to_its_own_folder_leaves_cdpath_out(self):
        scripts = [*cli.SOURCE_DIR.glob("workflows/**/*.sh"), *cli.SOURCE_DIR.glob("tests/*.sh"), *cli.SOURCE_DIR.glob("tests/acceptance/**/*.*sh"),
                   *cli.SOURCE_DIR.glob(".ci/*")]
        lines = [line for script in scripts for line in script.read_text().splitlines() if re.search(r"\bcd .*dirname", line)]
        self.assertGreaterEqual(len(lines), 4)
        for line in lines:
            self.assertIn('CDPATH= cd -- "$(dirname -- ', line)


# Has every package but those of which the run tells, and writes down what apt-get and cmake are asked for.
DPKG_QUERY = """#!/bin/bash
case " $MISSING " in *" ${@: -1} "*) exit 1 ;; esac
echo installed
"""
RECORDER = """#!/bin/bash
echo "${0##*/} $*" >> "$CALLS"
"""
CMAKE = RECORDER + """[ "$1" = --build ] || exit 0
mkdir -p "$2"
cp "$PROGRAM" "$2/exonweave"
"""
PROGRAM = """#!/bin/bash
case "$1" in
  annotate) mkdir -p "$5"; gzip < /dev/null > "$5/genes.bed.gz" ;;
  --version) echo 1.2.3 ;;
esac
"""


@unittest.skipUnless(shutil.which("apt-get") and shutil.which("dpkg-query"), "not a Debian system")
class Packages(cli.Case):
    """The scripts that install packages and build, where apt-get, cmake and the program only say what they are asked for."""

    def setUp(self):
        super().setUp()
        self.tools = self.path("tools")
        self.tools.mkdir()
        for folder in os.environ["PATH"].split(":"):
            for tool in os.listdir(folder) if os.path.isdir(folder) else ():
                if tool not in ("npm", "dpkg-query", "apt-get", "cmake", "sudo", "ccache") and not os.path.lexists(self.tools / tool):
                    (self.tools / tool).symlink_to(os.path.join(folder, tool))
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", RECORDER), ("cmake", CMAKE), ("sudo", '#!/bin/bash\nexec "$@"\n')):
            self.add_tool(name, text)
        self.tree = self.path("tree")
        shutil.copytree(cli.SOURCE_DIR / "workflows", self.tree / "workflows")
        self.write("program", PROGRAM).chmod(0o755)

    def add_tool(self, name, text):
        self.write(f"tools/{name}", text).chmod(0o755)

    def ran(self, script, *options, missing="", code=0):
        """What apt-get was to install, and the lines of cmake."""
        calls = self.path("calls")
        calls.unlink(missing_ok=True)
        self.done = run("bash", self.tree / "workflows" / script, *options,
                        env={"PATH": str(self.tools), "MISSING": missing, "CALLS": str(calls), "PROGRAM": str(self.path("program")), "HOME": str(self.dir)})
        self.assertEqual(self.done.returncode, code, self.done.stdout + self.done.stderr)
        lines = calls.read_text().splitlines() if calls.exists() else []
        installed = [line.split("--no-install-recommends ")[1].split() for line in lines if "--no-install-recommends" in line]
        return sum(installed, []), [line for line in lines if line.startswith("cmake ")]

    def test_quickstart_installs_npm_and_tabix_like_every_other_package(self):
        installed, cmake = self.ran("quickstart.sh", missing="npm tabix libfmt-dev")
        self.assertEqual(installed, ["libfmt-dev", "npm", "tabix"])
        self.assertIn(" -DEXONWEAVE_REPORT_LIBRARIES=auto ", cmake[0])

    def test_an_npm_on_the_path_is_enough(self):
        self.add_tool("npm", RECORDER)
        self.assertEqual(self.ran("quickstart.sh", missing="npm")[0], [])

    def test_an_option_leaves_the_libraries_of_the_report_out(self):
        installed, cmake = self.ran("quickstart.sh", "--plain-report", missing="npm")
        self.assertEqual(installed, [])
        self.assertIn(" -DEXONWEAVE_REPORT_LIBRARIES=off ", cmake[0])
        self.assertIn(" -DEXONWEAVE_CUDA=ON ", self.ran("quickstart.sh", "--plain-report", "--cuda", missing="npm")[1][0])
        self.ran("quickstart.sh", "--plain-report", "--nonsense", code=1)

    def test_no_tarball_is_made_without_the_libraries_of_the_report(self):
        self.add_tool("npm", "#!/bin/bash\nexit 1\n")
        self.assertEqual(self.ran("tarball.sh", code=1)[1], [])
        self.assertIn("npm cannot fetch", self.done.stderr)

    def test_the_tarball_is_built_in_a_folder_of_its_own_with_the_libraries_of_the_report(self):
        self.add_tool("npm", RECORDER)
        self.write("tree/workflows/report_libraries.sh", RECORDER).chmod(0o755)
        folder = self.tree / "build" / "tarball"
        self.ran("tarball.sh", code=1)  # no program that could be packed was built
        calls = self.path("calls").read_text().splitlines()
        self.assertEqual(calls[0], f"report_libraries.sh {folder}/report-libraries")
        self.assertIn("-B build/tarball ", calls[1])
        self.assertIn(f"-DEXONWEAVE_REPORT_LIBRARIES={folder}/report-libraries", calls[1])
        self.assertTrue(calls[2].startswith("cmake --build build/tarball "), calls[2])


class Recipe(Configured):
    def meta(self):
        """meta.yaml as conda-build would see it; what it has functions for is left as text."""
        text = (RECIPE / "meta.yaml").read_text()
        values = dict(re.findall(r'\{% set (\w+) = "(.*)" %\}', text))
        text = re.sub(r"\{%.*%\}", "", text)
        text = re.sub(r"\{\{ (\w+) \}\}", lambda match: values[match[1]], text)
        return yaml.safe_load(re.sub(r"\{\{ (.*) \}\}", lambda match: match[1].replace('"', "'"), text))

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_version_and_licence_are_the_projects(self):
        meta = self.meta()
        self.assertEqual(str(meta["package"]["version"]), VERSION)
        licence = (cli.SOURCE_DIR / meta["about"]["license_file"]).read_text()
        self.assertTrue(licence.startswith(f"{meta['about']['license']} License\n"))

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_it_names_a_release_or_says_that_there_is_none_yet(self):
        source = self.meta()["source"]
        if "OWNER" in source["url"]:
            self.assertEqual(source["sha256"], "SHA256_OF_THE_RELEASE")
        else:
            self.assertRegex(source["sha256"], r"\A[0-9a-f]{64}\Z")
        self.assertTrue(source["url"].endswith(f"/v{VERSION}.tar.gz"))

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_its_libraries_are_those_that_cmake_looks_for(self):
        wanted = re.findall(r"^(?:find_package|pkg_check_modules)\((\S+)", CMAKE_LISTS, re.MULTILINE)
        self.assertLessEqual(set(wanted), set(CONDA_NAMES), "tell CONDA_NAMES what conda calls it")
        host = [requirement.split()[0] for requirement in self.meta()["requirements"]["host"]]
        self.assertEqual(sorted(host), sorted({CONDA_NAMES[name] for name in wanted} - {None} | OF_HTSLIB_PC))

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_it_asks_for_the_cmake_that_the_project_asks_for(self):
        least = re.search(r"cmake_minimum_required\(VERSION (\S+)\)", CMAKE_LISTS)[1]
        self.assertIn(f"cmake >={least}", self.meta()["requirements"]["build"])

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_the_line_for_users_without_root_has_the_packages_of_the_recipe(self):
        page = (cli.SOURCE_DIR / "docs" / "start" / "install.md").read_text()
        line = re.search(r"^mamba create -n exonweave -c conda-forge -c bioconda ((?:.*\\\n)*.*)$", page, re.MULTILINE)[1].replace("\\\n", " ")
        requirements = self.meta()["requirements"]
        wanted = [item.split()[0] for part in ("build", "host") for item in requirements[part] if not re.match("(compiler|stdlib)\\b", item)]
        self.assertEqual(sorted(line.split()), sorted([*wanted, "cxx-compiler"]))

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_it_names_maintainers_who_publish_releases(self):
        meta = self.meta()
        self.assertEqual(meta["extra"]["recipe-maintainers"], [meta["source"]["url"].split("/")[3]])
        self.assertTrue(meta["build"]["run_exports"])

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_it_asks_for_what_fetches_the_libraries_of_the_report(self):
        self.assertIn("nodejs", self.meta()["requirements"]["build"])

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_its_test_passes(self):
        self.path("bin").mkdir()
        os.symlink(cli.BINARY, self.path("bin/exonweave"))
        done = run("bash", "-euo", "pipefail", "-c", "\n".join(self.meta()["test"]["commands"]), cwd=self.dir,
                   env=dict(os.environ, PATH=f"{self.path('bin')}:{os.environ['PATH']}"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def build(self, **more):
        """Runs build.sh with a cmake that only tells what it is given; each call as a list. The libraries of the report are not fetched."""
        for folder in ("bin", "workflows"):
            self.path(folder).mkdir()
        self.write("workflows/report_libraries.sh", '#!/bin/bash\nmkdir "$1"\n').chmod(0o755)
        self.write("bin/cmake", '#!/bin/bash\nprintf "%s\\n" "$@" END\n').chmod(0o755)
        environment = {name: value for name, value in os.environ.items() if name != "CMAKE_ARGS"}
        environment.update(more, PATH=f"{self.path('bin')}:{os.environ['PATH']}", PREFIX="/a prefix", CPU_COUNT="3")
        done = run("bash", RECIPE / "build.sh", env=environment, cwd=self.dir)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [call.splitlines() for call in done.stdout.split("END\n")[:-1]]

    def test_build_sh_configures_builds_and_installs(self):
        configure, build, install = self.build(CMAKE_ARGS="-DA=1 -DB=2")
        libraries = self.path("report-libraries")
        self.assertTrue(libraries.is_dir())
        self.assertLessEqual({"-DCMAKE_INSTALL_PREFIX=/a prefix", "-DA=1", "-DB=2", f"-DEXONWEAVE_REPORT_LIBRARIES={libraries}"}, set(configure))
        folder = configure[configure.index("-B") + 1]
        self.assertEqual(build, ["--build", folder, "--parallel", "3"])
        self.assertEqual(install, ["--install", folder])

    def test_build_sh_adds_nothing_where_conda_has_no_arguments(self):
        self.assertNotIn("", self.build()[0])

    @unittest.skipUnless(shutil.which("cmake"), "cmake is not here")
    def test_cmake_takes_the_options_of_build_sh(self):
        options = cmake_options((RECIPE / "build.sh").read_text())
        self.assertIn("-DEXONWEAVE_CUDA=OFF", options)
        self.assert_configures(cli.SOURCE_DIR, ["-G", "Ninja", *options])
        self.assertIn("exonweave --build-info", (self.path("build") / "build.ninja").read_text(), "a build ends without a word on what it left out")

    @unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not here")
    def test_shellcheck_has_nothing_to_say_of_the_scripts(self):
        done = run("shellcheck", RECIPE / "build.sh", cli.SOURCE_DIR / "workflows" / "packages.sh")
        self.assertEqual(done.stdout, "")


def instructions(path):
    """The instructions of a Dockerfile as (name, rest), continued lines joined as Docker joins them."""
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n", "", text).splitlines()
    return [tuple(line.split(maxsplit=1)) for line in lines if line.strip()]


def rest_of(path, name):
    return [rest for instruction, rest in instructions(path) if instruction == name]


class Containers(Configured):
    def sources(self, dockerfile):
        """Those COPY lines that take files of the project: (from, to)."""
        copies = [rest.split() for rest in rest_of(dockerfile, "COPY") if not rest.startswith("--from")]
        return [(source, words[-1]) for words in copies for source in words[:-1]]

    def test_there_is_one_for_cpus_and_one_for_gpus(self):
        self.assertEqual([path.name for path in DOCKERFILES], ["Dockerfile", "Dockerfile.cuda"])
        cpu, gpu = map(cmake_options, (path.read_text() for path in DOCKERFILES))
        self.assertIn("-DEXONWEAVE_CUDA=OFF", cpu)
        self.assertIn("-DEXONWEAVE_CUDA=ON", gpu)

    def test_they_differ_only_in_images_arguments_and_commands(self):
        cpu, gpu = ([line for line in instructions(path) if line[0] not in ("FROM", "ARG", "RUN")] for path in DOCKERFILES)
        self.assertEqual(cpu, gpu)

    def test_stages_and_arguments_are_named_before_they_are_used(self):
        for path in DOCKERFILES:
            with self.subTest(path.name):
                stages = re.findall(r" AS (\w+)$", "\n".join(rest_of(path, "FROM")), re.MULTILINE)
                self.assertEqual(stages, ["libraries", "build"])
                self.assertEqual(set(re.findall(r"--from=(\w+)", path.read_text())), set(stages))
                declared = {rest.split("=")[0] for rest in rest_of(path, "ARG")}
                self.assertEqual(set(re.findall(r"\$\{?((?:CUDA_|DEBIAN)\w*)", path.read_text())), declared)
                told = re.findall(r"--build-arg (\w+)=", path.read_text())
                self.assertLessEqual(set(told), declared)

    def test_images_are_pinned_by_digest_and_the_same_in_both(self):
        images = {}
        for path in DOCKERFILES:
            arguments = dict(rest.split("=", 1) for rest in rest_of(path, "ARG"))
            for rest in rest_of(path, "FROM"):
                name = re.match(r"\$\{(\w+)\}", rest)[1]
                self.assertRegex(arguments[name], r"\A[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}\Z")
                images.setdefault(name, set()).add(arguments[name])
        self.assertEqual({name: len(pins) for name, pins in images.items()}, {"DEBIAN": 1, "CUDA_DEVEL": 1, "CUDA_BASE": 1})
        versions = {re.sub("-(devel|base)-", "-", pin.split("@")[0]) for name in ("CUDA_DEVEL", "CUDA_BASE") for pin in images[name]}
        self.assertEqual(len(versions), 1, "CUDA of one version in both stages")

    def test_labels_have_the_projects_version_and_licence(self):
        for path in DOCKERFILES:
            labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', path.read_text()))
            self.assertEqual(labels["version"], VERSION, path.name)
            self.assertTrue((cli.SOURCE_DIR / "LICENSE").read_text().startswith(labels["licenses"] + " "), path.name)

    @unittest.skipUnless(shutil.which("cmake"), "cmake is not here")
    def test_what_is_copied_is_all_that_cmake_needs(self):
        for path in DOCKERFILES:
            with self.subTest(path.name):
                tree = self.path(path.name)
                tree.mkdir()
                for source, to in self.sources(path):
                    if (cli.SOURCE_DIR / source).is_dir():
                        shutil.copytree(cli.SOURCE_DIR / source, tree / to)
                    else:
                        (tree / to).mkdir(exist_ok=True)
                        shutil.copy(cli.SOURCE_DIR / source, tree / to)
                self.assertTrue((tree / "workflows" / "packages.sh").exists())
                self.assertTrue(os.access(tree / "workflows" / "report_libraries.sh", os.X_OK))
                libraries = tree / "report-libraries"  # that a stage of its own fetches
                libraries.mkdir()
                for name in ("charts", "browser", "licences", "versions", "complete"):
                    (libraries / name).touch()
                shutil.rmtree(self.path("build"), ignore_errors=True)
                preset = re.search(r"\bbuild (\w+) -D", path.read_text())[1]
                self.assert_configures(tree, [f"--preset={preset}", *cmake_options(path.read_text().replace("=/exonweave/", f"={tree}/"))])

    def test_commands_are_right_for_their_shell(self):
        for path in DOCKERFILES:
            scripts = []
            for command in rest_of(path, "RUN"):
                self.assertEqual(run("sh", "-n", "-c", command).stderr, "", path.name)
                scripts += re.findall(r"^bash -euc '(.*)'$", command)
            self.assertEqual(len(scripts), 3)
            for script in scripts:
                self.assertEqual(run("bash", "-n", "-c", script).stderr, "", path.name)
                functions = re.findall(r"; *(\w+) ", script)
                known = run("bash", "-c", 'source workflows/packages.sh; declare -F "$@"', "bash", *functions, cwd=cli.SOURCE_DIR)
                self.assertEqual(known.stdout.split(), functions)

    @unittest.skipUnless(shutil.which("dpkg-query") and shutil.which("ldd"), "not a Debian system")
    def test_the_packages_of_the_images_have_every_library_of_the_program(self):
        asked = run("bash", "-euo", "pipefail", "-c", 'source workflows/packages.sh; runtime_packages "$1"', "bash", cli.BINARY, cwd=cli.SOURCE_DIR)
        self.assertEqual((asked.returncode, asked.stderr), (0, ""))
        packages = asked.stdout.split()
        self.assertEqual([package for package in packages if package.endswith("-dev")], [])
        files = {line.rsplit("/")[-1] for line in run("dpkg-query", "-L", *packages).stdout.splitlines()}
        needed = re.findall(r"^\s+(\S+) => /", run("ldd", cli.BINARY).stdout, re.MULTILINE)
        self.assertIn("libhts.so.3", needed)
        self.assertLessEqual(set(needed), files)


if __name__ == "__main__":
    unittest.main()
