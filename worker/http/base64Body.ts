import { problem } from "#domain/core/problem.ts";
import { parseJson, readChunks } from "./jsonBody.ts";

const quote = 0x22;
const backslash = 0x5c;
/** Default limit of the JSON around the data. */
const defaultMaxEnvelopeBytes = 100_000;

/**
 * Reads a JSON body in which the string `field` is a large base64 text. Returns the body with that string emptied, and the decoded
 * bytes. The prefix of a data URL is skipped.
 * @throws tooLarge above `maxBytes` decoded bytes or `maxEnvelopeBytes` of other JSON; invalid when the field is not base64 or occurs
 * twice; malformedBody when the body is not JSON
 */
export async function readBase64Body(
  request: Request,
  maxBytes: number,
  maxEnvelopeBytes = defaultMaxEnvelopeBytes,
  field = "data",
): Promise<{ json: unknown; bytes: Uint8Array }> {
  const { json, parts } = await readBase64List(request, maxBytes, maxEnvelopeBytes, field);
  if (parts.length > 1) throw problem("invalid", { fields: { [field]: "invalid" } });
  return { json, bytes: parts[0] ?? new Uint8Array() };
}

/**
 * Like `readBase64Body`, for a body with several such texts, whose bytes are returned in order. They are decoded as they arrive, because
 * a photo of 25 MB would be 33 MB of text, once as bytes and once as a string, in an isolate of 128 MB.
 */
export async function readBase64List(
  request: Request,
  maxBytes: number,
  maxEnvelopeBytes = defaultMaxEnvelopeBytes,
  field = "data",
): Promise<{ json: unknown; parts: Uint8Array[] }> {
  const envelope: number[] = [];
  const parts: Uint8Array[] = [];
  let remainingBytes = maxBytes;
  let decoder = new Base64Decoder(remainingBytes, field);
  let position: "outside" | "string" | "data" = "outside";
  let isEscaped = false;
  /** The start of the string being read; then the last string read, which is a key if a colon follows. */
  let currentString: number[] = [];
  let key = "";
  let isAfterColon = false;

  for await (const chunk of readChunks(request)) {
    let index = 0;
    while (index < chunk.length) {
      if (position === "data") {
        const quoteIndex = chunk.indexOf(quote, index);
        const end = quoteIndex < 0 ? chunk.length : quoteIndex;
        decoder.push(chunk.subarray(index, end));
        index = end;
        if (quoteIndex >= 0) {
          const bytes = decoder.finish();
          parts.push(bytes);
          remainingBytes -= bytes.length;
          envelope.push(quote);
          position = "outside";
          index += 1;
        }
        continue;
      }
      const byte = chunk[index++]!;
      envelope.push(byte);
      if (envelope.length > maxEnvelopeBytes) throw problem("tooLarge");
      if (position === "string") {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) {
          key = String.fromCharCode(...currentString);
          position = "outside";
          continue;
        }
        if (currentString.length < 16) currentString.push(byte);
      } else if (byte === quote) {
        position = isAfterColon && key === field ? "data" : "string";
        if (position === "data") decoder = new Base64Decoder(remainingBytes, field);
        currentString = [];
        isAfterColon = false;
      } else if (byte === 0x3a) isAfterColon = true;
      else if (byte > 0x20) isAfterColon = false;
    }
  }
  return { json: parseJson(Uint8Array.from(envelope)), parts };
}

/** Decodes the base64 of a JSON string from chunks of any length into one buffer that grows by doubling. */
class Base64Decoder {
  private bytes = new Uint8Array(64 * 1024);
  private length = 0;
  /** An escape sequence that the next chunk completes. */
  private escape = "";
  /** The characters of an incomplete group of four. */
  private incompleteGroup = "";
  private hasStarted = false;
  private isPadded = false;

  constructor(
    private readonly maxBytes: number,
    private readonly field: string,
  ) {}

