import { createHash, createHmac } from "node:crypto";
import { PutObjectCommand, S3Client, UploadPartCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, it } from "vitest";
import { createPhotoKey } from "./photoKeys.ts";
import { createSignedPart, createSignedUpload, type SignedUpload } from "./signedUpload.ts";

const storage = {
  endpoint: "http://localhost:8788/cdn-cgi/local/r2/s3",
  bucket: "siteproof",
  accessKeyId: "test-access-key",
  secretAccessKey: "test-only-secret",
};
const target = {
  key: createPhotoKey("c1", "p1"),
  size: 1234,
  contentType: "image/jpeg",
  md5Base64: "1B2M2Y8AsgTpgAmY7PhCfg==",
  expiresInSeconds: 900,
};

/** The signature that storage computes from the request (AWS Signature Version 4, query form). */
function signatureOf(url: URL, headers: Record<string, string>): string {
  const computeHmac = (key: string | Uint8Array, text: string) =>
    createHmac("sha256", key).update(text).digest();
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const signedHeaders = url.searchParams.get("X-Amz-SignedHeaders")!;
  const allHeaders: Record<string, string> = { ...headers, host: url.host };
  const lines = signedHeaders.split(";").map((name) => `${name}:${allHeaders[name] ?? ""}\n`);
  const canonicalRequest = [
    "PUT",
    url.pathname,
    query,
    lines.join(""),
    signedHeaders,
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const time = url.searchParams.get("X-Amz-Date")!;
  const day = time.slice(0, 8);
  const hash = createHash("sha256").update(canonicalRequest).digest("hex");
  const textToSign = ["AWS4-HMAC-SHA256", time, `${day}/auto/s3/aws4_request`, hash].join("\n");
  const key = ["auto", "s3", "aws4_request"].reduce<Uint8Array>(
    computeHmac,
    computeHmac(`AWS4${storage.secretAccessKey}`, day),
  );
  return computeHmac(key, textToSign).toString("hex");
}

describe("design§Photos signed uploads", () => {
  it("name the object and expire", async () => {
    const { url, method } = await createSignedUpload(storage, target);
    const signedHeaders = new URL(url);
    expect(method).toBe("PUT");
    expect(signedHeaders.origin + signedHeaders.pathname).toBe(
      "http://localhost:8788/cdn-cgi/local/r2/s3/siteproof/customers/c1/photos/p1/original",
    );
    expect(signedHeaders.searchParams.get("X-Amz-Expires")).toBe("900");
  });

  it("sign type, length, MD5 and If-None-Match as headers, none of them in the query", async () => {
    const { url, headers } = await createSignedUpload(storage, target);
    expect(headers).toEqual({
      "content-type": "image/jpeg",
      "content-length": "1234",
      "content-md5": "1B2M2Y8AsgTpgAmY7PhCfg==",
      "if-none-match": "*",
    });
    const { searchParams } = new URL(url);
    expect(searchParams.get("X-Amz-SignedHeaders")).toBe(
      "content-length;content-md5;content-type;host;if-none-match",
    );
    expect(
      [...searchParams.keys()].filter((name) => /checksum|if-none|content-(type|length|md5)/i.test(name)),
    ).toEqual([]);
  });

  it("are valid for exactly the listed headers: with any other, storage computes a different signature", async () => {
    const { url, headers } = await createSignedUpload(storage, target);
    const signedHeaders = new URL(url);
    const signature = signedHeaders.searchParams.get("X-Amz-Signature");
    expect(signatureOf(signedHeaders, headers)).toBe(signature);
    for (const [name, value] of [
      ["content-type", "image/png"],
      ["content-length", "1235"],
      ["content-md5", "XUFAKrxLKna5cZ2REBfFkg=="],
      ["if-none-match", ""],
    ] as const) {
      expect(signatureOf(signedHeaders, { ...headers, [name]: value })).not.toBe(signature);
    }
    expect(signatureOf(new URL(url.replace("/p1/", "/p2/")), headers)).not.toBe(signature);
  });

  it("never contain the secret", async () => {
    const { url, headers } = await createSignedUpload(storage, target);
    expect(JSON.stringify({ url, headers })).not.toContain(storage.secretAccessKey);
  });

  it.each([
    storage,
    { ...storage, endpoint: "https://0123.r2.cloudflarestorage.com", accessKeyId: "a/b+c=", bucket: "b-1" },
  ])("equal those of Amazon's presigner, at $endpoint", async (credentials) => {
    const { endpoint, bucket: Bucket } = credentials;
    const client = new S3Client({
      ...{ region: "auto", endpoint, credentials, forcePathStyle: true },
      requestChecksumCalculation: "WHEN_REQUIRED",
    });
    const signExpectedUrl = (
      command: PutObjectCommand | UploadPartCommand,
      { url, headers }: SignedUpload,
    ) => {
      const names = new Set(Object.keys(headers));
      const { searchParams } = new URL(url);
      const signingDate = searchParams
        .get("X-Amz-Date")!
        .replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5");
      return getSignedUrl(client, command as PutObjectCommand, {
        ...{ expiresIn: Number(searchParams.get("X-Amz-Expires")), signingDate: new Date(signingDate) },
        ...{ signableHeaders: names, unhoistableHeaders: names },
      });
    };
    // "~" may be escaped in a query; the signature is of its decoded parameters.
    const partsOf = (url: string) => [url.split("?")[0], [...new URL(url).searchParams].sort()];
    for (const key of [target.key, "customers/1/files/å ö'(1)*!~+&=/x%2F.y"]) {
      const signedUpload = await createSignedUpload(credentials, { ...target, key });
      const putInput = {
        ...{ Bucket, Key: key, ContentType: target.contentType, ContentLength: target.size },
        ...{ ContentMD5: target.md5Base64, IfNoneMatch: "*" },
      };
      expect(partsOf(signedUpload.url)).toEqual(
        partsOf(await signExpectedUrl(new PutObjectCommand(putInput), signedUpload)),
      );
      const part = { ...target, key, multipartId: "AbC+/=-_.~", partNumber: 7 };
      const signedHeaders = await createSignedPart(credentials, part);
      const { multipartId: UploadId, partNumber: PartNumber } = part;
      const partInput = {
        Bucket,
        Key: key,
        UploadId,
        PartNumber,
        ContentLength: 1234,
        ContentMD5: part.md5Base64,
      };
      expect(partsOf(signedHeaders.url)).toEqual(
        partsOf(await signExpectedUrl(new UploadPartCommand(partInput), signedHeaders)),
      );
    }
  });
});
