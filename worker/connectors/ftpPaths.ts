import { createHash } from "node:crypto";
import { ConnectorError } from "./connector.ts";
import type { FtpSession } from "./ftpSessions.ts";

/** Letters that Unicode does not decompose. */
const letterReplacements: Readonly<Record<string, string>> = {
  ...{ æ: "ae", Æ: "AE", ø: "o", Ø: "O", ß: "ss", đ: "d", Đ: "D", ð: "d", Ð: "D", þ: "th", Þ: "Th" },
  ...{ ł: "l", Ł: "L", œ: "oe", Œ: "OE", "–": "-", "—": "-", "’": "'", "⌀": "o" },
};

/**
 * A name in ASCII, for servers that do not accept UTF-8. Letters lose their diacritics, and other characters are replaced. A hash of the
 * name keeps different names distinct.
 */
export function asciiName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  const asciiText = [...name.normalize("NFD").replace(/\p{M}/gu, "")]
    .map((character) => letterReplacements[character] ?? (/^[\x20-\x7e]$/.test(character) ? character : "_"))
    .join("");
  const tag = createHash("sha256").update(name).digest("hex").slice(0, 8);
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(asciiText)?.[0] ?? "";
  return `${asciiText.slice(0, asciiText.length - extension.length)}~${tag}${extension}`;
}

const storedName = ({ takesUtf8 }: FtpSession, name: string): string => (takesUtf8 ? name : asciiName(name));

export const pathOf = (session: FtpSession, names: readonly string[]): string =>
  [session.root, ...names.map((name) => storedName(session, name))].join("/");

/** The path of a file at the server, if it differs from the requested one. */
export function storedAs(session: FtpSession, names: readonly string[]): { storedAs?: string } {
  const storedPath = names.map((name) => storedName(session, name)).join("/");
  return storedPath === names.join("/") ? {} : { storedAs: storedPath };
}

/** The root folder of the destination; without a leading slash it is relative to the login folder. */
export function rootOf(home: string, directory: string): string {
  const names = directory
    .trim()
    .split(/[\\/]/)
    .filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) throw new ConnectorError("config", "The directory must not contain '..'.");
  const parents = /^\s*[\\/]/.test(directory) ? [] : home.split("/").filter((name) => name !== "");
  return [...parents, ...names].map((name) => `/${name}`).join("");
}
