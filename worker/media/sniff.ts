/** A content type detected from leading bytes. `name` is its common name. */
export interface SniffedType {
  contentType: string;
  name: string;
}

/** The number of leading bytes that `sniffType` reads. */
export const maxSniffBytes = 4096;

const unknownType: SniffedType = { contentType: "application/octet-stream", name: "unknown" };

/** Signatures at fixed offsets: `[offset, bytes as latin-1, content type, name]`, the more specific first. */
const signatures: readonly (readonly [number, string, string, string])[] = [
  [0, "\xff\xd8\xff", "image/jpeg", "JPEG"],
  [0, "\x89PNG\r\n\x1a\n", "image/png", "PNG"],
  [0, "GIF87a", "image/gif", "GIF"],
  [0, "GIF89a", "image/gif", "GIF"],
  [0, "II*\0", "image/tiff", "TIFF"],
  [0, "MM\0*", "image/tiff", "TIFF"],
  [0, "%PDF-", "application/pdf", "PDF"],
  [0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage", "old Office document"],
  [0, "\x00\x00\x00\x0cJXL \r\n\x87\n", "image/jxl", "JPEG XL"],
  [0, "\xff\x0a", "image/jxl", "JPEG XL"],
  [0, "\x00\x00\x00\x0cjP  \r\n\x87\n", "image/jp2", "JPEG 2000"],
  [0, "\x1f\x8b", "application/gzip", "gzip"],
  [0, "7z\xbc\xaf\x27\x1c", "application/x-7z-compressed", "7z"],
  [0, "Rar!\x1a\x07", "application/vnd.rar", "RAR"],
  [0, "OggS", "audio/ogg", "Ogg"],
  [0, "ID3", "audio/mpeg", "MP3"],
  [0, "\x1aE\xdf\xa3", "video/webm", "Matroska"],
];

/** Brands of the ISO base media container (`ftyp`), matched by prefix. */
const isoBrands: readonly (readonly [RegExp, string, string])[] = [
  [/^avi[fs]/, "image/avif", "AVIF"],
  [/^hei[cxms]|^hev[cxms]/, "image/heic", "HEIC"],
  [/^mif1|^msf1/, "image/heif", "HEIF"],
  [/^crx /, "image/x-canon-cr3", "Canon raw"],
  [/^qt {2}/, "video/quicktime", "QuickTime"],
  [/^M4A/, "audio/mp4", "MPEG-4 audio"],
];

/** Folder names near the beginning of an Office document's zip. */
const officeTypes: readonly (readonly [string, string, string])[] = [
  ["word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Word document"],
  ["xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "Excel workbook"],
  ["ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "PowerPoint"],
];

/** Detects the type by content alone. Never throws; unknown content is `application/octet-stream`. */
export function sniffType(head: Uint8Array): SniffedType {
  const bytes = head.subarray(0, maxSniffBytes);
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  for (const [offset, signature, contentType, name] of signatures) {
    if (latin1.startsWith(signature, offset)) return { contentType, name };
  }
  if (latin1.startsWith("BM") && latin1.length >= 26 && latin1.slice(6, 10) === "\0\0\0\0") {
    return { contentType: "image/bmp", name: "BMP" };
  }
  if (latin1.startsWith("RIFF")) return sniffRiff(latin1.slice(8, 12));
  if (latin1.slice(4, 8) === "ftyp") return sniffIsoMedia(latin1.slice(8, 12));
  if (latin1.startsWith("PK\x03\x04") || latin1.startsWith("PK\x05\x06")) return sniffZip(latin1);
  return sniffText(bytes, latin1);
}

function sniffRiff(riffForm: string): SniffedType {
  if (riffForm === "WEBP") return { contentType: "image/webp", name: "WebP" };
  if (riffForm === "WAVE") return { contentType: "audio/wav", name: "WAV" };
  if (riffForm === "AVI ") return { contentType: "video/x-msvideo", name: "AVI" };
  return unknownType;
}

function sniffIsoMedia(brand: string): SniffedType {
  const match = isoBrands.find(([pattern]) => pattern.test(brand));
  return match ? { contentType: match[1], name: match[2] } : { contentType: "video/mp4", name: "MP4" };
}

function sniffZip(latin1: string): SniffedType {
  // OpenDocument stores its type uncompressed in the first entry; Office names its folders in the local headers.
  const openDocument = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z]+)/.exec(latin1.slice(30));
  if (openDocument?.[1]) return { contentType: openDocument[1], name: "OpenDocument" };
  if (latin1.includes("[Content_Types].xml") || latin1.includes("_rels/.rels")) {
    const officeType = officeTypes.find(([folder]) => latin1.includes(folder));
    if (officeType) return { contentType: officeType[1], name: officeType[2] };
  }
  return { contentType: "application/zip", name: "zip" };
}

/** The text type of bytes that are UTF-8 without control characters other than white space; otherwise the unknown type. */
function sniffText(bytes: Uint8Array, latin1: string): SniffedType {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern detects
  if (bytes.length === 0 || /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(latin1)) return unknownType;
  try {
    // The head may end inside a character, which `stream` tolerates.
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes, { stream: true });
  } catch {
    return unknownType;
  }
  const start = latin1
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .slice(0, 512)
    .toLowerCase();
  if (start.startsWith("<svg") || (start.startsWith("<?xml") && start.includes("<svg")))
    return { contentType: "image/svg+xml", name: "SVG" };
  if (start.startsWith("<?xml")) return { contentType: "application/xml", name: "XML" };
  if (start.startsWith("<!doctype html") || start.startsWith("<html"))
    return { contentType: "text/html", name: "HTML" };
  return { contentType: "text/plain", name: "text" };
}
