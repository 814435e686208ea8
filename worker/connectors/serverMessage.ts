import type { HttpResponse } from "./httpRequest.ts";
import { redact } from "./redact.ts";

/** Characters of a response that are searched. */
const maxSearchedCharacters = 20_000;

/** Elements and keys in which servers write their reason, the most specific first. */
const xmlElements = ["message", "error_description", "description", "exception"];
const jsonKeys = ["error_description", "message", "error", "detail", "details", "title", "reason"];

/**
 * The sentence in which a server gives its reason: sabre/dav's message, the paragraph of an Apache page, the title of another page,
 * a member of JSON, or a short text. Null if the response has none. Not redacted.
 */
export function findServerMessage({ text, headers }: Pick<HttpResponse, "text" | "headers">): string | null {
  const body = text.slice(0, maxSearchedCharacters).trim();
  if (body === "") return null;
  const message = /^[{[]/.test(body)
    ? findJsonMessage(body)
    : body.startsWith("<")
      ? (findXmlMessage(body) ?? findPageMessage(body))
      : /^text\/plain|^$/i.test(headers.get("content-type") ?? "")
        ? body
        : null;
  const plainText =
    message &&
    decodeEntities(message.replace(/<[^<>]{0,500}>/g, " "))
      .replace(/\s+/g, " ")
      .trim();
  return plainText || null;
}

/** The server's message, as the end of an error; "" if there is none. */
export function quoteServerMessage(
  response: Pick<HttpResponse, "text" | "headers">,
  secrets: readonly string[],
): string {
  const message = redact(findServerMessage(response) ?? "", secrets);
  return message && ` It says: “${message}”`;
}

function findJsonMessage(body: string): string | null {
  try {
    return findString(JSON.parse(body), 0);
  } catch {
    return null;
  }
}

function findString(value: unknown, depth: number): string | null {
  if (typeof value === "string") return value.trim() || null;
  if (typeof value !== "object" || value === null || depth > 4) return null;
  if (Array.isArray(value)) return findString(value[0], depth + 1);
  const members = new Map(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member]));
  for (const key of jsonKeys) {
    const text = findString(members.get(key), depth + 1);
    if (text) return text;
  }
  return null;
}

function findXmlMessage(body: string): string | null {
  for (const name of xmlElements) {
    const text = new RegExp(`<(?:[\\w-]{1,30}:)?${name}(?:\\s[^<>]{0,200})?>([^<]{1,1000})<`, "i").exec(
      body,
    )?.[1];
    if (text?.trim()) return text;
  }
  return null;
}

/** The title of a page, and its first paragraph or second heading. */
function findPageMessage(body: string): string | null {
  const findElementText = (name: string) => {
    const start = new RegExp(`<${name}(?:\\s[^<>]{0,200})?>`, "i").exec(body);
    if (!start) return null;
    const followingText = body.slice(start.index + start[0].length);
    const end = followingText.search(new RegExp(`</${name}>|<(?:p|h\\d|hr|div|table)[\\s>]`, "i"));
    return followingText.slice(0, end < 0 ? 300 : end).trim() || null;
  };
  const parts = [
    findElementText("title") ?? findElementText("h1"),
    findElementText("p") ?? findElementText("h3"),
  ];
  return [...new Set(parts.filter((part) => part !== null))].join(". ") || null;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: '"',
};

const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (match, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? match;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : match;
  });

/** Whether a response is a page for people, such as a login. */
export const isWebPage = ({ headers, text }: Pick<HttpResponse, "text" | "headers">): boolean =>
  /^(text\/html|application\/xhtml)/i.test(headers.get("content-type") ?? "") ||
  /^\s*<(!doctype html|html)[\s>]/i.test(text);
