import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in front of the console that can switch to another version, like a deployment. */
export interface Release {
  url: string;
  /** The version after `publish`. */
  anotherVersion: string;
  /** Switches the version: this file is then available under another name only. */
  publish(renamed: string): void;
  close(): Promise<void>;
}

const anotherVersion = "0123456789abcdef";

/** A proxy of the product under test that disables browser caching. */
export async function releaseOf(base: string): Promise<Release> {
  const renamedFiles = new Map<string, string>();
  const renew = (text: string): string => {
    let renewed = text;
    for (const [before, after] of renamedFiles) renewed = renewed.replaceAll(before, after);
    // Both the page and the service worker contain the version, 16 hexadecimal digits.
    return renamedFiles.size === 0
      ? renewed
      : renewed.replace(
          /(?<before>siteproof-version" content="|__SHELL_VERSION__=")[0-9a-f]{16}/g,
          "$10123456789abcdef",
        );
  };
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      let path = request.url ?? "/";
      const isGone = renamedFiles.has(path.slice(1));
      for (const [before, after] of renamedFiles) path = path.replace(after, before);
      const headers = new Headers();
      for (const name of ["accept", "authorization", "content-type"]) {
        const value = request.headers[name];
        if (typeof value === "string") headers.set(name, value);
      }
      const answer = await fetch(base + (isGone ? "/not-there" : path), {
        method: request.method ?? "GET",
        headers,
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
        redirect: "manual",
      });
      const type = answer.headers.get("content-type") ?? "";
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isShell = path === "/sw.js" || type.startsWith("text/html");
      response.writeHead(answer.status, { "content-type": type, "cache-control": "no-store" });
      response.end(isShell ? renew(bytes.toString()) : bytes);
    } catch {
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    anotherVersion,
    publish: (renamed) => void renamedFiles.set(renamed, renamed.replace(/-[\w-]+\.js$/, "-another.js")),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
