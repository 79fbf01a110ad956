"""Writes Parquet files of random columns, types, encodings and codecs, and beside each what PyArrow reads from it.

   python write_random_parquet.py FOLDER FILES SEED

   FOLDER/7.parquet          rows of points (xy, two values each) and of random columns
   FOLDER/7/name.npy         the column's values as NumPy has them, a row a row; of xy all values, flat
   FOLDER/7/name.refused     instead: a column that no array of numbers can hold
"""
import datetime
import decimal
import json
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

INTEGERS = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]
FLOATS = [pa.float16(), pa.float32(), pa.float64()]
CODECS = ["none", "snappy", "gzip", "zstd", "lz4"]


class Unreadable(Exception):
    """No array of numbers holds the column."""


def dtype_of(type_, settings):
    """The NumPy type of a Parquet column of an Arrow type."""
    if pa.types.is_decimal(type_):
        if type_.precision > 15:
            raise Unreadable
        return np.dtype("<f8")
    if pa.types.is_date(type_):
        return np.dtype("<M8[D]")
    if pa.types.is_timestamp(type_):
        if settings.get("use_deprecated_int96_timestamps"):
            raise Unreadable
        return np.dtype("<M8[%s]" % {"s": "ms"}.get(type_.unit, type_.unit))
    if pa.types.is_duration(type_):
        return np.dtype("<i8")
    if type_ in INTEGERS or type_ in FLOATS or pa.types.is_boolean(type_):
        return np.dtype(type_.to_pandas_dtype()).newbyteorder("<")
    raise Unreadable


def scalar_type(random):
    kind = random.integers(0, 14)
    if kind < 4:
        return INTEGERS[random.integers(len(INTEGERS))]
    if kind < 6:
        return FLOATS[random.integers(3)]
    if kind < 9:
        precision = int(random.integers(1, 19))
        scale = int(random.integers(0, precision + 1))
        wide = random.random() < 0.2
        return (pa.decimal256 if wide else pa.decimal128)(precision, scale)
    unit = ["s", "ms", "us", "ns"][random.integers(4)]
    zone = [None, "UTC", "Asia/Tokyo"][random.integers(3)]
    return [
        pa.date32(), pa.date64(), pa.bool_(), pa.duration(unit if unit != "s" else "ms"), pa.timestamp(unit, zone)
    ][kind - 9]


def unreadable_type(random):
    return [
        pa.string(), pa.large_string(), pa.binary(), pa.binary(4), pa.binary(8), pa.binary(16), pa.time32("ms"),
        pa.time64("us"), pa.time64("ns"), pa.null(), pa.dictionary(pa.int32(), pa.string()), pa.uuid(),
        pa.json_(pa.string()), pa.struct([("a", pa.int32())]), pa.struct([("a", pa.int32()), ("b.c", pa.int8())]),
        pa.map_(pa.int32(), pa.float32()), pa.list_(pa.struct([("x", pa.float32()), ("y", pa.float32())])),
        pa.list_(pa.list_(pa.list_(pa.float32()))), pa.decimal128(30, 4), pa.list_(pa.string()),
    ][random.integers(20)]


def value(type_, random):
    """A value, often one of the few that others have, too: dictionaries and runs."""
    few = random.random() < 0.5
    if type_ in INTEGERS:
        info = np.iinfo(type_.to_pandas_dtype())
        return int(random.integers(3)) if few else int(random.integers(info.min, info.max, dtype=info.dtype))
    if type_ in FLOATS:
        return float(np.float16(random.normal()))
    if pa.types.is_decimal(type_):
        most = 10**type_.precision
        unscaled = int(random.integers(-3, 3)) if few else int(random.integers(-(2**62), 2**62)) % (2 * most) - most
        unscaled = max(1 - most, min(most - 1, unscaled))
        with decimal.localcontext() as context:
            context.prec = 60
            return decimal.Decimal(unscaled).scaleb(-type_.scale)
    if pa.types.is_date(type_):
        return datetime.date(1970, 1, 1) + datetime.timedelta(days=int(random.integers(-50000, 50000)))
    if pa.types.is_timestamp(type_) or pa.types.is_duration(type_):
        return int(random.integers(-(10**9), 10**9)) * (1 if type_.unit == "s" else 1000)
    if pa.types.is_boolean(type_):
        return bool(random.integers(2))
    if pa.types.is_null(type_):
        return None
    if pa.types.is_struct(type_):
        return {field.name: value(field.type, random) for field in type_}
    if pa.types.is_map(type_):
        return [(1, 0.5)]
    if pa.types.is_list(type_):
        return [value(type_.value_type, random)]
    if pa.types.is_time(type_):
        return int(random.integers(1000))
    if isinstance(type_, pa.UuidType):
        return bytes(random.integers(0, 255, 16, dtype=np.uint8))
    if pa.types.is_fixed_size_binary(type_):
        return bytes(random.integers(0, 255, type_.byte_width, dtype=np.uint8))
    if pa.types.is_binary(type_):
        return bytes(random.integers(0, 255, 5, dtype=np.uint8))
    return "text %d" % random.integers(3)


