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
export const createSignedUpload = (storage: StorageCredentials, target: UploadTarget): SignedUpload =>
  signRequest(storage, target, {
    query: { "x-id": "PutObject" },
    headers: {
      "content-type": target.contentType,
      "content-length": String(target.size),
      "content-md5": target.md5Base64,
      "if-none-match": "*",
    },
  });

/** Signs one part of a multipart upload. A part may be sent again; the one that arrives last is used. */
export const createSignedPart = (storage: StorageCredentials, part: UploadPart): SignedUpload =>
  signRequest(storage, part, {
    query: { partNumber: String(part.partNumber), uploadId: part.multipartId, "x-id": "UploadPart" },
    headers: { "content-length": String(part.size), "content-md5": part.md5Base64 },
  });

const algorithm = "AWS4-HMAC-SHA256";
/** The body hash is unknown when signing; Content-MD5 determines the content instead. */
const unsignedPayload = "UNSIGNED-PAYLOAD";

/**
 * Signature Version 4 in the query, identical to that of Amazon's presigner, which would need a request object and its middleware.
 * A test compares the two.
 */
function signRequest(
  storage: StorageCredentials,
  { key, expiresInSeconds }: { key: string; expiresInSeconds: number },
  { query, headers }: { query: Record<string, string>; headers: Record<string, string> },
): SignedUpload {
  const { host, origin, pathname } = new URL(storage.endpoint);
  const folder = pathname === "/" ? "" : pathname;
  const path = `${folder}/${[storage.bucket, ...key.split("/")].map(percentEncode).join("/")}`;
  const timestamp = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${timestamp.slice(0, 8)}/auto/s3/aws4_request`;
  const signedHeaders: [string, string][] = Object.entries({ ...headers, host }).sort(compareNames);
  const signedHeaderNames = signedHeaders.map(([name]) => name).join(";");
  const parameters = Object.entries({
    ...query,
    "X-Amz-Algorithm": algorithm,
    "X-Amz-Content-Sha256": unsignedPayload,
    "X-Amz-Credential": `${storage.accessKeyId}/${scope}`,
    "X-Amz-Date": timestamp,
    "X-Amz-Expires": String(expiresInSeconds),
    "X-Amz-SignedHeaders": signedHeaderNames,
  });
  const canonicalQuery = parameters
    .sort(compareNames)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");
  const headerLines = signedHeaders
    .map(([name, value]) => `${name}:${value.trim().replace(/\s+/g, " ")}\n`)
    .join("");
  const canonicalRequest = [
    "PUT",
    path,
    canonicalQuery,
    headerLines,
    signedHeaderNames,
    unsignedPayload,
  ].join("\n");
  const stringToSign = [
    algorithm,
    timestamp,
    scope,
    createHash("sha256").update(canonicalRequest).digest("hex"),
  ].join("\n");
  const signature = computeHmac(deriveSigningKey(storage.secretAccessKey, scope), stringToSign).toString(
    "hex",
  );
  return {
    url: `${origin}${path}?${canonicalQuery}&X-Amz-Signature=${signature}`,
    method: "PUT",
    headers,
  };
}

const compareNames = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);

const computeHmac = (key: string | Uint8Array, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** Derives the signing key of a day, region and service. */
function deriveSigningKey(secret: string, scope: string): Uint8Array {
  const [day = "", ...rest] = scope.split("/");
  return rest.reduce<Uint8Array>(computeHmac, computeHmac(`AWS4${secret}`, day));
}

/** Percent-encodes everything but letters, digits and `-_.~`. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
