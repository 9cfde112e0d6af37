"""What the adapter keeps of a reply that it has posted: the messages and files in Slack."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from adapters.slack.events import short


@dataclass(frozen=True, slots=True)
class Kept:
    """`ts` of the messages in order, and what each of them says (in short); uploaded files by digest or name.

    `asked` is who asked where the thread does not show it. `channel` is where they lie. `private`: it went to one
    person and cannot be edited. `streaming`: the first message is a stream that has not been ended.
    """

    ts: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    asked: str = ""
    channel: str = ""
    private: bool = False
    streaming: bool = False

    @classmethod
    def load(cls, receipt: str | None) -> Kept:
        """Read a receipt."""
        if not receipt:
            return cls()
        found = json.loads(receipt)
        files = tuple((str(k), str(v)) for k, v in found.pop("files"))
        ts, says = tuple(found.pop("ts")), tuple(found.pop("says"))
        return cls(ts, says, files, **found)

    def dump(self) -> str:
        """Return the receipt; "" for nothing."""
        return "" if self == Kept() else json.dumps(asdict(self))

    def posted(self, nth: int, ts: str, version: str) -> Kept:
        """Return it with message `nth` as it is now."""
        all_ts, says = list(self.ts), list(self.says)
        if nth < len(all_ts):
            all_ts[nth], says[nth] = ts, short(version)
        else:
            all_ts.append(ts)
            says.append(short(version))
        return replace(self, ts=tuple(all_ts), says=tuple(says))

    def with_file(self, name: str, id: str) -> Kept:
        """Return it with one more file ("" where it could not be uploaded)."""
        return replace(self, files=(*((k, v) for k, v in self.files if k != name), (name, id)))

    @property
    def uploaded(self) -> dict[str, str]:
        """The files by digest or name."""
        return dict(self.files)

    def is_at(self, nth: int, version: str) -> bool:
        """Whether message `nth` says just this already."""
        return nth < len(self.says) and self.says[nth] == short(version)
