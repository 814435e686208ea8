import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A certificate and its key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

function encodeDer(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  if (size < 128) return Buffer.concat([Buffer.from([tag, size]), content]);
  const length = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...items: readonly Buffer[]) => encodeDer(0x30, ...items);
const oid = (...bytes: readonly number[]) => encodeDer(0x06, Buffer.from(bytes));
const commonName = oid(0x55, 0x04, 0x03);
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const encodeName = (name: string) =>
  sequence(encodeDer(0x31, sequence(commonName, encodeDer(0x0c, Buffer.from(name)))));
const extension = (id: number, value: Buffer, critical = false) =>
  sequence(
    oid(0x55, 0x1d, id),
    ...(critical ? [encodeDer(0x01, Buffer.from([0xff]))] : []),
    encodeDer(0x04, value),
  );

/** Creates an X.509 certificate with a P-256 key, valid until 2049. Node can read certificates but not create them. */
function createCertificate(
  subject: string,
  extensions: readonly Buffer[],
  issuer?: { name: string; key: KeyObject },
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const content = sequence(
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    encodeName(issuer?.name ?? subject),
    sequence(encodeDer(0x17, Buffer.from("200101000000Z")), encodeDer(0x17, Buffer.from("491231235959Z"))),
    encodeName(subject),
    publicKey.export({ type: "spki", format: "der" }),
    encodeDer(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", content, issuer?.key ?? privateKey);
  const certificate = sequence(content, ecdsaWithSha256, encodeDer(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const hostExtension = (host: string) => extension(0x11, sequence(encodeDer(0x82, Buffer.from(host))));
const authorityName = "Siteproof tests";

/** A self-signed certificate for a host. */
export const createSelfSigned = (host: string): Certificate => createCertificate(host, [hostExtension(host)]);

/** A certificate for a host, signed by an authority. */
export const createSigned = (authority: Certificate, host: string): Certificate =>
  createCertificate(host, [hostExtension(host)], {
    name: authorityName,
    key: createPrivateKey(authority.key),
  });

const cacheFolder = path.resolve(import.meta.dirname, "../../../node_modules/.cache/siteproof");

/**
 * The certificate authority of this working copy's tests, created once. `NODE_EXTRA_CA_CERTS` passes its file to the local
 * runtime.
 */
export async function testAuthority(): Promise<Certificate & { file: string }> {
  const folder = path.join(cacheFolder, "testAuthority");
  const file = path.join(folder, "cert.pem");
  const read = async () => ({
    cert: await readFile(file, "utf8"),
    key: await readFile(path.join(folder, "key.pem"), "utf8"),
    file,
  });
  const existing = await read().catch(() => null);
  if (existing) return existing;
  const authorityExtension = extension(0x13, sequence(encodeDer(0x01, Buffer.from([0xff]))), true);
  const authority = createCertificate(authorityName, [authorityExtension]);
  await mkdir(cacheFolder, { recursive: true });
  const draftFolder = await mkdtemp(path.join(cacheFolder, "testAuthority-"));
  await writeFile(path.join(draftFolder, "cert.pem"), authority.cert);
  await writeFile(path.join(draftFolder, "key.pem"), authority.key, { mode: 0o600 });
  // If two runs create one at once, the first stays, because its runtime may already have loaded it.
  await rename(draftFolder, folder).catch(() => rm(draftFolder, { recursive: true, force: true }));
  return read();
}
