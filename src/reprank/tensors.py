"""Files to named arrays and back: the safetensors format, mapped into memory, checked before use, never unpickled."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from reprank.errors import ModelError
from reprank.files import write_whole

Tensor: TypeAlias = NDArray[np.generic]

MAX_HEADER_BYTES = 1 << 20  # ours has about 1,500; a damaged length must not make us read gigabytes
DTYPES = {"I8": "<i1", "U8": "<u1", "F16": "<f2", "U32": "<u4", "F32": "<f4", "F64": "<f8", "I64": "<i8"}


def read_tensors(path: str | os.PathLike[str]) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Map the tensors of a safetensors file into memory, with its metadata; nothing is copied.

    Raises ModelError if the file cannot be opened, is cut short, or has a header that is not one of safetensors.
    """
    path = Path(path)
    try:
        if path.stat().st_size < 8:
            raise _unlike(path, "the file has fewer than 8 bytes")
        mapped: NDArray[np.uint8] = np.asarray(np.memmap(path, dtype=np.uint8, mode="r"))
    except OSError as error:
        raise ModelError(f"cannot open the model file {path}: {error.strerror or error}") from error
    length = int.from_bytes(mapped[:8].tobytes(), "little")
    if length > min(MAX_HEADER_BYTES, len(mapped) - 8):
        raise _unlike(path, f"its header would have {length:,} bytes in a file of {len(mapped):,}")
    try:
        header = json.loads(mapped[8 : 8 + length].tobytes().decode(), object_pairs_hook=partial(_unique, path))
    except ModelError:
        raise
    except (ValueError, RecursionError) as error:
        raise _unlike(path, "its header is not JSON") from error
    if not isinstance(header, dict):
        raise _unlike(path, "its header is not a JSON object")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise _unlike(path, "its metadata are not strings")
    body = mapped[8 + length :]
    tensors = {name: _tensor(path, body, name, entry) for name, entry in header.items()}
    _check_apart(path, {name: tuple(entry["data_offsets"]) for name, entry in header.items()})
    return tensors, metadata


def _unique(path: Path, pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of the header; a name that is there twice would hide what others may have checked."""
    names = dict(pairs)
    if len(names) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise _unlike(path, f"its header has {twice!r} twice")
    return names


def _check_apart(path: Path, spans: Mapping[str, tuple[int, int]]) -> None:
    """Refuse tensors that share bytes, as the format does."""
    filled = sorted((span, name) for name, span in spans.items() if span[0] < span[1])
    for ((_, end), name), ((start, _), other) in pairwise(filled):
        if start < end:
            raise _unlike(path, f"tensors {name!r} and {other!r} share bytes")


def write_tensors(path: str | os.PathLike[str], tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Write a safetensors file: equal contents give equal bytes, and a failure leaves the path as it was.

    Raises ModelError if the file cannot be written.
    """
    header, body = _serialise(tensors, metadata)

    def fill(part: Path) -> None:
        with part.open("wb") as file:
            file.write(len(header).to_bytes(8, "little") + header)
            file.writelines(body)

    write_whole(path, fill, error=ModelError)


def _serialise(tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> tuple[bytes, list[bytes]]:
    """Return the header and the bytes of each tensor, the widest types first so that all are aligned."""
    names = {np.dtype(dtype): name for name, dtype in DTYPES.items()}
    header: dict[str, object] = {"__metadata__": dict(metadata)}
    body, end = list[bytes](), 0
    for name in sorted(tensors, key=lambda name: (-tensors[name].dtype.itemsize, name)):
        tensor = tensors[name]
        body.append(np.ascontiguousarray(tensor).tobytes())
        start, end = end, end + len(body[-1])
        header[name] = {"dtype": names[tensor.dtype], "shape": tensor.shape, "data_offsets": (start, end)}
    text = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    return text + b" " * (-len(text) % 8), body


def _tensor(path: Path, body: NDArray[np.uint8], name: str, entry: object) -> Tensor:
    match entry:
        case {"dtype": str(dtype), "shape": [*shape], "data_offsets": [int(start), int(end)]} if dtype in DTYPES:
            kind = np.dtype(DTYPES[dtype])
        case _:
            raise _unlike(path, f"tensor {name!r} lacks a known dtype, a shape or two offsets")
    if not all(type(size) is int and size >= 0 for size in shape):
        raise _unlike(path, f"tensor {name!r} has the shape {shape}")
    if not 0 <= start <= end <= len(body) or end - start != math.prod(shape) * kind.itemsize:
        span = f"{name!r} of shape {shape} claims bytes {start:,} to {end:,} of {len(body):,}"
        raise _unlike(path, f"tensor {span} (is the file cut short?)")
    try:
        return body[start:end].view(kind).reshape(shape)
    except ValueError as error:  # a tensor without bytes can claim axes that NumPy cannot count
        raise _unlike(path, f"tensor {name!r} has the shape {shape}") from error


def _unlike(path: Path, finding: str) -> ModelError:
    return ModelError(f"{path} is not a safetensors model file: {finding}; give a file that Encoder.save wrote")
