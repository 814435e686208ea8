import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type HashLane, runInTurn } from "./hashLanes.ts";

/** scrypt, stored with its parameters: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. It takes 32 MB and about 175 ms. */
const fullCost = { N: 2 ** 15, r: 8, p: 3 };
/** The cost of new hashes. Only tests lower it. */
export const passwordCost = { ...fullCost };
const hashBytes = 32;

/** Milliseconds that a hash takes, estimated from its parameters. */
const durationMs = ({ N, r, p }: typeof fullCost): number =>
  (175 * N * r * p) / (fullCost.N * fullCost.r * fullCost.p);

const deriveKey = (
  password: string,
  salt: Buffer,
  parameters: typeof fullCost,
  length: number,
  lane: HashLane,
): Promise<Buffer> =>
  runInTurn(
    lane,
    durationMs(parameters),
    () =>
      new Promise((resolve, reject) =>
        // NFKC, because keyboards encode the same characters differently.
        scrypt(password.normalize("NFKC"), salt, length, { ...parameters, maxmem: 64 << 20 }, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await deriveKey(password, salt, passwordCost, hashBytes, "trusted");
  const { N, r, p } = passwordCost;
  return `scrypt$${N}$${r}$${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/** Compared for an unknown user, so that the response takes as long. */
const createDummyHash = ({ N, r, p } = passwordCost) =>
  `scrypt$${N}$${r}$${p}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Whether a password matches the stored hash. False, after the same time, for the null of an unknown user.
 * @throws tooManyAttempts if too many others are waiting in the lane
 */
export async function verifyPassword(
  password: string,
  storedHash: string | null,
  lane: HashLane = "trusted",
): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = (storedHash ?? createDummyHash()).split("$");
  if (scheme !== "scrypt" || !salt || !hash) throw new Error("a stored password has an unknown form");
  const expectedKey = Buffer.from(hash, "base64url");
  const actualKey = await deriveKey(
    password,
    Buffer.from(salt, "base64url"),
    { N: Number(N), r: Number(r), p: Number(p) },
    expectedKey.length,
    lane,
  );
  return timingSafeEqual(actualKey, expectedKey) && storedHash !== null;
}
