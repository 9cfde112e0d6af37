"""Letters that look like Latin ones, so that a word is known in whatever letters it is written. Pure."""

from __future__ import annotations

import unicodedata
from typing import Final

_ALIKE: Final = (  # letters of other alphabets, and the Latin ones that readers take them for
    ("АВЕЅЗІЈКМНОРСТУХПГИЦаеѕіјкмнорстухѵԁԛԝһпгиц", "ABESZIJKMHOPCTYXNRUUaesijkmhopctyxvdqwhnruu"),  # Cyrillic
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεηικνορςτυχϲϳ", "ABEZHIKMNOPTYXaenikvopstuxcj"),  # Greek
    ("ՍՕՏօոսհցքյտ", "UOSonuhgpjs"),  # Armenian
    ("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏒᏔᏚᏙᏞᏟᏢᏦᎥᏴ", "DRTAJEWMHGZRWSVLCPKiB"),  # Cherokee
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıɑɡ", "abcdefghijklmnoprstuvwyziag"),  # small capitals and variants
)
_RINGED: Final = (0x1F150, 0x1F170, 0x1F1E6)  # where white letters in black rings and squares, and flags' letters begin


class LatinLetters(dict[int, int]):
    """For `str.translate`: for every letter the Latin one that it looks like, one for one; `kept` stay as they are."""

    def __init__(self, kept: str) -> None:
        super().__init__({n: n for n in (*range(0x80), *map(ord, kept))})
        for letters, latin in _ALIKE:
            self.update({ord(c): ord(to) for c, to in zip(letters, latin, strict=True)})
        for start in _RINGED:
            self.update({start + n: ord("A") + n for n in range(26)})

    def __missing__(self, code: int) -> int:
        parts = unicodedata.normalize("NFKD", chr(code))
        first = parts[0]
        plain = first.isascii() and first.isalpha() and all(map(unicodedata.combining, parts[1:]))
        found = ord(first) if plain else code
        self[code] = found
        return found
