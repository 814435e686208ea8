import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { Env } from "#worker/env.ts";
import { hostAndPort } from "./address.ts";
import { type Connector, ConnectorError, type Destination } from "./connector.ts";
import { FtpConnector } from "./ftp.ts";
import { RamsiteConnector } from "./ramsite.ts";
import { SharepointConnector } from "./sharepoint.ts";
import { storegateUrl, WebdavConnector } from "./webdav.ts";

/** A kind of destination that files are sent to. */
interface Kind {
  open(destination: Destination): Connector;
  /** The setting that names the host; files for one host share its connections. */
  host(params: Readonly<Record<string, string>>): string;
}

/** EMAIL is not here: a mail leaves through the outbox, not file by file. */
const kinds: Partial<Record<ExportConfigurationType, Kind>> = {
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
 * A connector for a destination. Nothing is connected yet: what is wrong with the settings may show here or in its first call.
 * @throws ConnectorError config
 */
export function openConnector(type: ExportConfigurationType, destination: Destination): Connector {
  const kind = kinds[type];
  if (!kind) throw new ConnectorError("config", `A destination of the type ${type} does not take files.`);
  return kind.open(destination);
}

/** A destination with its settings in clear text, as this deployment may reach it. */
export const destinationOf = (
  env: Pick<Env, "ALLOW_PRIVATE_DESTINATIONS" | "GRAPH_LOGIN_URL" | "GRAPH_URL" | "NEXT_URL">,
  params: Destination["params"],
  secrets: Destination["secrets"],
): Destination => ({
  params,
  secrets,
  allowPrivate: env.ALLOW_PRIVATE_DESTINATIONS === "true",
  ...(env.GRAPH_LOGIN_URL &&
    env.GRAPH_URL && { microsoft: { login: env.GRAPH_LOGIN_URL, graph: env.GRAPH_URL } }),
  ...(env.NEXT_URL && { next: env.NEXT_URL }),
});

/** The lane of a destination: those of one lane share the connections to their host. Answers for faulty settings too. */
export function laneOf(type: ExportConfigurationType, params: Readonly<Record<string, string>>): string {
  const written = kinds[type]?.host(params) ?? "";
  try {
    const { host, port } = hostAndPort(written, ["http", "https", "ftp", "ftps"], true);
    return `${type} ${host}${port === null ? "" : `:${port}`}`;
  } catch {
    return type;
  }
}
