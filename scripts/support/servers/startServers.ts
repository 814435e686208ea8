import http from "node:http";
import { text } from "node:stream/consumers";
import { freePort, listen } from "../listen.ts";
import { type RealServer, realServers, type Servers } from "./addresses.ts";
import { type Certificate, createSelfSigned, createSigned, testAuthority } from "./certificate.ts";
import { startDnsServer } from "./dns.ts";
import { startFtpServer } from "./ftp.ts";
import { startGraphServer } from "./graph.ts";
import { startNextServer } from "./nextServer.ts";
import { startRamsiteServer } from "./ramsite.ts";
import { Faults } from "./serverFaults.ts";
import { Store } from "./store.ts";
import { TableStore } from "./tableServer.ts";
import { type RunningServer, startThirdParty } from "./thirdPartyServer.ts";
import { startWebdavServer } from "./webdav.ts";

/** Starts the test servers of all destination protocols, on one store and one list of faults. */
export async function startServers(): Promise<{ servers: Servers; end(): Promise<void> }> {
  const authority = await testAuthority();
  const signedCertificate = createSigned(authority, "localhost");
  const foreign = createSigned(authority, "other.example");
  const selfSignedCertificate = createSelfSigned("localhost");
  const store = await Store.createTemporary();
  const faults = new Faults();
  const tables = new TableStore();
  const shutdowns: (() => Promise<void>)[] = [];
  const running = new Map<RealServer, Promise<RunningServer | null>>();
  /** Third-party servers are started on demand. */
  const startOnDemand = (name: RealServer) => {
    const server = running.get(name) ?? startThirdParty(name, signedCertificate);
    running.set(name, server);
    return server;
  };
  const registerServer = <T extends { port: number; end(): Promise<void> }>(server: T): number => {
    shutdowns.push(() => server.end());
    return server.port;
  };
  const ftp = async (
    certificate?: Certificate,
    options: { needsTls?: boolean; disabledCommands?: string[] } = {},
  ) =>
    registerServer(
      await startFtpServer({ store, faults, ...(certificate ? { certificate } : {}), ...options }),
    );
  const webdav = async (certificate?: Certificate, disabledMethods: string[] = []) => {
    const port = registerServer(
      await startWebdavServer({
        store,
        faults,
        disabledMethods,
        ...(certificate ? { certificate } : {}),
      }),
    );
    return `${certificate ? "https" : "http"}://localhost:${port}`;
  };
  const plain = await webdav();
  const servers: Servers = {
    control: `http://localhost:${registerServer(await startControl(store, faults, tables, startOnDemand))}`,
    ftp: {
      plain: await ftp(),
      tls: await ftp(signedCertificate, { disabledCommands: ["HASH"] }),
      untrusted: await ftp(selfSignedCertificate),
      foreign: await ftp(foreign),
      strict: await ftp(signedCertificate, { needsTls: true }),
      bare: await ftp(undefined, { disabledCommands: ["EPSV", "REST", "HASH", "XSHA256"] }),
    },
    webdav: {
      plain: `${plain}/dav`,
      bare: `${await webdav(undefined, ["MOVE"])}/dav`,
      untrusted: `${await webdav(selfSignedCertificate)}/dav`,
      foreign: `${await webdav(foreign)}/dav`,
      moved: `${plain}/moved`,
      habit: `${plain}/habit`,
    },
    graph: `http://localhost:${registerServer(await startGraphServer({ store, faults }))}`,
    ramsite: `http://localhost:${registerServer(await startRamsiteServer({ store, tables, faults }))}/api`,
    next: `http://localhost:${registerServer(await startNextServer({ tables, faults }))}/v1`,
    dns: `http://localhost:${registerServer(await startDnsServer())}/dns-query`,
    closed: await freePort("localhost"),
  };
  return {
    servers,
    async end() {
      await Promise.all(shutdowns.map((end) => end()));
      await Promise.all([...running.values()].map(async (server) => (await server.catch(() => null))?.end()));
      await store.remove();
    },
  };
}

async function startControl(
  store: Store,
  faults: Faults,
  tables: TableStore,
  startOnDemand: (name: RealServer) => Promise<RunningServer | null>,
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
      const server = await startOnDemand(name);
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
