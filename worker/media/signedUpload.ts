import type { PutObjectCommand, S3Client, UploadPartCommand } from "@aws-sdk/client-s3";

/** The bucket's S3 endpoint, which clients upload to, and the key pair that signs. */
export interface StorageCredentials {
  /** `https://<account>.r2.cloudflarestorage.com`, or locally `http://host:port/cdn-cgi/local/r2/s3`. */
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The only object that a signed URL may write. `size` in bytes, `md5Base64` as in Content-MD5. */
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
  /** From 1. */
  partNumber: number;
  size: number;
  md5Base64: string;
  expiresInSeconds: number;
}

/**
 * Signs one direct upload to R2. Storage refuses another type, size or content, a second upload to the same key
 * (`If-None-Match: *`), and anything after the URL has expired.
 */
export const signUpload = (storage: StorageCredentials, target: UploadTarget): Promise<SignedUpload> =>
  sign(storage, target.expiresInSeconds, {
    headers: {
      "content-type": target.contentType,
      "content-length": String(target.size),
      "content-md5": target.md5Base64,
      "if-none-match": "*",
    },
    command: ({ PutObjectCommand }) =>
      new PutObjectCommand({
        Bucket: storage.bucket,
        Key: target.key,
        ContentType: target.contentType,
        ContentLength: target.size,
        ContentMD5: target.md5Base64,
        IfNoneMatch: "*",
      }),
  });

/** Signs one part. A part may be sent again: the last one to arrive counts. */
export const signPart = (storage: StorageCredentials, part: UploadPart): Promise<SignedUpload> =>
  sign(storage, part.expiresInSeconds, {
    headers: { "content-length": String(part.size), "content-md5": part.md5Base64 },
    command: ({ UploadPartCommand }) =>
      new UploadPartCommand({
        Bucket: storage.bucket,
        Key: part.key,
        UploadId: part.multipartId,
        PartNumber: part.partNumber,
        ContentLength: part.size,
        ContentMD5: part.md5Base64,
      }),
  });

interface Signing {
  headers: Record<string, string>;
  command(sdk: typeof import("@aws-sdk/client-s3")): PutObjectCommand | UploadPartCommand;
}

async function sign(
  storage: StorageCredentials,
  expiresIn: number,
  { headers, command }: Signing,
): Promise<SignedUpload> {
  // Imported on the first upload, so that the SDK is not parsed at every start of the Worker.
  const [sdk, { getSignedUrl }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  const client = clientOf(sdk, storage);
  const names = new Set(Object.keys(headers));
  // The presigner's types take one class of commands and no union of them.
  const url = await getSignedUrl(client, command(sdk) as PutObjectCommand, {
    expiresIn,
    // By default the presigner drops content-type and moves headers into the query, where storage ignores them.
    signableHeaders: names,
    unhoistableHeaders: names,
  });
  return { url, method: "PUT", headers };
}

/** The client of the last credentials, which are always the same but in tests: to make one takes longer than to sign. */
let made: { storage: string; client: S3Client } | undefined;

function clientOf({ S3Client }: typeof import("@aws-sdk/client-s3"), storage: StorageCredentials): S3Client {
  const key = JSON.stringify([storage.endpoint, storage.accessKeyId, storage.secretAccessKey]);
  if (made?.storage !== key)
    made = {
      storage: key,
      client: new S3Client({
        region: "auto",
        endpoint: storage.endpoint,
        forcePathStyle: true,
        credentials: { accessKeyId: storage.accessKeyId, secretAccessKey: storage.secretAccessKey },
        // By default the SDK signs the CRC-32 of its empty body, and storage then refuses every real body.
        requestChecksumCalculation: "WHEN_REQUIRED",
      }),
    };
  return made.client;
}
