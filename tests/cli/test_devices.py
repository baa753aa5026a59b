"""exonweave devices: GPUs with their facts, or a reason and exit 69; which of the two depends on the machine."""
import json
import shutil
import subprocess
import unittest

import cli


# A driver library of CUDA 11.8: enough of it for the runtime to see that it is too old.
OLD_DRIVER = """
int cuDriverGetVersion(int* version) { *version = 11080; return 0; }
int cuInit(unsigned flags) { return (int)flags; }
"""


def built_with_cuda():
    return "CUDA: toolkit" in cli.run("--build-info").stdout


class Devices(cli.Case):
    def check_listing(self, result):
        self.assert_ok(result)
        self.assertRegex(result.stdout, r"CUDA driver \d+\.\d, runtime \d+\.\d\n")
        self.assertRegex(result.stdout, r"GPU 0: .+, \d+\.\d GiB, compute capability \d+\.\d, \d+ multiprocessors")

    def test_a_usable_gpu_is_listed_or_the_reason_is_told(self):
        result = cli.run("devices")
        if result.code == 0:
            self.check_listing(result)
        else:
            self.assertEqual(result.code, 69, str(result))
            self.assertRegex(result.stderr, r"^exonweave: error: no usable GPU: .+\n$")

    def test_json_says_the_same(self):
        result = cli.run("devices", "--json")
        found = json.loads(result.stdout)
        self.assertEqual(set(found), {"driver_version", "runtime_version", "devices", "why_none"})
        self.assertEqual(result.code, 69 if found["why_none"] else 0, str(result))
        self.assertEqual(any(device["usable"] for device in found["devices"]), not found["why_none"])
        for device in found["devices"]:
            self.assertGreater(device["memory_bytes"], 0)
            self.assertRegex(device["compute_capability"], r"^\d+\.\d$")
        if found["why_none"]:
            self.assertIn(found["why_none"], result.stderr)

    def test_hidden_gpus_are_none(self):
        self.assert_fails(cli.run("devices", env={"CUDA_VISIBLE_DEVICES": ""}), 69, "no usable GPU: ")

    @unittest.skipUnless(built_with_cuda(), "built without CUDA")
    def test_a_driver_too_old_is_told_with_both_versions(self):
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            self.skipTest("no C compiler to make an old driver with")
        source = self.write("old.c", OLD_DRIVER)
        subprocess.run([compiler, "-shared", "-fPIC", "-o", self.path("libcuda.so.1"), source], check=True)
        self.assert_fails(cli.run("devices", env={"LD_LIBRARY_PATH": self.dir}), 69, "driver is too old",
                          "supports CUDA 11.8", "needs CUDA ")

    @unittest.skipIf(built_with_cuda(), "built with CUDA")
    def test_a_program_without_cuda_says_so(self):
        self.assert_fails(cli.run("devices"), 69, "built without CUDA")


if __name__ == "__main__":
    unittest.main()
