import { createHash } from "node:crypto";
import { ConnectorError } from "./connector.ts";
import type { FtpSession } from "./ftpSessions.ts";

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...{ æ: "ae", Æ: "AE", ø: "o", Ø: "O", ß: "ss", đ: "d", Đ: "D", ð: "d", Ð: "D", þ: "th", Þ: "Th" },
  ...{ ł: "l", Ł: "L", œ: "oe", Œ: "OE", "–": "-", "—": "-", "’": "'", "⌀": "o" },
};

/**
 * A name in ASCII, for servers that take no UTF-8: without marks on letters, other characters replaced. A tag of the whole name keeps
 * different names apart.
 */
export function asciiName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  const plain = [...name.normalize("NFD").replace(/\p{M}/gu, "")]
    .map((character) => letters[character] ?? (/^[\x20-\x7e]$/.test(character) ? character : "_"))
    .join("");
  const tag = createHash("sha256").update(name).digest("hex").slice(0, 8);
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, plain.length - extension.length)}~${tag}${extension}`;
}

const storedName = ({ takesUtf8 }: FtpSession, name: string): string => (takesUtf8 ? name : asciiName(name));

export const pathOf = (session: FtpSession, names: readonly string[]): string =>
  [session.root, ...names.map((name) => storedName(session, name))].join("/");

/** The path of a file as the server has it, if it is another one. */
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
