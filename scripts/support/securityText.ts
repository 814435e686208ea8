import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { root } from "./install.mjs";

/** RFC 9116 recommends less than a year. */
const validDays = 360;

/**
 * The security.txt of a site (RFC 9116).
 * @param contact `mailto:` or `https:` URL
 * @param site the console's URL
 */
export function formatSecurityText({
  contact,
  site,
  issuedAt,
}: {
  contact: string;
  site: string;
  issuedAt: Date;
}): string {
  const expires = new Date(issuedAt.getTime() + validDays * 86_400_000);
  return [
    `Contact: ${contact}`,
    `Expires: ${toIsoSeconds(expires)}`,
    "Preferred-Languages: sv, en",
    `Canonical: ${new URL("/.well-known/security.txt", site)}`,
    "",
  ].join("\n");
}

export const isSecurityContact = (contact: string | undefined): contact is string =>
  /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact ?? "");

/** Writes it into the built console. It expires after a year without a deployment. */
export async function writeSecurityText(contact: string, site: string): Promise<void> {
  const folder = path.join(root, "web/dist/.well-known");
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "security.txt"),
    formatSecurityText({ contact, site, issuedAt: new Date() }),
  );
}
