import { createHash, createHmac } from "node:crypto";

/** The bucket's S3 endpoint, which clients upload to, and the key pair that signs. */
export interface StorageCredentials {
  /** `https://<account>.r2.cloudflarestorage.com`, or locally `http://host:port/cdn-cgi/local/r2/s3`. */
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The only object that a signed URL allows to be written. `size` in bytes, `md5Base64` as in Content-MD5. */
export interface UploadTarget {
  key: string;
  size: number;
  contentType: string;
  md5Base64: string;
  expiresInSeconds: number;
}

/** A request that the client must send unchanged: the signature covers every header. */
export interface SignedUpload {
  url: string;
  method: "PUT";
  headers: Record<string, string>;
}

/** A part of a multipart upload; only the last one may be smaller than the others. */
export interface UploadPart {
  key: string;
  multipartId: string;
  /** 1-based. */
  partNumber: number;
  size: number;
  md5Base64: string;
  expiresInSeconds: number;
}

/**
 * Signs one direct upload to R2. Storage rejects another type, size or content, a second upload to the same key (`If-None-Match:
 * *`), and any request after the URL has expired.
 */
export const signUpload = (storage: StorageCredentials, target: UploadTarget): SignedUpload =>
  sign(storage, target, {
    query: { "x-id": "PutObject" },
    headers: {
      "content-type": target.contentType,
      "content-length": String(target.size),
      "content-md5": target.md5Base64,
      "if-none-match": "*",
    },
  });

/** Signs one part of a multipart upload. A part may be sent again; the last one to arrive counts. */
export const signPart = (storage: StorageCredentials, part: UploadPart): SignedUpload =>
  sign(storage, part, {
    query: { partNumber: String(part.partNumber), uploadId: part.multipartId, "x-id": "UploadPart" },
    headers: { "content-length": String(part.size), "content-md5": part.md5Base64 },
  });

const algorithm = "AWS4-HMAC-SHA256";
/** The body hash is unknown when signing; Content-MD5 pins the content instead. */
const unsigned = "UNSIGNED-PAYLOAD";

/**
 * Signature Version 4 in the query, identical to that of Amazon's presigner, which needs a request object and its middleware for
 * it. A test compares the two.
 */
function sign(
  storage: StorageCredentials,
  { key, expiresInSeconds }: { key: string; expiresInSeconds: number },
  { query, headers }: { query: Record<string, string>; headers: Record<string, string> },
): SignedUpload {
  const { host, origin, pathname } = new URL(storage.endpoint);
  const folder = pathname === "/" ? "" : pathname;
  const path = `${folder}/${[storage.bucket, ...key.split("/")].map(escaped).join("/")}`;
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${time.slice(0, 8)}/auto/s3/aws4_request`;
  const signedHeaders: [string, string][] = Object.entries({ ...headers, host }).sort(byName);
  const names = signedHeaders.map(([name]) => name).join(";");
  const parameters = Object.entries({
    ...query,
    "X-Amz-Algorithm": algorithm,
    "X-Amz-Content-Sha256": unsigned,
    "X-Amz-Credential": `${storage.accessKeyId}/${scope}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": String(expiresInSeconds),
    "X-Amz-SignedHeaders": names,
  });
  const canonicalQuery = parameters
    .sort(byName)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join("&");
  const lines = signedHeaders
    .map(([name, value]) => `${name}:${value.trim().replace(/\s+/g, " ")}\n`)
    .join("");
  const canonical = ["PUT", path, canonicalQuery, lines, names, unsigned].join("\n");
  const toSign = [algorithm, time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const signature = hmac(keyOf(storage.secretAccessKey, scope), toSign).toString("hex");
  return {
    url: `${origin}${path}?${canonicalQuery}&X-Amz-Signature=${signature}`,
    method: "PUT",
    headers,
  };
}

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);

const hmac = (key: string | Uint8Array, text: string) => createHmac("sha256", key).update(text).digest();

/** Derives the signing key of a day, region and service. */
function keyOf(secret: string, scope: string): Uint8Array {
  const [day = "", ...rest] = scope.split("/");
  return rest.reduce<Uint8Array>(hmac, hmac(`AWS4${secret}`, day));
}

/** Percent-encodes everything but letters, digits and `-_.~`. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
