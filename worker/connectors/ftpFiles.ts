import { ConnectorError } from "./connector.ts";
import { type FtpControl, FtpError } from "./ftpControl.ts";
import type { FtpSession, HashCommand } from "./ftpSessions.ts";
import type { Timeouts } from "./timeouts.ts";

/** Replies to a command that the server does not have. */
const isUnknownCommand = (code: number): boolean => code === 500 || code === 502 || code === 504;

/** Size of a file in bytes, by SIZE or MLST (RFC 3659); null if it does not exist. */
export async function sizeOf({ client }: FtpSession, path: string, host: string): Promise<number | null> {
  const reply = await client.sendCommand(`SIZE ${path}`);
  const size = /^\d{1,15}/.exec(reply.text)?.[0];
  if (reply.code === 213 && size !== undefined) return Number(size);
  if (reply.code === 550) return null;
  if (!isUnknownCommand(reply.code)) throw new FtpError(reply);
  const facts = await client.sendCommand(`MLST ${path}`);
  const mlstSize = /(?:^|[\s;])size=(\d{1,15});/i.exec(facts.text)?.[1];
  if (facts.code < 300 && mlstSize !== undefined && !/(?:^|[\s;])type=(?:c|p)?dir;/i.test(facts.text))
    return Number(mlstSize);
  if (facts.code < 300 || facts.code === 550) return null;
  throw new ConnectorError(
    "config",
    `${host} does not report file sizes (SIZE), so uploads cannot be verified.`,
    { status: reply.code },
  );
}

/** The SHA-256 of a stored file; null if the server does not compute it, which can take minutes for a large file. */
export async function sha256Of(
  { client, hashCommand }: FtpSession,
  path: string,
  timeouts: Timeouts,
): Promise<string | null> {
  if (hashCommand === null) return null;
  const reply = await client.sendCommand(`${hashCommand} ${path}`, timeouts.storageMs);
  return reply.code < 300 ? (/\b[0-9a-f]{64}\b/i.exec(reply.text)?.[0].toLowerCase() ?? null) : null;
}

export async function hashCommandOf(
  client: FtpControl,
  features: ReadonlyMap<string, string>,
): Promise<HashCommand | null> {
  if (features.get("HASH")?.includes("SHA-256") && (await client.sendCommand("OPTS HASH SHA-256")).code < 300)
    return "HASH";
  return features.has("XSHA256") ? "XSHA256" : null;
}

export const isFolder = async ({ client }: FtpSession, path: string): Promise<boolean> =>
  (await client.sendCommand(`CWD ${path === "" ? "/" : path}`)).code < 400;

/** Makes a folder unless it exists. @throws ConnectorError conflict if it is a file */
export async function makeFolder(session: FtpSession, path: string, host: string): Promise<void> {
  const reply = await session.client.sendCommand(`MKD ${path}`);
  if (reply.code < 400 || (await isFolder(session, path))) return;
  if ((await sizeOf(session, path, host)) !== null)
    throw new ConnectorError("conflict", `A file is in the way of the folder ${path}.`, {
      status: reply.code,
    });
  throw new FtpError(reply);
}
