import type { ExportConfigurationType } from "../../domain/rules/configurationTypes";
import { hostAndPort } from "./address";
import { type Connector, ConnectorError, type Destination } from "./connector";

/** A kind of destination that files are sent to. */
interface Kind {
  open(destination: Destination): Connector;
  /** The setting that names the host; files for one host share its connections. */
  host(params: Readonly<Record<string, string>>): string;
}

/** EMAIL is not here: a mail leaves through the outbox, not file by file. */
const kinds: Partial<Record<ExportConfigurationType, Kind>> = {};

/**
 * A connector for a destination. Nothing is connected yet: what is wrong with the settings may show here or in its first call.
 * @throws ConnectorError config
 */
export function openConnector(type: ExportConfigurationType, destination: Destination): Connector {
  const kind = kinds[type];
  if (!kind) throw new ConnectorError("config", `A destination of the type ${type} does not take files.`);
  return kind.open(destination);
}

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
