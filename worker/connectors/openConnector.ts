import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { allowsPrivateDestinations, type Env } from "#worker/env.ts";
import { parseHostAndPort } from "./address.ts";
import { type Connector, ConnectorError, type Destination } from "./connector.ts";
import { FtpConnector } from "./ftp.ts";
import { RamsiteConnector } from "./ramsite.ts";
import { SharepointConnector } from "./sharepoint.ts";
import { storegateUrl, WebdavConnector } from "./webdav.ts";

/** A type of destination to which files are sent. */
interface ConnectorType {
  open(destination: Destination): Connector;
  /** The setting that contains the host; files for the same host share its connections. */
  host(params: Readonly<Record<string, string>>): string;
}

/** EMAIL is missing: mails are sent through the outbox, not file by file. */
const connectorTypes: Partial<Record<ExportConfigurationType, ConnectorType>> = {
  SHAREPOINT: {
    open: (destination) => new SharepointConnector(destination),
    host: ({ siteUrl = "" }) => siteUrl,
  },
  RAMSITE_3GIS: {
    open: (destination) => new RamsiteConnector(destination),
    host: ({ baseUrl = "" }) => baseUrl,
  },
  FTP: { open: (destination) => new FtpConnector(destination), host: ({ host = "" }) => host },
  WEBDAV: {
    open: (destination) => new WebdavConnector(destination.params.url ?? "", destination),
    host: ({ url = "" }) => url,
  },
  STOREGATE: {
    open: (destination) => new WebdavConnector(storegateUrl(destination.params), destination),
    host: storegateUrl,
  },
};

/**
 * Opens a connector for a destination. It does not connect yet: invalid settings may throw here or in the first call.
 * @throws ConnectorError config
 */
export function openConnector(type: ExportConfigurationType, destination: Destination): Connector {
  const connectorType = connectorTypes[type];
  if (!connectorType)
    throw new ConnectorError("config", `A destination of the type ${type} does not accept files.`);
  return connectorType.open(destination);
}

const publicResolver = "https://cloudflare-dns.com/dns-query";

/** A destination with its settings in clear text, as reachable from this deployment. */
export const destinationOf = (
  env: Pick<
    Env,
    "ALLOW_PRIVATE_DESTINATIONS" | "CONSOLE_URL" | "DNS_URL" | "GRAPH_LOGIN_URL" | "GRAPH_URL" | "NEXT_URL"
  >,
  params: Destination["params"],
  secrets: Destination["secrets"],
): Destination => ({
  params,
  secrets,
  allowPrivate: allowsPrivateDestinations(env),
  ...(!allowsPrivateDestinations(env) && { resolver: env.DNS_URL ?? publicResolver }),
  ...(env.GRAPH_LOGIN_URL &&
    env.GRAPH_URL && { microsoft: { login: env.GRAPH_LOGIN_URL, graph: env.GRAPH_URL } }),
  ...(env.NEXT_URL && { next: env.NEXT_URL }),
});

/** The lane of a destination. Destinations in one lane share the connections to their host. Accepts invalid settings too. */
export function laneOf(type: ExportConfigurationType, params: Readonly<Record<string, string>>): string {
  const setting = connectorTypes[type]?.host(params) ?? "";
  try {
    const { host, port } = parseHostAndPort(setting, ["http", "https", "ftp", "ftps"], true);
    return `${type} ${host}${port === null ? "" : `:${port}`}`;
  } catch {
    return type;
  }
}
