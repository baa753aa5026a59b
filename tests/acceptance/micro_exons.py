#!/usr/bin/env python3
"""How many of the very short exons of simulated genes a prediction has, by their length.

    micro_exons.py TRUTH.gff3 MODELS.gff3 TRUE_CHAINS.gff3 --longest 12 --must 3,6,9,12

TRUE_CHAINS are the best few chains of the genes' own exons: what the true chain scores. For every short exon that is not
in its gene's model both scores are shown: the true chain is worth less under this scoring, or as much. Fails when one is
worth more (then the search is wrong), or when a short exon of a length in --must is lost.
"""
import argparse
import sys
from collections import Counter, defaultdict


def read_models(path):
    """{gene: [(score, {(start, end)}), ...]}; the gene is the target's id without its species, or the gene's own id."""
    exons, scores, genes = defaultdict(set), {}, {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            columns = line.rstrip("\n").split("\t")
            if line.startswith("#") or columns[2] not in ("mRNA", "CDS"):
                continue
            attributes = dict(item.split("=", 1) for item in columns[8].split(";"))
            if columns[2] == "CDS":
                exons[attributes["Parent"]].add((int(columns[3]), int(columns[4])))
                continue
            name = attributes.get("Target", attributes["ID"]).split()[0]
            genes[attributes["ID"]] = name.rsplit(".", 1)[0]
            scores[attributes["ID"]] = columns[5]
    models = defaultdict(list)
    for name, gene in genes.items():
        models[gene].append((scores[name], exons[name]))
    return models


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth")
    parser.add_argument("models")
    parser.add_argument("true_chains")
    parser.add_argument("--longest", type=int, default=12, metavar="NT", help="of a short exon [12]")
    parser.add_argument("--must", default="", metavar="NT,...", help="lengths of which all must be found")
    options = parser.parse_args()
    must = {int(length) for length in options.must.split(",") if length}
    truth, models = read_models(options.truth), read_models(options.models)
    chains = read_models(options.true_chains)
    found, there, whole, bad = Counter(), Counter(), Counter(), []
    for gene, [(_, exons)] in sorted(truth.items()):
        score, predicted = (models[gene] or [(".", set())])[0]
        for start, end in exons:
            length = end - start + 1
            if length > options.longest:
                continue
            there[length] += 1
            whole[length] += predicted == exons
            if (start, end) in predicted:
                found[length] += 1
                continue
            true_score = next((score for score, chain in chains[gene] if chain == exons), ".")
            print(f"lost: {gene}, {length} nt at {start}-{end}: true chain {true_score}, model {score}, "
                  f"exons instead {sorted(predicted - exons) or 'none'}")
            if length in must or true_score != "." and (score == "." or float(true_score) > float(score)):
                bad.append(gene)
    print("length: " + " ".join(f"{length:>6}" for length in sorted(there)))
    print("found:  " + " ".join(f"{found[length]:>3}/{there[length]}" for length in sorted(there)))
    print("genes:  " + " ".join(f"{whole[length]:>3}/{there[length]}" for length in sorted(there)))
    print(f"{sum(found.values())} of {sum(there.values())} short exons found, {sum(whole.values())} genes exact")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
