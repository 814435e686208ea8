/** Addresses of the test servers, all on localhost. */
export interface Servers {
  /**
   * `POST /faults/{user}` sets a user's faults, `POST /tables/{user}` the rows of a user's lists. `GET /files/{user}` lists the
   * user's stored files with size and SHA-256. `GET /real/{name}` starts an installed third-party server and returns its port, or
   * null; `GET /real/{name}/{user}` lists a user's stored files.
   */
  control: string;
  /**
   * Ports. plain: no TLS. tls: explicit TLS. strict: no login without TLS. selfSigned: self-signed certificate. foreign:
   * certificate of another host. bare: without EPSV and REST.
   */
  ftp: { plain: number; tls: number; untrusted: number; foreign: number; strict: number; bare: number };
  /** Addresses. bare: without MOVE. redirect: redirects to the address in its path. habit: before the names of webdavHabits.ts. */
  webdav: { plain: string; bare: string; untrusted: string; foreign: string; moved: string; habit: string };
  /** Microsoft's login and Graph at one address; each tenant is a user. */
  graph: string;
  /** The `baseUrl` of a RAMSITE configuration; each project is a user. */
  ramsite: string;
  /** Next's API; a user's access token is `nextToken`. */
  next: string;
  /** A resolver of DNS over HTTPS. */
  dns: string;
  /** A port without a listener. */
  closed: number;
}

/** Third-party servers that the connector tests also run against, if installed. */
export const realServers = ["vsftpd", "vsftpdReuse", "vsftpdTls", "apache", "rclone"] as const;
export type RealServer = (typeof realServers)[number];

declare module "vitest" {
  interface ProvidedContext {
    /** Test servers of the destinations; their control server lists what arrived and accepts faults. */
    servers: Servers;
  }
}
