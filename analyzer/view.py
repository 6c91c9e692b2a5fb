"""The type of a strategy's view: a record that compiled code can read and can't write.

A numba record can be written by whoever holds it. A strategy therefore receives the same memory under another type: its
fields read as numbers, its arrays as read-only arrays, its records as views again, and nothing can be stored anywhere
below it, whatever names or slices a strategy uses on the way. An attempt is a typing error when the strategy is loaded.
Fields whose name begins with an underscore are hidden.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model
from numba.np.arrayobj import record_getattr


class View(types.Type):  # type: ignore[misc]
    """A read-only pointer to a record."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(name=f"View({record.name})")

    @property
    def key(self) -> Any:
        """What makes two views the same type."""
        return self.record

    def field(self, name: str) -> types.Type:
        """The type that a field has when it is read through the view."""
        kind = self.record.typeof(name)
        if isinstance(kind, types.NestedArray):
            return types.Array(kind.dtype, len(kind.shape), "C", readonly=True)
        return View(kind) if isinstance(kind, types.Record) else kind


@register_model(View)
class _ViewModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, view: View) -> None:
        super().__init__(manager, view, manager.lookup(view.record).get_value_type())


@infer_getattr
class _ViewAttribute(AttributeTemplate):  # type: ignore[misc]
    key = View

    def generic_resolve(self, view: View, attribute: str) -> types.Type | None:
        known = attribute in view.record.fields and not attribute.startswith("_")
        return view.field(attribute) if known else None


@lower_getattr_generic(View)  # type: ignore[untyped-decorator]
def _lower_field(context: Any, builder: Any, view: View, value: Any, attribute: str) -> Any:
    return record_getattr(context, builder, view.record, value, attribute)


@intrinsic
def as_view(_context, record):  # type: ignore[no-untyped-def]
    """The read-only view of a record (jitted code only)."""

    def same_pointer(_context: Any, _builder: Any, _signature: Any, args: Any) -> Any:
        return args[0]

    return View(record)(record), same_pointer
