import { createHash, randomBytes } from "node:crypto";

/** A challenge of WWW-Authenticate (RFC 9110 11.6.1). */
export interface Challenge {
  /** In lower case. */
  scheme: string;
  params: ReadonlyMap<string, string>;
}

/** The challenges of a header, in which several are separated like their parameters, by commas. */
export function parseChallenges(header: string | null): Challenge[] {
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  const token = /\s*(?:,\s*)*([!#$%&'*+.^`|~\w/-]+)(?:\s*=\s*("(?:[^"\\]|\\.){0,2000}"|[^\s,"]{0,2000}))?/y;
  const text = (header ?? "").slice(0, 8_000);
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, name = "", value] = match;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), params: new Map() });
    else challenges.at(-1)?.params.set(name.toLowerCase(), unquote(value));
  }
  return challenges;
}

const unquote = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;

/** Hashes of RFC 7616, the preferred first. */
const hashes: readonly (readonly [algorithm: string, hash: string])[] = [
  ["SHA-512-256", "sha512-256"],
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
];

/** Digest authentication (RFC 7616, and 2069 where the server names no qop) of one server. */
export class DigestLogin {
  readonly #params: ReadonlyMap<string, string>;
  readonly #algorithm: string;
  readonly #hash: string;
  readonly #username: string;
  readonly #password: string;
  #count = 0;

  private constructor(
    challenge: Challenge,
    algorithm: string,
    hash: string,
    username: string,
    password: string,
  ) {
    this.#params = challenge.params;
    this.#algorithm = algorithm;
    this.#hash = hash;
    this.#username = username;
    this.#password = password;
  }

  /** Null if no challenge is a Digest with a known algorithm and quality of protection. */
  static create(challenges: readonly Challenge[], username: string, password: string): DigestLogin | null {
    const supportedChallenges = challenges.filter(({ scheme, params }) => {
      const qop = params.get("qop");
      return (
        scheme === "digest" &&
        params.has("nonce") &&
        (qop === undefined || /(^|[\s,])auth($|[\s,])/i.test(qop))
      );
    });
    for (const [algorithm, hash] of hashes)
      for (const challenge of supportedChallenges) {
        const challengeAlgorithm = challenge.params.get("algorithm") ?? "MD5";
        if (challengeAlgorithm.toUpperCase().replace(/-SESS$/, "") === algorithm)
          return new DigestLogin(challenge, challengeAlgorithm, hash, username, password);
      }
    return null;
  }

  /** The Authorization header of a request. Each has its own count: servers refuse one that is repeated. */
  header(method: string, url: URL): string {
    const digest = (text: string) => createHash(this.#hash).update(text, "utf8").digest("hex");
    const readParam = (name: string) => this.#params.get(name) ?? "";
    const [realm, nonce, uri] = [readParam("realm"), readParam("nonce"), `${url.pathname}${url.search}`];
    const hasQop = this.#params.has("qop");
    this.#count += 1;
    const count = this.#count.toString(16).padStart(8, "0");
    const clientNonce = randomBytes(16).toString("hex");
    const secret = digest(`${this.#username}:${realm}:${this.#password}`);
    const isSession = /-sess$/i.test(this.#algorithm);
    const secretHash = isSession ? digest(`${secret}:${nonce}:${clientNonce}`) : secret;
    const requestHash = digest(`${method}:${uri}`);
    const response = digest(
      hasQop
        ? `${secretHash}:${nonce}:${count}:${clientNonce}:auth:${requestHash}`
        : `${secretHash}:${nonce}:${requestHash}`,
    );
    const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
    const isHashed = readParam("userhash").toLowerCase() === "true";
    const parts = [
      ["username", quote(isHashed ? digest(`${this.#username}:${realm}`) : this.#username)],
      ["realm", quote(realm)],
      ["nonce", quote(nonce)],
      ["uri", quote(uri)],
      ["response", quote(response)],
      ...(this.#params.has("algorithm") ? [["algorithm", this.#algorithm]] : []),
      ...(this.#params.has("opaque") ? [["opaque", quote(readParam("opaque"))]] : []),
      ...(isHashed ? [["userhash", "true"]] : []),
      ...(hasQop || isSession ? [["cnonce", quote(clientNonce)]] : []),
      ...(hasQop
        ? [
            ["qop", "auth"],
            ["nc", count],
          ]
        : []),
    ];
    return `Digest ${parts.map(([name, value]) => `${name}=${value}`).join(", ")}`;
  }
}
