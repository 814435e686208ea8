import type { DeliveryErrorKind } from "#domain/delivery/states.ts";
import { ConnectorError, handshakeError } from "./connector.ts";
import { DataConnectionError, FtpError, TlsUpgradeError } from "./ftpControl.ts";
import { redact } from "./redact.ts";

/** Error kinds by reply code, regardless of the command. */
const kindByCode: Readonly<Record<number, DeliveryErrorKind>> = {
  332: "config",
  425: "config",
  430: "auth",
  452: "full",
  500: "config",
  501: "config",
  502: "config",
  503: "transient",
  504: "config",
  521: "config",
  522: "config",
  530: "auth",
  532: "auth",
  533: "config",
  534: "config",
  535: "config",
  536: "config",
  550: "notFound",
  551: "config",
  552: "full",
  553: "config",
};

const adviceByCode: Partial<Record<number, string>> = {
  425: " It cannot open data connections: its passive ports are closed by a firewall, or it refuses data connections from another address than that of the login (vsftpd: pasv_promiscuous=YES).",
  522: " It requires one TLS session for both connections, which is not possible here; turn that off at the server (vsftpd: require_ssl_reuse=NO).",
  553: " It does not accept that name, or the user may not write there.",
};

/** Replies about one file: its name, its size, or something that has its name. */
const fileCodes: ReadonlySet<number> = new Set([426, 450, 451, 452, 501, 550, 551, 552, 553]);

/** Replies that any name would get: about the login, the connection or the space. */
const nameIndependentCodes: ReadonlySet<number> = new Set([521, 522, 530, 532, 533, 534, 535, 536, 552]);

/** Whether a server that refuses to store a file may accept it under another name. */
export const mayRefuseName = ({ code }: FtpError): boolean => code >= 500 && !nameIndependentCodes.has(code);

interface FtpErrorOptions {
  secrets: readonly string[];
  /** Whether the step sends one file. */
  isFileStep: boolean;
}

/**
 * Converts any error of a step.
 * @param operation the failed operation, for the error text: "the login"
 */
export function ftpError(
  error: unknown,
  host: string,
  operation: string,
  { secrets, isFileStep }: FtpErrorOptions,
): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const detail = redact(error instanceof Error ? error.message : String(error), secrets);
  if (error instanceof FtpError) {
    const isOfFile = isFileStep && fileCodes.has(error.code);
    const codeKind = kindOf(error.code, detail);
    const kind = isOfFile && codeKind === "config" ? "refused" : codeKind;
    const end = /[.!?]$/.test(detail) ? "" : ".";
    return new ConnectorError(
      kind,
      `${host} answered to ${operation}: “${detail}”${end}${adviceFor(error.code, detail)}`,
      { status: error.code, isOfFile },
    );
  }
  if (error instanceof DataConnectionError)
    return new ConnectorError(
      "transient",
      `The login at ${host} works, but its passive port ${error.port} cannot be reached, so no file can be sent. Open the passive ports in the firewall, and let the server announce only those.`,
      { persistentKind: "config" },
    );
  if (error instanceof TlsUpgradeError || /certificate/i.test(detail)) return handshakeError(host, detail);
  return new ConnectorError(
    "transient",
    `The connection to ${host} failed: ${detail || "it was interrupted"}`,
  );
}

/** 425 has two causes; FileZilla and ProFTPD name the second one. */
const adviceFor = (code: number, detail: string): string =>
  (/session.{0,60}(resum|reus)/i.test(detail) ? adviceByCode[522] : adviceByCode[code]) ?? "";

function kindOf(code: number, detail: string): DeliveryErrorKind {
  // 550 and 553 are used for many errors; the text is more specific.
  if (code === 530 && /\b(TLS|SSL|encrypt)/i.test(detail)) return "config";
  if ((code === 550 || code === 553) && /space|quota|disk full/i.test(detail)) return "full";
  if (code === 550 && /permission|denied|not allowed/i.test(detail)) return "config";
  return kindByCode[code] ?? (code < 500 ? "transient" : "config");
}
