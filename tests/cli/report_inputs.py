"""Files of made runs for the page of `exonweave report`: as predict and annotate write them, of any number of genes."""
import json
import random


def escaped(name):
    """As GFF3 has it in attributes."""
    return "".join(f"%{ord(letter):02X}" if letter in "%;=&,\t\n" else letter for letter in name)


class Run:
    """The genes lie on chr1, chr2, ... in their order, on both strands by turns. `names` gives some genes a name, by number, and `evidence`
    what they rest on, where the run asked a gene model."""

    def __init__(self, n_genes=5, seed=1, names=None, targets=None, products=None, evidence=None, genes_on_sequence=10_000):
        source = random.Random(seed)
        self.genes, place = [], 0
        for g in range(n_genes):
            if g % genes_on_sequence == 0:
                place = 0
            place += source.randrange(500, 6000)
            exons = []
            for _ in range(source.choice((1, 2, 3, 5, 8))):
                length = 3 * source.randrange(20, 120)
                exons.append((place + 1, place + length))
                place += length + source.randrange(40, 1500)
            place = exons[-1][1]
            self.genes.append({
                "id": f"gene{g + 1}", "name": (names or {}).get(g), "target": (targets or {}).get(g, f"protein_{g + 1}"), "exons": exons,
                "product": (products or {}).get(g), "sequence": f"chr{g // genes_on_sequence + 1}", "strand": "+-"[g % 2], "evidence": (evidence or {}).get(g),
                "support": round(0.52 + 0.48 * source.random(), 3), "score": source.randrange(80, 2000), "margin": source.randrange(1, 60),
                "identity": source.random(), "coverage": source.random()})

    def gff3(self):
        rows = ["##gff-version 3"]
        for gene in self.genes:
            rows += self.rows(gene)
        return "\n".join(rows) + "\n"

    @staticmethod
    def rows(gene):
        def row(kind, first, last, score, phase, attributes):
            return f"{gene['sequence']}\texonweave\t{kind}\t{first}\t{last}\t{score}\t{gene['strand']}\t{phase}\t{attributes}"
        exons, name, target = gene["exons"], gene["id"], escaped(gene["target"]).replace(" ", "%20")
        evidence = f";evidence={gene['evidence']}" if gene["evidence"] else ""
        if evidence.endswith("model"):
            evidence += f";model_score={gene['score'] / 2}"
        if gene["evidence"] == "model":
            return [row("gene", exons[0][0], exons[-1][1], gene["score"] / 2, ".", f"ID={name}"),
                    row("mRNA", exons[0][0], exons[-1][1], gene["score"] / 2, ".", f"ID={name}.t1;Parent={name};product=hypothetical protein{evidence}"),
                    *(row("CDS", first, last, ".", 0, f"ID={name}.t1.cds;Parent={name}.t1") for first, last in exons)]
        n = sum((last - first + 1) // 3 for first, last in exons)
        more = "".join(f";{key}={escaped(value)}" for key, value in (("Name", gene["name"]), ("product", gene["product"])) if value)
        rows = [row("gene", exons[0][0], exons[-1][1], gene["score"], ".", f"ID={name}{more.split(';product')[0]}"),
                row("mRNA", exons[0][0], exons[-1][1], gene["score"], ".",
                    f"ID={name}.t1;Parent={name}{more};Target={target} 1 {n};identity={gene['identity']:.4f};coverage={gene['coverage']:.4f};"
                    f"e_value=1.0e-{gene['score'] // 8};min_margin={gene['margin']};support={gene['support']};"
                    f"runner_up={gene['score'] - gene['margin']};window=limited;locus_targets={target}{evidence}")]
        symbol = 1 if gene["strand"] == "+" else n + 1
        for first, last in exons:
            width = (last - first + 1) // 3
            begin = symbol if gene["strand"] == "+" else symbol - width
            symbol += width if gene["strand"] == "+" else -width
            rows.append(row("CDS", first, last, ".", 0, f"ID={name}.t1.cds;Parent={name}.t1;Target={target} {begin} {begin + width - 1};"
                                                        f"Gap=M{width};margin={gene['margin']};support={gene['support']};supported_by={target}"))
        return rows

    def account(self, **more):
        return json.dumps({"program": "exonweave", "version": "0.1.0", "subcommand": "predict", "inputs": [],
                           "parameters": {"threads": 2, "targets": "protein"}, "totals": {}, "seconds": {"search": 1.5, "align": 4, "total": 6},
                           **more})
