import http from "node:http";
import { text } from "node:stream/consumers";
import { freePort, listen } from "../listen.ts";
import { type RealServer, realServers, type Servers } from "./addresses.ts";
import { type Certificate, selfSigned, signedBy, testAuthority } from "./certificate.ts";
import { startDnsServer } from "./dns.ts";
import { startFtpServer } from "./ftp.ts";
import { startGraphServer } from "./graph.ts";
import { startNextServer } from "./next.ts";
import { startRamsiteServer } from "./ramsite.ts";
import { type Running, startReal } from "./real.ts";
import { Faults } from "./serverFaults.ts";
import { Store } from "./store.ts";
import { TableStore } from "./tableServer.ts";
import { startWebdavServer } from "./webdav.ts";

/** Starts the test servers of all destination protocols, on one store and one list of faults. */
export async function startServers(): Promise<{ servers: Servers; end(): Promise<void> }> {
  const authority = await testAuthority();
  const trusted = signedBy(authority, "localhost");
  const foreign = signedBy(authority, "other.example");
  const untrusted = selfSigned("localhost");
  const store = await Store.temporary();
  const faults = new Faults();
  const tables = new TableStore();
  const endings: (() => Promise<void>)[] = [];
  const running = new Map<RealServer, Promise<Running | null>>();
  /** Third-party servers are started on demand. */
  const real = (name: RealServer) => {
    const server = running.get(name) ?? startReal(name, trusted);
    running.set(name, server);
    return server;
  };
  const started = <T extends { port: number; end(): Promise<void> }>(server: T): number => {
    endings.push(() => server.end());
    return server.port;
  };
  const ftp = async (certificate?: Certificate, options: { needsTls?: boolean; without?: string[] } = {}) =>
    started(await startFtpServer({ store, faults, ...(certificate ? { certificate } : {}), ...options }));
  const webdav = async (certificate?: Certificate, disabledMethods: string[] = []) => {
    const port = started(
      await startWebdavServer({
        store,
        faults,
        without: disabledMethods,
        ...(certificate ? { certificate } : {}),
      }),
    );
    return `${certificate ? "https" : "http"}://localhost:${port}`;
  };
  const plain = await webdav();
  const servers: Servers = {
    control: `http://localhost:${started(await startControl(store, faults, tables, real))}`,
    ftp: {
      plain: await ftp(),
      tls: await ftp(trusted, { without: ["HASH"] }),
      untrusted: await ftp(untrusted),
      foreign: await ftp(foreign),
      strict: await ftp(trusted, { needsTls: true }),
      bare: await ftp(undefined, { without: ["EPSV", "REST", "HASH", "XSHA256"] }),
    },
    webdav: {
      plain: `${plain}/dav`,
      bare: `${await webdav(undefined, ["MOVE"])}/dav`,
      untrusted: `${await webdav(untrusted)}/dav`,
      foreign: `${await webdav(foreign)}/dav`,
      moved: `${plain}/moved`,
      habit: `${plain}/habit`,
    },
    graph: `http://localhost:${started(await startGraphServer({ store, faults }))}`,
    ramsite: `http://localhost:${started(await startRamsiteServer({ store, tables, faults }))}/api`,
    next: `http://localhost:${started(await startNextServer({ tables, faults }))}/v1`,
    dns: `http://localhost:${started(await startDnsServer())}/dns-query`,
    closed: await freePort("localhost"),
  };
  return {
    servers,
    async end() {
      await Promise.all(endings.map((end) => end()));
      await Promise.all([...running.values()].map(async (server) => (await server.catch(() => null))?.end()));
      await store.remove();
    },
  };
}

async function startControl(
  store: Store,
  faults: Faults,
  tables: TableStore,
  real: (name: RealServer) => Promise<Running | null>,
) {
  const server = http.createServer(async (request, response) => {
    const [, command, user = "", ...segments] = (request.url ?? "").split("/").map(decodeURIComponent);
    if (command === "faults" || command === "tables") {
      const body = JSON.parse(await text(request));
      if (command === "faults") faults.set(user, body);
      else tables.set(user, body);
      response.end();
      return;
    }
    const name = realServers.find((realServer) => realServer === user);
    if (command === "real" && name) {
      const server = await real(name);
      const result =
        segments[0] === undefined ? (server?.port ?? null) : await server?.store.list(segments[0]);
      response.end(JSON.stringify(result));
    } else response.end(JSON.stringify(await store.list(user, segments.join("/"))));
  });
  return {
    port: await listen(server),
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
