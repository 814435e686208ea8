import type { DeliveryErrorKind } from "#domain/delivery/states.ts";
import { ConnectorError } from "./connector.ts";
import { redact } from "./deadline.ts";
import { FtpError, UpgradeError } from "./ftpControl.ts";

/** What replies mean, whatever they answer. */
const kinds: Readonly<Record<number, DeliveryErrorKind>> = {
  332: "config",
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

const advice: Partial<Record<number, string>> = {
  522: " It wants one encrypted session for both connections, which is not possible here; turn that off at the server (vsftpd: require_ssl_reuse=NO).",
  553: " It does not take that name, or the user may not write there.",
};

/**
 * The error of a step, whatever was thrown.
 * @param doing what failed, for the reader: "the login"
 */
export function ftpError(error: unknown, host: string, doing: string, secrets: readonly string[]): Error {
  if (error instanceof ConnectorError) return error;
  const told = redact(error instanceof Error ? error.message : String(error), secrets);
  if (error instanceof FtpError) {
    const kind = kindOf(error.code, told);
    const end = /[.!?]$/.test(told) ? "" : ".";
    return new ConnectorError(
      kind,
      `${host} answered to ${doing}: ${told}${end}${advice[error.code] ?? ""}`,
      {
        status: error.code,
      },
    );
  }
  if (error instanceof UpgradeError && !/reset|closed|disconnect|EOF|timed? ?out/i.test(told))
    return new ConnectorError("config", `The certificate of ${host} does not fit: ${told}`);
  if (/certificate/i.test(told))
    return new ConnectorError("config", `The certificate of ${host} does not fit: ${told}`);
  return new ConnectorError("transient", `The connection to ${host} failed: ${told || "it was cut off"}`);
}

function kindOf(code: number, told: string): DeliveryErrorKind {
  // 550 and 553 stand for whatever went wrong; what is known beyond that is in the words.
  if (code === 530 && /\b(TLS|SSL|encrypt)/i.test(told)) return "config";
  if ((code === 550 || code === 553) && /space|quota|disk full/i.test(told)) return "full";
  if (code === 550 && /permission|denied|not allowed/i.test(told)) return "config";
  return kinds[code] ?? (code < 500 ? "transient" : "config");
}
