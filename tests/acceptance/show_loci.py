#!/usr/bin/env python3
"""Shows what a run summary of predict says of each locus: the model with its exons, or why there is none.

    show_loci.py SUMMARY.json --models N        fails unless N loci have a model and all others a reason
"""
import argparse
import json
import sys


def describe(locus):
    place = f"{locus['sequence']}:{locus['region_start0'] + 1}-{locus['region_end0']}"
    if not locus["chains"]:
        return f"{locus['target']} on {place}: no model: {locus['outcome']}"
    chain = locus["chains"][0]
    exons = chain["exons"]
    given = sum(bool(exon["candidates"]) for exon in exons)
    places = " ".join(f"{exon['start']}-{exon['end']}{'' if exon['candidates'] else '*'}" for exon in exons)
    return (f"{locus['target']} on {place}({locus['strand']}): score {chain['score']}, identity {chain['identity']:.3f}, "
            f"coverage {chain['coverage']:.3f}, {len(exons)} exons, {given} of them candidates (others *): {places}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("summary")
    parser.add_argument("--models", type=int, required=True, metavar="N")
    options = parser.parse_args()
    with open(options.summary, encoding="utf-8") as text:
        loci = json.load(text)["loci"]
    for locus in loci:
        print(describe(locus))
    reasons = [locus["outcome"] for locus in loci if not locus["chains"]]
    n_models = len(loci) - len(reasons)
    return 0 if n_models == options.models and all(reason not in ("", "model") for reason in reasons) else 1


if __name__ == "__main__":
    sys.exit(main())
