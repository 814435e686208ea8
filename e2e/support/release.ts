import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The console as it is served, which can be made to be of another version: as after a deployment. */
export interface Release {
  url: string;
  /** What the version is called after `publish`. */
  anotherVersion: string;
  /** From now on the version is another, and this file is gone; under its new name it is there. */
  publish(renamed: string): void;
  close(): Promise<void>;
}

const anotherVersion = "0123456789abcdef";

/** Stands before the product under test. Nothing is kept by the browser's own cache: an old file is gone when it is gone. */
export async function releaseOf(base: string): Promise<Release> {
  const gone = new Map<string, string>();
  const renew = (text: string): string => {
    let renewed = text;
    for (const [before, after] of gone) renewed = renewed.replaceAll(before, after);
    // The version is 16 hexadecimal digits, in the page and in the service worker.
    return gone.size === 0
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
      const isGone = gone.has(path.slice(1));
      for (const [before, after] of gone) path = path.replace(after, before);
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
    publish: (renamed) => void gone.set(renamed, renamed.replace(/-[\w-]+\.js$/, "-another.js")),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
