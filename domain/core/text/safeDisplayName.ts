/** Control marks, and marks that are invisible or turn the reading direction ("gpj.exe" shown as "exe.jpg"). */
const misleading = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A name from an unknown sender as it is shown: marks that would disguise its ending are made visible. */
export const safeDisplayName = (given: string): string => given.toWellFormed().replace(misleading, "\ufffd");
