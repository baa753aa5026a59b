"""Journals, plans and parts of a run as records, to be changed by tests: a mark, then records, each a head of two numbers (its size packed and
unpacked) and a stream of zlib."""
import struct
import zlib

MARK = b"exonweave log 1\n"


def records(path):
    """The records of a whole file, unpacked."""
    content = path.read_bytes()
    assert content.startswith(MARK)
    at, found = len(MARK), []
    while at < len(content):
        packed, whole = struct.unpack_from("<QQ", content, at)
        found.append(zlib.decompress(content[at + 16:at + 16 + packed]))
        assert len(found[-1]) == whole
        at += 16 + packed
    return found


def write(path, of_records):
    """A file of these records, whose checksums are right."""
    content = MARK
    for each in of_records:
        packed = zlib.compress(each, 1)
        content += struct.pack("<QQ", len(packed), len(each)) + packed
    path.write_bytes(content)


def division(n_parts, part_of):
    """The record of a plan that says which result is whose."""
    return b"D" + struct.pack(f"<QQ{len(part_of)}I", n_parts, len(part_of), *part_of)
