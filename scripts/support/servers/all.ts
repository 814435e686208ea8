import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Certificate, selfSigned, signedBy, testAuthority } from "./certificate.ts";
import { Faults } from "./faults.ts";
import { startFtpServer } from "./ftp.ts";
import { startGraphServer } from "./graph.ts";
import { startRamsiteServer } from "./ramsite.ts";
import { Store } from "./store.ts";
import { startWebdavServer } from "./webdav.ts";

/** Where the servers of tests listen, all at localhost. */
export interface Servers {
  /** `POST /faults/{user}` sets the faults of a user, `GET /files/{user}` tells what is stored, with sizes and SHA-256. */
  control: string;
  /** Ports. plain: no TLS. tls: explicit TLS. untrusted: a certificate that nobody vouches for. foreign: one for another host. */
  ftp: { plain: number; tls: number; untrusted: number; foreign: number; strict: number; bare: number };
  /** Addresses. bare: without MOVE. */
  webdav: { plain: string; bare: string; untrusted: string; foreign: string; moved: string };
  /** Microsoft's login and Graph at one address; a tenant is a user. */
  graph: string;
  /** What an `baseUrl` of RAMSITE is; a project is a user. */
  ramsite: string;
  /** A port where nobody listens. */
  closed: number;
}

/** Starts all servers of the destinations' protocols, on one store and one list of faults. */
export async function startServers(): Promise<{ servers: Servers; end(): Promise<void> }> {
  const authority = await testAuthority();
  const own = signedBy(authority, "localhost");
  const foreign = signedBy(authority, "other.example");
  const untrusted = selfSigned("localhost");
  const store = await Store.temporary();
  const faults = new Faults();
  const ends: (() => Promise<void>)[] = [];
  const started = <T extends { port: number; end(): Promise<void> }>(server: T): number => {
    ends.push(() => server.end());
    return server.port;
  };
  const ftp = async (certificate?: Certificate, more: { needsTls?: boolean; without?: string[] } = {}) =>
    started(await startFtpServer({ store, faults, ...(certificate ? { certificate } : {}), ...more }));
  const webdav = async (certificate?: Certificate, without: string[] = []) => {
    const port = started(
      await startWebdavServer({ store, faults, without, ...(certificate ? { certificate } : {}) }),
    );
    return `${certificate ? "https" : "http"}://localhost:${port}`;
  };
  const plain = await webdav();
  const servers: Servers = {
    control: `http://localhost:${started(await startControl(store, faults))}`,
    ftp: {
      plain: await ftp(),
      tls: await ftp(own),
      untrusted: await ftp(untrusted),
      foreign: await ftp(foreign),
      strict: await ftp(own, { needsTls: true }),
      bare: await ftp(undefined, { without: ["EPSV", "REST"] }),
    },
    webdav: {
      plain: `${plain}/dav`,
      bare: `${await webdav(undefined, ["MOVE"])}/dav`,
      untrusted: `${await webdav(untrusted)}/dav`,
      foreign: `${await webdav(foreign)}/dav`,
      moved: `${plain}/moved`,
    },
    graph: `http://localhost:${started(await startGraphServer({ store, faults }))}`,
    ramsite: `http://localhost:${started(await startRamsiteServer({ store, faults }))}/api`,
    closed: await closedPort(),
  };
  return {
    servers,
    async end() {
      await Promise.all(ends.map((end) => end()));
      await store.remove();
    },
  };
}

async function startControl(store: Store, faults: Faults) {
  const server = http.createServer(async (request, response) => {
    const [, what, user = "", ...below] = (request.url ?? "").split("/").map(decodeURIComponent);
    if (what === "faults") {
      const pieces: Buffer[] = [];
      for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
      faults.set(user, JSON.parse(Buffer.concat(pieces).toString()));
      response.end();
    } else response.end(JSON.stringify(await store.list(user, below.join("/"))));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function closedPort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
