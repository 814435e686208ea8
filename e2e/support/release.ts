import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in front of the console that can switch to another version, like a deployment. */
export interface Release {
  url: string;
  /** The version after `publish`. */
  newVersion: string;
  /** Switches the version: this file is then available under another name only. */
  publish(fileName: string): void;
  close(): Promise<void>;
}

const newVersion = "0123456789abcdef";

/** A proxy of the product under test that disables browser caching. */
export async function startRelease(base: string): Promise<Release> {
  const renamedFiles = new Map<string, string>();
  const applyRelease = (text: string): string => {
    let result = text;
    for (const [oldName, newName] of renamedFiles) result = result.replaceAll(oldName, newName);
    // Both the page and the service worker contain the version, 16 hexadecimal digits.
    return renamedFiles.size === 0
      ? result
      : result.replace(
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
      for (const [oldName, newName] of renamedFiles) path = path.replace(newName, oldName);
      const headers = new Headers();
      for (const name of ["accept", "authorization", "content-type"]) {
        const value = request.headers[name];
        if (typeof value === "string") headers.set(name, value);
      }
      const upstream = await fetch(base + (isGone ? "/not-there" : path), {
        method: request.method ?? "GET",
        headers,
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
        redirect: "manual",
      });
      const type = upstream.headers.get("content-type") ?? "";
      const bytes = Buffer.from(await upstream.arrayBuffer());
      const isShell = path === "/sw.js" || type.startsWith("text/html");
      response.writeHead(upstream.status, { "content-type": type, "cache-control": "no-store" });
      response.end(isShell ? applyRelease(bytes.toString()) : bytes);
    } catch {
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    newVersion,
    publish: (fileName) => void renamedFiles.set(fileName, fileName.replace(/-[\w-]+\.js$/, "-another.js")),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
