"""The batch scripts of docs/guides/cluster.md in a Slurm of this machine: a job that comes to its time limit is stopped, and goes back into the
queue, where the same command ends it."""
import os
import re
import subprocess
import time
import unittest

import cli
import slurm

PAGE = cli.SOURCE_DIR / "docs" / "guides" / "cluster.md"
# Runs until it is stopped, and a second time to its end, as a run with a journal does.
STAND_IN = """#!/bin/bash
echo "$@" >> "{folder}/calls"
[ ! -e "{folder}/stopped.$1" ] || exit 0
trap 'touch "{folder}/stopped.$1"; exit 143' TERM
sleep 600 & wait
"""
PATIENCE = 120  # seconds: against hanging alone


def batch_scripts():
    """The name and the text of each script that a block of the page writes."""
    return re.findall(r"^cat > (\S+) <<'SCRIPT'\n(.*?)^SCRIPT$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


class Scripts(cli.Case):
    def test_each_asks_for_a_signal_before_its_time_limit(self):
        scripts = batch_scripts()
        self.assertEqual([name for name, _ in scripts], ["annotate.sh", "part.sh"])
        for name, script in scripts:
            with self.subTest(name):
                self.assertRegex(script, r"#SBATCH .*--time=\S+ .*--requeue --signal=B:USR1@\d+")
                self.assertRegex(script, r"(?m)^trap '.*scontrol requeue \$SLURM_JOB_ID' USR1$")
                self.assertEqual(subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False).stderr, "")

    @unittest.skipIf(slurm.missing(), f"no Slurm can be started: {slurm.missing()} is not here")
    def test_a_job_at_its_time_limit_goes_on_in_the_queue(self):
        self.path("bin").mkdir()
        self.write("bin/exonweave", STAND_IN.format(folder=self.dir)).chmod(0o755)
        try:
            with slurm.Slurm(self.path("slurm")) as cluster:
                jobs = {name: self.submit(cluster, name, script) for name, script in batch_scripts()}
                for name, job in jobs.items():
                    with self.subTest(name):
                        self.assert_ends(cluster, job)
        except slurm.CannotStart as why:
            self.skipTest(str(why))
        calls = self.path("calls").read_text().splitlines()
        self.assertEqual(len(calls), 4, calls)
        self.assertEqual(len(set(calls)), 2, calls)  # each twice, in the same words

    def submit(self, cluster, name, script):
        """Its number. Two minutes before the limit of one are at once; the array has one task."""
        sent = subprocess.run(["sbatch", "--parsable", "--time=1", "--cpus-per-task=1", "--mem=100M",
                               *(["--array=1"] if "--array" in script else []), self.write(name, script)],
                              cwd=self.dir, capture_output=True, text=True, check=True,
                              env=dict(os.environ, PATH=f"{self.path('bin')}:{os.environ['PATH']}", **cluster.environment))
        return sent.stdout.strip()

    def assert_ends(self, cluster, job):
        """After a second try. Slurm would wait two minutes before it. It needs some seconds, since a node takes no credential of the second in
        which it was told to end the first try."""
        until, fields = time.monotonic() + PATIENCE, {}
        while fields.get("JobState") != "COMPLETED" and time.monotonic() < until:
            time.sleep(0.5)
            fields = dict(re.findall(r"(\S+?)=(\S*)", cluster.call("scontrol", "--oneliner", "show", "job", job).stdout))
            if fields.get("JobState") == "PENDING" and fields.get("Reason") == "BeginTime":
                time.sleep(3)
                cluster.call("scontrol", "update", f"JobId={job}", "StartTime=now")
        self.assertEqual((fields.get("JobState"), fields.get("Restarts")), ("COMPLETED", "1"), fields)


if __name__ == "__main__":
    unittest.main()
