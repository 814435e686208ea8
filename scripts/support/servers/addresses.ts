/** Where the servers of tests listen, all at localhost. */
export interface Servers {
  /**
   * `POST /faults/{user}` sets the faults of a user, `POST /tables/{user}` what lists of a system hold for it, `GET /files/{user}` tells what is stored, with sizes and SHA-256. `GET /real/{name}`
   * starts a server that is installed and answers its port, or null; `GET /real/{name}/{user}` tells what a user has stored there.
   */
  control: string;
  /**
   * Ports. plain: no TLS. tls: explicit TLS. strict: no login without it. untrusted: a certificate that nobody vouches for. foreign: one
   * for another host. bare: without EPSV and REST.
   */
  ftp: { plain: number; tls: number; untrusted: number; foreign: number; strict: number; bare: number };
  /** Addresses. bare: without MOVE. moved: redirects to the address that follows it. */
  webdav: { plain: string; bare: string; untrusted: string; foreign: string; moved: string };
  /** Microsoft's login and Graph at one address; a tenant is a user. */
  graph: string;
  /** What an `baseUrl` of RAMSITE is; a project is a user. */
  ramsite: string;
  /** Next's interface; a user's access token is `nextToken`. */
  next: string;
  /** A port where nobody listens. */
  closed: number;
}

/** Servers of others that the battery runs against where they are installed. */
export const realServers = ["vsftpd", "vsftpdTls", "apache", "rclone"] as const;
export type RealServer = (typeof realServers)[number];

declare module "vitest" {
  interface ProvidedContext {
    /** The destinations' servers that run beside the tests; their control answers what arrived and takes faults. */
    servers: Servers;
  }
}
