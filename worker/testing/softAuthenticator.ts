import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import { env } from "./factories.ts";

/** An authenticator in software: it creates and uses a passkey as a browser would, and can be told to break the rules. */
export interface SoftAuthenticator {
  id: string;
  /** The browser's response to the options of a registration. */
  register(challenge: string, overrides?: Overrides): Promise<object>;
  /** The browser's response to the options of a login. */
  sign(challenge: string, overrides?: Overrides): Promise<object>;
}

interface Overrides {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether the user was verified, by PIN or biometrics. */
  isUserVerified?: boolean;
  /** Count of signatures; 0 where the authenticator does not count. */
  count?: number;
}

const encode = (bytes: Uint8Array | ArrayBuffer) => isoBase64URL.fromBuffer(new Uint8Array(bytes));
const utf8 = (text: string) => new TextEncoder().encode(text);

export async function makeAuthenticator(): Promise<SoftAuthenticator> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const { privateKey, publicKey } = keys as CryptoKeyPair;
  const { x, y } = (await crypto.subtle.exportKey("jwk", publicKey)) as JsonWebKey;
  const credentialId = crypto.getRandomValues(new Uint8Array(32));
  const id = encode(credentialId);
  // COSE: kty EC2, alg ES256, curve P-256.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, isoBase64URL.toBuffer(x!)],
      [-3, isoBase64URL.toBuffer(y!)],
    ]),
  );
  const attested = Buffer.concat([new Uint8Array(16), Uint8Array.of(0, 32), credentialId, coseKey]);

  async function authenticatorData({ rpId, isUserVerified = true, count = 0 }: Overrides, extra: Uint8Array) {
    const hash = await crypto.subtle.digest("SHA-256", utf8(rpId ?? new URL(env.CONSOLE_URL).hostname));
    const flags = 1 | (isUserVerified ? 4 : 0) | (extra.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([new Uint8Array(hash), Uint8Array.of(flags), counter, extra]);
  }
  const clientData = (challenge: string, type: string, overrides: Overrides) =>
    utf8(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge,
        origin: overrides.origin ?? new URL(env.CONSOLE_URL).origin,
        crossOrigin: false,
      }),
    );
  const credential = { id, rawId: id, type: "public-key", clientExtensionResults: {} };

  return {
    id,
    async register(challenge, overrides = {}) {
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(await authenticatorData(overrides, attested))],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: encode(clientData(challenge, "webauthn.create", overrides)),
          attestationObject: encode(isoCBOR.encode(attestation)),
          transports: ["internal"],
        },
      };
    },
    async sign(challenge, overrides = {}) {
      const data = await authenticatorData(overrides, new Uint8Array());
      const client = clientData(challenge, "webauthn.get", overrides);
      const signed = Buffer.concat([data, new Uint8Array(await crypto.subtle.digest("SHA-256", client))]);
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, signed);
      return {
        ...credential,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(derSignature(new Uint8Array(raw))),
        },
      };
    },
  };
}

/** The two halves of a raw signature as a DER sequence of integers, as authenticators write it. */
function derSignature(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.subarray(Math.max(first, 0));
    const body = digits[0]! & 0x80 ? [0, ...digits] : [...digits];
    return [2, body.length, ...body];
  };
  const body = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))];
  return Uint8Array.of(0x30, body.length, ...body);
}
