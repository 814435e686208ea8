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
  /** Number of signatures; 0 if the authenticator does not count them. */
  count?: number;
}

const encode = (bytes: Uint8Array | ArrayBuffer) => isoBase64URL.fromBuffer(new Uint8Array(bytes));
const encodeUtf8 = (text: string) => new TextEncoder().encode(text);

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
  const attestedCredentialData = Buffer.concat([
    new Uint8Array(16),
    Uint8Array.of(0, 32),
    credentialId,
    coseKey,
  ]);

  async function makeAuthenticatorData(
    { rpId, isUserVerified = true, count = 0 }: Overrides,
    attestedData: Uint8Array,
  ) {
    const hash = await crypto.subtle.digest("SHA-256", encodeUtf8(rpId ?? new URL(env.CONSOLE_URL).hostname));
    const flags = 1 | (isUserVerified ? 4 : 0) | (attestedData.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([new Uint8Array(hash), Uint8Array.of(flags), counter, attestedData]);
  }
  const makeClientData = (challenge: string, type: string, overrides: Overrides) =>
    encodeUtf8(
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
        ["authData", new Uint8Array(await makeAuthenticatorData(overrides, attestedCredentialData))],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: encode(makeClientData(challenge, "webauthn.create", overrides)),
          attestationObject: encode(isoCBOR.encode(attestation)),
          transports: ["internal"],
        },
      };
    },
    async sign(challenge, overrides = {}) {
      const data = await makeAuthenticatorData(overrides, new Uint8Array());
      const client = makeClientData(challenge, "webauthn.get", overrides);
      const signedData = Buffer.concat([data, new Uint8Array(await crypto.subtle.digest("SHA-256", client))]);
      const rawSignature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        privateKey,
        signedData,
      );
      return {
        ...credential,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(derSignature(new Uint8Array(rawSignature))),
        },
      };
    },
  };
}

/** The two halves of a raw signature as a DER sequence of integers, as authenticators write it. */
function derSignature(rawSignature: Uint8Array): Uint8Array {
  const encodeInteger = (bytes: Uint8Array) => {
    const firstIndex = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.subarray(Math.max(firstIndex, 0));
    const body = digits[0]! & 0x80 ? [0, ...digits] : [...digits];
    return [2, body.length, ...body];
  };
  const body = [...encodeInteger(rawSignature.subarray(0, 32)), ...encodeInteger(rawSignature.subarray(32))];
  return Uint8Array.of(0x30, body.length, ...body);
}
