import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { z } from "zod";
import { databaseOf, readWranglerConfig } from "../support/localConfig.ts";
import { UserFacingError } from "../support/state.ts";
import { CloudflareApi, readAccount } from "./cloudflareApi.ts";
import { importStatements } from "./importStatements.ts";
import { type Objects, type Rows, readValue, type Site } from "./site.ts";

const queryResults = z.array(z.object({ results: z.array(z.record(z.string(), readValue)) }));

/** A database behind Cloudflare's API. */
export const createRemoteRows = (api: CloudflareApi, databaseId: string): Rows => ({
  async all(sql, params = []) {
    const results = await api.send("POST", `/d1/database/${databaseId}/query`, { sql, params }, queryResults);
    return results.at(-1)?.results ?? [];
  },
  runAll: (statements) => importStatements(api, databaseId, statements),
});

const unquote = (etag: string | undefined) => (etag ?? "").replaceAll('"', "");

/** A bucket behind the S3 protocol. */
export function createRemoteObjects(s3: S3Client, bucket: string): Objects {
  const nullIfMissing = async <T>(response: Promise<T>): Promise<T | null> => {
    try {
      return await response;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  };
  const get = async (key: string) => {
    const object = await nullIfMissing(s3.send(new GetObjectCommand({ Bucket: bucket, Key: key })));
    if (!(object?.Body instanceof Readable)) return null;
    return {
      bytes: object.Body,
      size: object.ContentLength ?? 0,
      type: object.ContentType ?? null,
      etag: unquote(object.ETag),
    };
  };
  return {
    get,
    async head(key) {
      const object = await nullIfMissing(s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key })));
      return object && { size: object.ContentLength ?? 0, etag: unquote(object.ETag) };
    },
    async digest(key) {
      const object = await get(key);
      if (!object) return null;
      const hash = createHash("sha256");
      for await (const chunk of object.bytes) hash.update(chunk);
      return { size: object.size, etag: object.etag, sha256: hash.digest("hex") };
    },
    async list(startAfter, max) {
      const page = await s3.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          MaxKeys: max,
          ...(startAfter && { StartAfter: startAfter }),
        }),
      );
      const objects = (page.Contents ?? []).map(({ Key = "", Size = 0, ETag, LastModified }) => ({
        ...{ key: Key, size: Size, etag: unquote(ETag), uploaded: LastModified ?? new Date(0) },
      }));
      return { objects, next: page.IsTruncated ? (objects.at(-1)?.key ?? null) : null };
    },
    async put(key, { bytes, size, type }) {
      const result = await s3.send(
        new PutObjectCommand({
          ...{ Bucket: bucket, Key: key, Body: bytes, ContentLength: size },
          ...(type && { ContentType: type }),
        }),
      );
      return unquote(result.ETag);
    },
  };
}

export const createS3Client = (endpoint: string, accessKeyId: string, secretAccessKey: string): S3Client =>
  new S3Client({
    ...{ endpoint, region: "auto", forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } },
    // R2 does not support trailing checksums, and a stream cannot be read twice to compute one.
    ...{ requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" },
  });

/** The database and bucket of wrangler.toml, with the credentials from the environment. */
export async function openRemoteSite(env: NodeJS.ProcessEnv, binding = "DB"): Promise<Site> {
  const { d1_databases, r2_buckets, vars } = await readWranglerConfig();
  const [database, bucket] = [databaseOf(d1_databases, binding), r2_buckets[0]];
  const { STORAGE_ACCESS_KEY_ID: keyId, STORAGE_SECRET_ACCESS_KEY: key } = env;
  if (!database || !bucket || !vars.STORAGE_ENDPOINT || !/[1-9a-f]/i.test(database.database_id))
    throw new UserFacingError("wrangler.toml has no deployment yet (npm run deploy -- --create)");
  if (!keyId || !key) throw new UserFacingError("Set STORAGE_ACCESS_KEY_ID and STORAGE_SECRET_ACCESS_KEY");
  return {
    name: `${database.database_name} (${database.database_id})`,
    rows: createRemoteRows(new CloudflareApi(readAccount(env)), database.database_id),
    objects: createRemoteObjects(createS3Client(vars.STORAGE_ENDPOINT, keyId, key), bucket.bucket_name),
  };
}
