/** Control characters, and characters that are invisible or change the reading direction ("gpj.exe" shown as "exe.jpg"). */
const misleadingCharacters = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A name from an unknown sender, safe to display: characters that could disguise its extension are made visible. */
export const safeDisplayName = (name: string): string =>
  name.toWellFormed().replace(misleadingCharacters, "\ufffd");
