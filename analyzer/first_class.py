"""Functions and records by address: how a kernel receives a line-up without a cost at every call.

numba can call a first-class function of one explicit signature, but unpacks each one slowly (about 0.2 ms) whenever a kernel is
called with it. So the addresses are looked up once, passed as plain numbers, and made into a function again inside the kernel.
The caller keeps the functions alive.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.experimental import function_type
from numba.extending import intrinsic


def addresses(function: Any, signature: Any) -> np.ndarray[Any, Any]:
    """The addresses of a compiled function, ndarray (2,) int64: its C wrapper, and the function itself (which can raise)."""
    found = [find(function, signature) for find in (function_type._get_wrapper_address, function_type._get_jit_address)]
    return np.array(found, np.int64)


def record_maker(record: Any) -> Any:
    """For compiled code: a function address -> the record of this type that lies there. The caller keeps the record alive."""

    @intrinsic
    def record_at(_context, address):  # type: ignore[no-untyped-def]
        def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(record))

        return record(types.int64), build

    return record_at


def function_maker(signature: Any) -> Any:
    """For kernels: a function (wrapper address, function address) -> function with this signature."""
    result = types.FunctionType(signature)

    @intrinsic
    def function_at(_context, wrapper, function):  # type: ignore[no-untyped-def]
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
            pointer = context.get_value_type(types.voidptr)
            made.c_addr = builder.inttoptr(arguments[0], pointer)
            made.jit_addr = builder.inttoptr(arguments[1], pointer)
            made.py_addr = cgutils.get_null_value(pointer)
            return made._getvalue()

        return result(types.int64, types.int64), build

    return function_at


@intrinsic
def copy_bytes(_context, target, source, count):  # type: ignore[no-untyped-def]
    """Copy the first bytes of one record over those of another (compiled code only)."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        to, origin = (builder.bitcast(pointer, cgutils.voidptr_t) for pointer in arguments[:2])
        cgutils.raw_memcpy(builder, to, origin, arguments[2], 1)

    return types.void(target, source, types.int64), build