  push(chunk: Uint8Array): void {
    let text =
      this.incompleteGroup +
      this.unescape(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1"));
    if (!this.hasStarted) {
      const commaIndex = text.indexOf(",");
      if (text.startsWith("data:")) {
        if (commaIndex < 0 && text.length < 200) {
          this.incompleteGroup = text;
          return;
        }
        text = text.slice(commaIndex + 1);
      }
      this.hasStarted = text.length >= 5;
      if (!this.hasStarted) {
        this.incompleteGroup = text;
        return;
      }
    }
    const completeLength = text.length - (text.length % 4);
    this.incompleteGroup = text.slice(completeLength);
    this.append(text.slice(0, completeLength));
  }

  /** Ends the string. An unpadded last group has two or three characters. */
  finish(): Uint8Array {
    if (this.escape !== "" || this.incompleteGroup.length % 4 === 1) throw this.createInvalidProblem();
    this.append(this.incompleteGroup);
    this.incompleteGroup = "";
    return this.bytes.subarray(0, this.length);
  }

  /** JSON writers differ in what they escape: Gson writes `=` as \u003d, .NET `+` as \u002B, others slashes and line breaks. */
  private unescape(escapedText: string): string {
    let text = this.escape + escapedText;
    this.escape = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(text)?.[0] ?? "";
    if (this.escape) text = text.slice(0, -this.escape.length);
    if (text.includes("\\"))
      text = text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_match, code, letter) => {
        const character = decodeEscape(code, letter);
        if (character === null) throw this.createInvalidProblem();
        return character;
      });
    return /\s/.test(text) ? text.replace(/\s+/g, "") : text;
  }

  private append(text: string): void {
    if (text === "") return;
    if (this.isPadded || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw this.createInvalidProblem();
    this.isPadded = text.endsWith("=");
    const decodedBytes = Buffer.from(text, "base64");
    if (this.length + decodedBytes.length > this.maxBytes)
      throw problem("tooLarge", { fields: { [this.field]: "tooLarge" } });
    if (this.length + decodedBytes.length > this.bytes.length) {
      const largerBuffer = new Uint8Array(
        Math.min(this.maxBytes, Math.max(this.bytes.length * 2, this.length + decodedBytes.length)),
      );
      largerBuffer.set(this.bytes.subarray(0, this.length));
      this.bytes = largerBuffer;
    }
    this.bytes.set(decodedBytes, this.length);
    this.length += decodedBytes.length;
  }

  private createInvalidProblem() {
    return problem("invalid", { fields: { [this.field]: "invalid" } });
  }
}

/** The character of a JSON escape, a space for a line break or tab, or null for an escape that base64 cannot contain. */
function decodeEscape(code: string | undefined, character: string | undefined): string | null {
  if (code) return String.fromCharCode(Number.parseInt(code, 16));
  if (character === "n" || character === "r" || character === "t") return " ";
  return character === "/" ? "/" : null;
}

const decodedParts = new WeakMap<Request, readonly Uint8Array[]>();

/** The bytes that a request's body carried in base64, in order. */
export const getDecodedParts = (request: Request): readonly Uint8Array[] => decodedParts.get(request) ?? [];

/** For calls whose body contains a file that is not in the contract: `readBody` returns the JSON, then `bytesOf` the request's file. */
export function createBase64BodyReader(maxBytes: number, field = "data") {
  return {
    readBody: async (request: Request): Promise<unknown> => {
      const { json, bytes } = await readBase64Body(request, maxBytes, defaultMaxEnvelopeBytes, field);
      decodedParts.set(request, [bytes]);
      return json;
    },
    /** @throws invalid when the file is missing or empty. */
    bytesOf: (request: Request): Uint8Array => {
      const bytes = decodedParts.get(request)?.[0];
      if (!bytes?.length) throw problem("invalid", { fields: { [field]: "required" } });
      return bytes;
    },
  };
}

/** Like `createBase64BodyReader`, for calls whose body contains a list of files. */
export function createBase64ListReader(maxBytes: number, field = "data") {
  return {
    readBody: async (request: Request): Promise<unknown> => {
      const { json, parts } = await readBase64List(request, maxBytes, defaultMaxEnvelopeBytes, field);
      decodedParts.set(request, parts);
      return json;
    },
    /** The file of the list's item at `index`, or an empty array if there is none. */
    bytesOf: (request: Request, index: number): Uint8Array =>
      decodedParts.get(request)?.[index] ?? new Uint8Array(),
  };
}
