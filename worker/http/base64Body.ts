import { problem } from "../../domain/problem";
import { chunksOf, parseJson } from "./body";

const quote = 0x22;
const backslash = 0x5c;
/** Bytes of JSON around the data. */
const envelopeLimit = 100_000;

/**
 * Reads a JSON body whose string `data` is a large base64 text. The text is decoded as it arrives and never stands in
 * memory as one: 25 MB of photo would be 33 MB of text, once as bytes and once as a string, in an isolate of 128 MB.
 * Answers the body with `data` empty, and the decoded bytes. A data URL's prefix is passed over.
 * @throws tooLarge above `limit` decoded bytes; invalid when `data` is no base64; malformedBody when it is no JSON.
 */
export async function readBase64Body(
  request: Request,
  limit: number,
): Promise<{ json: unknown; bytes: Uint8Array }> {
  const envelope: number[] = [];
  const decoder = new Base64Decoder(limit);
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
          envelope.push(quote);
          mode = "outside";
          at += 1;
        }
        continue;
      }
      const byte = chunk[at++]!;
      envelope.push(byte);
      if (envelope.length > envelopeLimit) throw problem("tooLarge");
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
        mode = afterColon && key === "data" ? "data" : "string";
        current = [];
        afterColon = false;
      } else if (byte === 0x3a) afterColon = true;
      else if (byte > 0x20) afterColon = false;
    }
  }
  return { json: parseJson(Uint8Array.from(envelope)), bytes: decoder.finish() };
}

/** Base64 in pieces of any length into one buffer that grows by doubling. */
class Base64Decoder {
  private bytes = new Uint8Array(64 * 1024);
  private length = 0;
  private rest = "";
  private started = false;

  constructor(private readonly limit: number) {}

  push(piece: Uint8Array): void {
    let text = this.rest + latin1(piece);
    if (!this.started) {
      const prefix = text.indexOf(",");
      if (text.startsWith("data:")) {
        if (prefix < 0 && text.length < 200) {
          this.rest = text;
          return;
        }
        text = text.slice(prefix + 1);
      }
      this.started = text.length > 0;
    }
    const whole = text.length - (text.length % 4);
    this.rest = text.slice(whole);
    this.append(text.slice(0, whole));
  }

  finish(): Uint8Array {
    this.append(this.rest);
    return this.bytes.subarray(0, this.length);
  }

  private append(text: string): void {
    if (text === "") return;
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw problem("invalid", { fields: { data: "invalid" } });
    const decoded = Buffer.from(text, "base64");
    if (this.length + decoded.length > this.limit)
      throw problem("tooLarge", { fields: { data: "tooLarge" } });
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
}

/** JSON may write a slash as `\/`; nothing else in base64 is ever escaped. */
function latin1(piece: Uint8Array): string {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
  return text.includes("\\") ? text.replaceAll("\\", "") : text;
}
