import { problem } from "#domain/core/problem.ts";
import { chunksOf, parseJson } from "./jsonBody.ts";

const quote = 0x22;
const backslash = 0x5c;
/** Default limit of the JSON around the data, in bytes. */
const maxEnvelopeBytes = 100_000;

/**
 * Reads a JSON body in which the string `field` is a large base64 text. Returns the body with that string empty, and the decoded
 * bytes. The prefix of a data URL is skipped.
 * @throws tooLarge above `limit` decoded bytes; invalid when it is not base64 or occurs twice; malformedBody when it is not JSON.
 */
export async function readBase64Body(
  request: Request,
  limit: number,
  around = maxEnvelopeBytes,
  field = "data",
): Promise<{ json: unknown; bytes: Uint8Array }> {
  const { json, parts } = await readBase64List(request, limit, around, field);
  if (parts.length > 1) throw problem("invalid", { fields: { [field]: "invalid" } });
  return { json, bytes: parts[0] ?? new Uint8Array() };
}

/**
 * The same for a body with a list of such texts, whose bytes are returned in order. Each is decoded as it arrives, because a photo of
 * 25 MB would be 33 MB of text, once as bytes and once as a string, in an isolate of 128 MB.
 */
export async function readBase64List(
  request: Request,
  limit: number,
  around = maxEnvelopeBytes,
  field = "data",
): Promise<{ json: unknown; parts: Uint8Array[] }> {
  const envelope: number[] = [];
  const parts: Uint8Array[] = [];
  let left = limit;
  let decoder = new Base64Decoder(left, field);
  let mode: "outside" | "string" | "data" = "outside";
  let escaped = false;
  /** The string being read, and the last one read: the key, once a colon follows. */
  let current: number[] = [];
  let key = "";
  let afterColon = false;

  for await (const chunk of chunksOf(request)) {
    let at = 0;
    while (at < chunk.length) {
      if (mode === "data") {
        const end = chunk.indexOf(quote, at);
        const stop = end < 0 ? chunk.length : end;
        decoder.push(chunk.subarray(at, stop));
        at = stop;
        if (end >= 0) {
          const bytes = decoder.finish();
          parts.push(bytes);
          left -= bytes.length;
          envelope.push(quote);
          mode = "outside";
          at += 1;
        }
        continue;
      }
      const byte = chunk[at++]!;
      envelope.push(byte);
      if (envelope.length > around) throw problem("tooLarge");
      if (mode === "string") {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          key = String.fromCharCode(...current);
          mode = "outside";
          continue;
        }
        if (current.length < 16) current.push(byte);
      } else if (byte === quote) {
        mode = afterColon && key === field ? "data" : "string";
        if (mode === "data") decoder = new Base64Decoder(left, field);
        current = [];
        afterColon = false;
      } else if (byte === 0x3a) afterColon = true;
      else if (byte > 0x20) afterColon = false;
    }
  }
  return { json: parseJson(Uint8Array.from(envelope)), parts };
}

/** Decodes base64 in a JSON string from pieces of any length into one buffer that grows by doubling. */
class Base64Decoder {
  private bytes = new Uint8Array(64 * 1024);
  private length = 0;
  /** An escape that the next piece completes, and the characters of an incomplete group of four. */
  private escape = "";
  private rest = "";
  private started = false;
  private padded = false;

  constructor(
    private readonly limit: number,
    private readonly field: string,
  ) {}

  push(piece: Uint8Array): void {
    let text =
      this.rest +
      this.unescaped(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1"));
    if (!this.started) {
      const prefix = text.indexOf(",");
      if (text.startsWith("data:")) {
        if (prefix < 0 && text.length < 200) {
          this.rest = text;
          return;
        }
        text = text.slice(prefix + 1);
      }
      this.started = text.length >= 5;
      if (!this.started) {
        this.rest = text;
        return;
      }
    }
    const whole = text.length - (text.length % 4);
    this.rest = text.slice(whole);
    this.append(text.slice(0, whole));
  }

  /** Ends the string. An unpadded last group has two or three characters. */
  finish(): Uint8Array {
    if (this.escape !== "" || this.rest.length % 4 === 1) throw this.invalid();
    this.append(this.rest);
    this.rest = "";
    return this.bytes.subarray(0, this.length);
  }

  /** JSON writers differ in what they escape: Gson writes `=` as \u003d, .NET `+` as \u002B, others slashes and line breaks. */
  private unescaped(raw: string): string {
    let text = this.escape + raw;
    this.escape = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(text)?.[0] ?? "";
    if (this.escape) text = text.slice(0, -this.escape.length);
    if (text.includes("\\"))
      text = text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_whole, code, letter) => {
        const character = escapedCharacter(code, letter);
        if (character === null) throw this.invalid();
        return character;
      });
    return /\s/.test(text) ? text.replace(/\s+/g, "") : text;
  }

  private append(text: string): void {
    if (text === "") return;
    if (this.padded || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw this.invalid();
    this.padded = text.endsWith("=");
    const decoded = Buffer.from(text, "base64");
    if (this.length + decoded.length > this.limit)
      throw problem("tooLarge", { fields: { [this.field]: "tooLarge" } });
    if (this.length + decoded.length > this.bytes.length) {
      const larger = new Uint8Array(
        Math.min(this.limit, Math.max(this.bytes.length * 2, this.length + decoded.length)),
      );
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(decoded, this.length);
    this.length += decoded.length;
  }

  private invalid() {
    return problem("invalid", { fields: { [this.field]: "invalid" } });
  }
}

/** Null for an escape that does not occur in base64. */
function escapedCharacter(code: string | undefined, letter: string | undefined): string | null {
  if (code) return String.fromCharCode(Number.parseInt(code, 16));
  if (letter === "n" || letter === "r" || letter === "t") return " ";
  return letter === "/" ? "/" : null;
}

/** Reads bodies with a file: `readBody` returns the JSON, `bytesOf` the file of the same request, which no contract contains. */
export function base64Bodies(limit: number, field = "data") {
  const decoded = new WeakMap<Request, Uint8Array>();
  return {
    readBody: async (request: Request): Promise<unknown> => {
      const { json, bytes } = await readBase64Body(request, limit, maxEnvelopeBytes, field);
      decoded.set(request, bytes);
      return json;
    },
    /** @throws invalid when the file is missing or empty. */
    bytesOf: (request: Request): Uint8Array => {
      const bytes = decoded.get(request);
      if (!bytes?.length) throw problem("invalid", { fields: { [field]: "required" } });
      return bytes;
    },
  };
}

/** The same for calls whose body has a list of files. */
export function base64Lists(limit: number, field = "data") {
  const decoded = new WeakMap<Request, Uint8Array[]>();
  return {
    readBody: async (request: Request): Promise<unknown> => {
      const { json, parts } = await readBase64List(request, limit, maxEnvelopeBytes, field);
      decoded.set(request, parts);
      return json;
    },
    /** The file of an item of the list, counted from 0; empty where it has none. */
    bytesOf: (request: Request, index: number): Uint8Array =>
      decoded.get(request)?.[index] ?? new Uint8Array(),
  };
}
