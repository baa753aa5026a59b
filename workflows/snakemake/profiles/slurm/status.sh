#!/usr/bin/env bash
# What Snakemake asks for a job: running, success or failed. A job that slurmctld has forgotten is asked of the accounting.
set -euo pipefail
state=$(scontrol --oneliner show job "$1" 2>/dev/null | grep -o 'JobState=[A-Z_]*' | cut -d= -f2) ||
  state=$(sacct --noheader --parsable2 --allocations --format=state --jobs="$1" | head -n 1)
case $state in
  COMPLETED) echo success ;;
  PENDING | CONFIGURING | RUNNING | COMPLETING | SUSPENDED | STOPPED | SIGNALING | RESIZING | STAGE_OUT | REQUEUED | REQUEUE_HOLD) echo running ;;
  *) echo failed ;;
esac
