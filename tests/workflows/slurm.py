"""A Slurm of one node on this machine, in a folder of its own, for as long as a test lasts. Needs root: jobs run as whoever sent them."""
import os
import re
import shutil
import socket
import subprocess
import time

DAEMONS = ("munged", "slurmctld", "slurmd")
PATIENCE = 60  # seconds
CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=sched_interval=1
ReturnToService=2
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """What is not here of all that it needs; empty: it can be started."""
    if os.geteuid() != 0:
        return "root"
    return " ".join(name for name in (*DAEMONS, "sbatch", "scontrol") if not shutil.which(name))


def free_port():
    with socket.socket() as of:
        of.bind(("127.0.0.1", 0))
        return of.getsockname()[1]


class CannotStart(Exception):
    """As where a container allows it less than it needs."""


class Slurm:
    """with Slurm(folder) as slurm: subprocess.run(["sbatch", ...], env=dict(os.environ, **slurm.environment))"""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {"SLURM_CONF": str(folder / "slurm.conf")}
        self.running = []

    def __enter__(self):
        try:
            self.configure()
            self.start("munged", "--foreground", "--force", f"--socket={self.folder}/munge.socket", f"--key-file={self.folder}/munge.key",
                       f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed")
            self.wait_for(lambda: (self.folder / "munge.socket").exists())
            self.start("slurmctld", "-D", "-c")
            self.start("slurmd", "-D", "-N", self.host)
            self.wait_for(lambda: self.call("sinfo", "--noheader", "--format=%t").stdout.strip() == "idle")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.call("scancel", "--quiet", f"--user={os.geteuid()}")  # of a test that failed
        self.stop()

    def configure(self):
        self.host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        key = self.folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(1024))
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=self.host, folder=self.folder, controller_port=free_port(), node_port=free_port(), cpus=max(2, os.cpu_count())))

    def start(self, *command):
        log = open(self.folder / f"{command[0]}.txt", "wb")
        self.running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=dict(os.environ, **self.environment)))
        log.close()

    def call(self, *command):
        return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, **self.environment), timeout=PATIENCE)

    def jobs(self):
        """What was asked for each job, the ended ones too: its name, its memory (MB) and its time (minutes)."""
        found = []
        for line in self.call("scontrol", "--oneliner", "show", "job").stdout.splitlines():
            fields = dict(re.findall(r"(\S+?)=(\S*)", line))
            days, hours, minutes = map(int, re.fullmatch(r"(?:(\d+)-)?(\d+):(\d+):\d+", fields["TimeLimit"]).groups("0"))
            memory = int(re.fullmatch(r"(\d+)M", fields["MinMemoryNode"])[1])
            found.append((fields["JobName"], memory, (days * 24 + hours) * 60 + minutes))
        return sorted(found)

    def wait_for(self, condition):
        until = time.monotonic() + PATIENCE
        while not condition():
            ended = [each.args[0] for each in self.running if each.poll() is not None]
            if ended or time.monotonic() > until:
                logs = "".join(f"--- {name}\n{(self.folder / f'{name}.txt').read_text()}" for name in DAEMONS if (self.folder / f"{name}.txt").exists())
                raise CannotStart(f"Slurm does not start: {ended or 'too slow'}\n{logs}")
            time.sleep(0.1)

    def stop(self):
        for daemon in reversed(self.running):
            daemon.terminate()
            try:
                daemon.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
