import { createHash } from "node:crypto";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "../listen.ts";

/*
 * A bucket with the part of the S3 protocol that R2 supports and copies use: single objects, and lists (version 2) by StartAfter.
 */

interface StoredObject {
  bytes: Buffer;
  type: string | undefined;
  uploaded: Date;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

export async function startS3(bucket: string, accessKeyId: string) {
  const objects = new Map<string, StoredObject>();
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, bucketName, ...parts] = pathname.split("/");
    const key = parts.map(decodeURIComponent).join("/");
    const end = (status: number, body: string | Buffer = "", headers: http.OutgoingHttpHeaders = {}) => {
      response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const fault = (status: number, code: string) =>
      end(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
        "content-type": "application/xml",
      });
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      return fault(403, "AccessDenied");
    if (bucketName !== bucket) return fault(404, "NoSuchBucket");
    if (request.method === "PUT") {
      const bytes = await buffer(request);
      objects.set(key, { bytes, type: request.headers["content-type"], uploaded: new Date() });
      return end(200, "", { etag: etagOf(bytes) });
    }
    if (key === "") {
      const [startAfter, max] = [
        searchParams.get("start-after") ?? "",
        Number(searchParams.get("max-keys") ?? 1000),
      ];
      const matches = [...objects].filter(([name]) => name > startAfter).sort(([a], [b]) => (a < b ? -1 : 1));
      const contents = matches
        .slice(0, max)
        .map(
          ([name, { bytes, uploaded }]) =>
            `<Contents><Key>${escapeXml(name)}</Key><Size>${bytes.length}</Size><ETag>${escapeXml(etagOf(bytes))}</ETag><LastModified>${uploaded.toISOString()}</LastModified></Contents>`,
        );
      return end(
        200,
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${matches.length > max}</IsTruncated>${contents.join("")}</ListBucketResult>`,
        { "content-type": "application/xml" },
      );
    }
    const object = objects.get(key);
    if (!object) return fault(404, "NoSuchKey");
    return end(200, object.bytes, {
      ...{ "content-length": object.bytes.length, etag: etagOf(object.bytes) },
      ...(object.type && { "content-type": object.type }),
      "last-modified": object.uploaded.toUTCString(),
    });
  });
  const port = await listen(server);
  return {
    endpoint: `http://localhost:${port}`,
    objects,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
