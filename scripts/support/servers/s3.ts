import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/* A bucket behind the part of the S3 protocol that R2 speaks and copies use: objects one by one, and lists (version 2) by StartAfter. */

interface Stored {
  bytes: Buffer;
  type: string | undefined;
  uploaded: Date;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

export async function startS3(bucket: string, accessKeyId: string) {
  const objects = new Map<string, Stored>();
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, named, ...parts] = pathname.split("/");
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
    if (named !== bucket) return fault(404, "NoSuchBucket");
    if (request.method === "PUT") {
      const bytes = await buffer(request);
      objects.set(key, { bytes, type: request.headers["content-type"], uploaded: new Date() });
      return end(200, "", { etag: etagOf(bytes) });
    }
    if (key === "") {
      const [after, max] = [
        searchParams.get("start-after") ?? "",
        Number(searchParams.get("max-keys") ?? 1000),
      ];
      const found = [...objects].filter(([one]) => one > after).sort(([a], [b]) => (a < b ? -1 : 1));
      const contents = found
        .slice(0, max)
        .map(
          ([one, { bytes, uploaded }]) =>
            `<Contents><Key>${escaped(one)}</Key><Size>${bytes.length}</Size><ETag>${escaped(etagOf(bytes))}</ETag><LastModified>${uploaded.toISOString()}</LastModified></Contents>`,
        );
      return end(
        200,
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${found.length > max}</IsTruncated>${contents.join("")}</ListBucketResult>`,
        { "content-type": "application/xml" },
      );
    }
    const held = objects.get(key);
    if (!held) return fault(404, "NoSuchKey");
    return end(200, held.bytes, {
      ...{ "content-length": held.bytes.length, etag: etagOf(held.bytes) },
      ...(held.type && { "content-type": held.type }),
      "last-modified": held.uploaded.toUTCString(),
    });
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://localhost:${port}`,
    objects,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