def column(rows, random):
    """An array of a row a row, and the lengths of its lists; none of the lengths where they may differ."""
    if random.random() < 0.2:
        type_ = unreadable_type(random)
        if isinstance(type_, (pa.UuidType, pa.JsonType)):
            storage = pa.array([value(type_, random) for _ in range(rows)], type_.storage_type)
            return pa.ExtensionArray.from_storage(type_, storage), None
        return pa.array([value(type_, random) for _ in range(rows)], type_), None
    scalar = scalar_type(random)
    shape = [(), (), (int(random.integers(1, 5)),), (int(random.integers(1, 4)), int(random.integers(1, 4)))][
        random.integers(4)]

    def nested(axes):
        return value(scalar, random) if not axes else [nested(axes[1:]) for _ in range(axes[0])]

    values = [nested(shape) for _ in range(rows)]
    type_ = scalar
    for axis in reversed(shape):
        type_ = pa.list_(type_, axis) if random.random() < 0.5 else pa.list_(type_)
    trouble = random.random()
    if trouble < 0.05:
        values[int(random.integers(rows))] = None
        return pa.array(values, type_), None
    if trouble < 0.1 and len(shape) == 1 and rows > 1:
        values[-1] = values[-1] + [value(scalar, random)] if not pa.types.is_fixed_size_list(type_) else values[-1]
        return pa.array(values, type_), None if not pa.types.is_fixed_size_list(type_) else shape
    return pa.array(values, type_), shape


def plain(array, dtype):
    """A flat Arrow array as NumPy has it, through nothing but Arrow's own values."""
    type_ = array.type
    if pa.types.is_decimal(type_):
        return np.array([float(item) for item in array.to_pylist()], dtype)
    if pa.types.is_date(type_):
        return array.cast(pa.date32()).cast(pa.int32()).to_numpy(zero_copy_only=False).astype("<i8").view(dtype)
    if pa.types.is_timestamp(type_):
        stored = array.cast(pa.timestamp("ms", type_.tz)) if type_.unit == "s" else array
        return stored.cast(pa.int64()).to_numpy(zero_copy_only=False).view(dtype)
    if pa.types.is_duration(type_):
        return array.cast(pa.int64()).to_numpy(zero_copy_only=False)
    return array.to_numpy(zero_copy_only=False).astype(dtype)


def flat(array):
    while pa.types.is_list(array.type) or pa.types.is_fixed_size_list(array.type):
        array = array.flatten()
    return array


def expect(folder, name, read, shape, settings):
    array = read.column(name).combine_chunks()
    array = array.chunk(0) if isinstance(array, pa.ChunkedArray) else array
    try:
        if shape is None:
            raise Unreadable
        values = flat(array)
        values = plain(values, dtype_of(values.type, settings))
    except Unreadable:
        open(os.path.join(folder, name + ".refused"), "w").close()
        return
    np.save(os.path.join(folder, name + ".npy"), values if name == "xy" else values.reshape((len(read), *shape)))


def settings_of(random, rows):
    settings = {
        "compression": CODECS[random.integers(len(CODECS))],
        "data_page_version": ["1.0", "2.0"][random.integers(2)],
        "use_dictionary": bool(random.integers(2)),
        "row_group_size": int(random.integers(1, rows + 1)),
        "data_page_size": [50, 1000, 1 << 20][random.integers(3)],
        "write_page_index": bool(random.integers(2)),
        "write_page_checksum": bool(random.integers(2)),
        "write_batch_size": int(random.integers(1, 20)),
        "store_decimal_as_integer": bool(random.integers(2)),
    }
    if random.random() < 0.15:
        settings["use_deprecated_int96_timestamps"] = True
    return settings


def encodings(table, random):
    """An encoding of each flat or once nested column that has several."""
    chosen = {}
    for field in table.schema:
        type_, path = field.type, field.name
        if pa.types.is_list(type_) or pa.types.is_fixed_size_list(type_):
            type_, path = type_.value_type, path + ".list.element"
        if type_ in INTEGERS or pa.types.is_timestamp(type_) or pa.types.is_duration(type_):
            chosen[path] = ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"][random.integers(3)]
        elif type_ in FLOATS:
            chosen[path] = ["PLAIN", "BYTE_STREAM_SPLIT"][random.integers(2)]
        elif pa.types.is_decimal(type_):
            chosen[path] = ["PLAIN", "BYTE_STREAM_SPLIT", "DELTA_BYTE_ARRAY"][random.integers(3)]
        elif pa.types.is_boolean(type_):
            chosen[path] = ["PLAIN", "RLE"][random.integers(2)]
    return chosen


def read_back(path, table):
    """What PyArrow reads; what it wrote where it cannot read that, as happens to lists of structs over several pages."""
    try:
        return pq.ParquetFile(path).read()
    except pa.ArrowInvalid:
        return table


def main():
    folder, files, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for number in range(files):
        random = np.random.default_rng([seed, number])
        rows = int(random.integers(1, 40))
        settings = settings_of(random, rows)
        counts = random.integers(0, 6, rows)
        element = (FLOATS + INTEGERS)[random.integers(len(FLOATS + INTEGERS))]
        columns = {"xy": pa.array(
            [[value(element, random) for _ in range(2 * count)] for count in counts], pa.list_(element))}
        shapes = {"xy": ()}
        for index in range(int(random.integers(1, 7))):
            name = "c%d%s" % (index, ["", ".d", " e"][random.integers(3)])
            columns[name], shapes[name] = column(rows, random)
        path = os.path.join(folder, "%d.parquet" % number)
        table = pa.table(columns)
        if not settings["use_dictionary"] and random.random() < 0.7:
            settings["column_encoding"] = encodings(table, random)
            # Decimals as integers cannot be byte strings, and timestamps of 96 bits have no such encodings.
            settings["store_decimal_as_integer"] = False
            settings.pop("use_deprecated_int96_timestamps", None)
        pq.write_table(table, path, **settings)
        read = read_back(path, table)
        expected = os.path.join(folder, str(number))
        os.makedirs(expected)
        for name, shape in shapes.items():
            expect(expected, name, read, shape, settings)
        with open(os.path.join(folder, "%d.json" % number), "w") as out:
            json.dump({"settings": settings, "schema": str(pq.read_schema(path))}, out, indent=1)


if __name__ == "__main__":
    main()
