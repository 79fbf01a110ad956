"""What a DataFrame over an .npy file must hold, told by NumPy alone, in the form in which PySpark gives it."""

import datetime
import decimal

import numpy as np

MICROS = {"W": 604_800_000_000, "D": 86_400_000_000, "h": 3_600_000_000, "m": 60_000_000, "s": 1_000_000,
          "ms": 1_000, "us": 1}
EPOCH = datetime.datetime(1970, 1, 1)


def rows(array):
    """Rows as dictionaries of columns, without recording and row."""
    if array.dtype.names is not None and array.ndim < 2:
        records = array.reshape(-1)
        return [fields(record, array.dtype) for record in records]
    if array.ndim == 0:
        return [{"value": value(array[()], array.dtype)}]
    if array.ndim == 1:
        return [{"value": value(item, array.dtype)} for item in array]
    return [{"value": [value(item, array.dtype) for item in row.reshape(-1)]} for row in array]


def value(item, dtype):
    if dtype.subdtype is not None:
        base = dtype.base
        while base.subdtype is not None:
            base = base.base
        return [value(one, base) for one in np.asarray(item).reshape(-1)]
    if dtype.names is not None:
        return fields(item, dtype)
    return scalar(item, dtype)


def fields(record, dtype):
    """A field without a name is called f and its index, as NumPy does elsewhere."""
    return {name or f"f{index}": value(record[name], dtype[name]) for index, name in enumerate(dtype.names)}


def scalar(item, dtype):
    kind = dtype.kind
    if kind == "b":
        return bool(item)
    if kind == "u" and dtype.itemsize == 8:
        return decimal.Decimal(int(item))
    if kind in "iu":
        return int(item)
    if kind == "f":
        return bits(item)
    if kind == "c":
        return {"re": bits(item.real), "im": bits(item.imag)}
    if kind == "S":
        return bytes(item)
    if kind == "U":
        return str(item)
    if kind == "V":
        return bytes(item.tobytes())
    return time(item, dtype)


def bits(number):
    """All NaNs are one; zeros keep their sign."""
    number = float(number)
    return "nan" if number != number else number.hex()


def time(item, dtype):
    count = int(item.astype("<i8")) if hasattr(item, "astype") else int(item)
    if count == np.iinfo(np.int64).min:
        return None
    unit, multiple = np.datetime_data(dtype)
    if unit not in MICROS:
        return count
    if dtype.kind == "m":
        return datetime.timedelta(microseconds=count * multiple * MICROS[unit])
    if unit in ("D", "W"):
        return datetime.date(1970, 1, 1) + datetime.timedelta(days=count * multiple * (7 if unit == "W" else 1))
    return EPOCH + datetime.timedelta(microseconds=count * multiple * MICROS[unit])


def plain(found):
    """A value that PySpark gave, in the same form."""
    if isinstance(found, float):
        return bits(found)
    if isinstance(found, bytearray):
        return bytes(found)
    if isinstance(found, list):
        return [plain(one) for one in found]
    if hasattr(found, "asDict"):
        return {name: plain(one) for name, one in found.asDict(recursive=False).items()}
    return found
