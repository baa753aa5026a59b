# Shared by the acceptance runs: the program, the data, a scratch folder that is removed at the end.
set -euo pipefail
project=$(CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
exonweave=${EXONWEAVE_BINARY:-$project/build/release/exonweave}
shared=${EXONWEAVE_SHARED_DIR:-$project/../shared}
loci=$shared/data/loci
evaluate="python3 -B $shared/tools/evaluate_gff3.py"
covered="python3 -B $project/tests/acceptance/covered_genes.py"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
