/** The S3 side of the bucket: where clients reach it and the key pair that signs. */
export interface StorageCredentials {
  /** `https://<account>.r2.cloudflarestorage.com`, or locally `http://host:port/cdn-cgi/local/r2/s3`. */
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The one object that a signed URL may write, and nothing but it. `size` in bytes, `md5Base64` as in Content-MD5. */
export interface UploadTarget {
  key: string;
  size: number;
  contentType: string;
  md5Base64: string;
  expiresInSeconds: number;
}

/** A request that the client sends exactly so: the signature covers every header listed. */
export interface SignedUpload {
  url: string;
  method: "PUT";
  headers: Record<string, string>;
}

/**
 * Signs one direct upload to R2. Storage refuses another type, size or content, a second upload to the same key
 * (`If-None-Match: *`), and anything after the URL has expired.
 */
export async function signUpload(storage: StorageCredentials, target: UploadTarget): Promise<SignedUpload> {
  // Loaded on the first upload only: the SDK would otherwise be parsed at every start of the Worker.
  const [{ PutObjectCommand, S3Client }, { getSignedUrl }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  const client = new S3Client({
    region: "auto",
    endpoint: storage.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: storage.accessKeyId, secretAccessKey: storage.secretAccessKey },
    // By default the SDK signs a CRC-32 of the empty body it has here, and then every real body is refused.
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const headers = {
    "content-type": target.contentType,
    "content-length": String(target.size),
    "content-md5": target.md5Base64,
    "if-none-match": "*",
  };
  const command = new PutObjectCommand({
    Bucket: storage.bucket,
    Key: target.key,
    ContentType: target.contentType,
    ContentLength: target.size,
    ContentMD5: target.md5Base64,
    IfNoneMatch: "*",
  });
  const names = new Set(Object.keys(headers));
  const url = await getSignedUrl(client, command, {
    expiresIn: target.expiresInSeconds,
    // Left to itself the presigner drops content-type and moves headers into the query, where storage ignores them.
    signableHeaders: names,
    unhoistableHeaders: names,
  });
  return { url, method: "PUT", headers };
}
