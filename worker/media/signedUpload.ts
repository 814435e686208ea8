import { AwsV4Signer } from "aws4fetch";

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
export const createSignedUpload = (
  storage: StorageCredentials,
  target: UploadTarget,
): Promise<SignedUpload> =>
  signRequest(storage, target, {
    query: { "x-id": "PutObject" },
    headers: {
      "content-type": target.contentType,
      "content-length": String(target.size),
      "content-md5": target.md5Base64,
      "if-none-match": "*",
    },
  });

/** Signs one part of a multipart upload. A part may be sent again; the last one to arrive is used. */
export const createSignedPart = (storage: StorageCredentials, part: UploadPart): Promise<SignedUpload> =>
  signRequest(storage, part, {
    query: { partNumber: String(part.partNumber), uploadId: part.multipartId, "x-id": "UploadPart" },
    headers: { "content-length": String(part.size), "content-md5": part.md5Base64 },
  });

/** Signing keys by day, so that a photo costs one signature. */
const signingKeys = new Map<string, ArrayBuffer>();

/** Signature Version 4 in the query. A test compares it with the output of Amazon's presigner. */
async function signRequest(
  { endpoint, bucket, accessKeyId, secretAccessKey }: StorageCredentials,
  { key, expiresInSeconds }: { key: string; expiresInSeconds: number },
  { query, headers }: { query: Record<string, string>; headers: Record<string, string> },
): Promise<SignedUpload> {
  const path = [bucket, ...key.split("/")].map(percentEncode).join("/");
  const url = new URL(`${endpoint}/${path}`);
  const parameters = {
    ...query,
    // The body's hash is unknown when signing; Content-MD5 determines the content instead.
    "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD",
    "X-Amz-Expires": String(expiresInSeconds),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    ...{ url: url.href, headers, accessKeyId, secretAccessKey },
    ...{ method: "PUT", service: "s3", region: "auto", cache: signingKeys },
    ...{ signQuery: true, allHeaders: true },
  });
  const signedRequest = await signer.sign();
  return { url: signedRequest.url.href, method: "PUT", headers };
}

/** Percent-encodes everything but letters, digits and `-_.~`. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
