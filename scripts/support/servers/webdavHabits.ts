import { createHash } from "node:crypto";
import type http from "node:http";
import { rightPassword } from "./serverFaults.ts";

/*
 * Habits of real WebDAV servers and of proxies before them. An address names those that apply, joined by "+":
 * /habit/nextcloud+move-403/a.jpg.
 */

/** A request as habits see it. */
export interface HabitRequest {
  method: string;
  /** The decoded last segment of its path. */
  name: string;
  /** The same of the Destination of a MOVE. */
  target: string;
  /** Its path as sent. */
  uri: string;
  headers: http.IncomingHttpHeaders;
}

/** How a habit handles a request; nothing if the server acts as usual. */
export interface HabitAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The server acts first, and this is sent instead of its responses with these statuses. */
  replaces?: readonly number[];
  /** The login is checked: this user sent the request. */
  user?: string;
}

type Habit = (request: HabitRequest, argument: string) => HabitAnswer | null;

const page = (status: number, title: string, text = ""): HabitAnswer => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n<p>${text}</p>\n</body>\n</html>\n`,
});

const sabre = (status: number, exception: string, message: string): HabitAnswer => ({
  status,
  headers: { "content-type": "application/xml; charset=utf-8" },
  body: `<?xml version="1.0" encoding="utf-8"?>\n<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">\n  <s:exception>${exception}</s:exception>\n  <s:message>${message}</s:message>\n</d:error>\n`,
});

/** Whether a request would create a file or folder with a name that `isRefused`. */
const creates = ({ method, name, target }: HabitRequest, isRefused: (name: string) => boolean): boolean =>
  ((method === "PUT" || method === "MKCOL") && isRefused(name)) || (method === "MOVE" && isRefused(target));

const createsFile = (request: HabitRequest, isRefused: (name: string) => boolean): boolean =>
  request.method !== "MKCOL" && creates(request, isRefused);

const habits: Readonly<Record<string, Habit>> = {
  /** lib/private/Files/FilenameValidator.php. */
  nextcloud(request) {
    const isForbidden = (name: string) =>
      /\.(part|filepart)$/i.test(name) || name.toLowerCase() === ".htaccess" || Buffer.byteLength(name) > 250;
    if (!creates(request, isForbidden)) return null;
    const forbiddenName = (request.target || request.name).replaceAll("&", "&amp;");
    const message = `"${/\.\w+$/.exec(forbiddenName)?.[0] ?? forbiddenName}" is a forbidden file type.`;
    return sabre(400, "OCA\\DAV\\Connector\\Sabre\\Exception\\InvalidPath", message);
  },
  /** Answers 207 for a missing resource, with the 404 inside: for the resource, or for all of its properties (multistatus-propstat). */
  multistatus({ method }, level) {
    const status = "<D:status>HTTP/1.1 404 Not Found</D:status>";
    const properties = "<D:propstat><D:prop><D:resourcetype/><D:getcontentlength/><D:getetag/></D:prop>";
    const details = level === "propstat" ? `${properties}${status}</D:propstat>` : status;
    return method === "PROPFIND"
      ? {
          status: 207,
          replaces: [404],
          headers: { "content-type": "application/xml" },
          body: `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:"><D:response><D:href>/a & b</D:href>${details}</D:response></D:multistatus>`,
        }
      : null;
  },
  /** Nothing may be removed: keep-403. */
  keep({ method }, status) {
    return method === "DELETE" ? page(Number(status), "Refused") : null;
  },
  /** Behind a proxy that ends TLS, a server takes only paths as destinations: path-502. */
  path({ method, headers }, status) {
    const isAddress = /^https?:/.test(String(headers.destination ?? ""));
    return method === "MOVE" && isAddress ? page(Number(status), "Refused destination") : null;
  },
  /** A list of endings that files may have: only-jpg-pdf. */
  only(request, endings) {
    const isRefused = (name: string) =>
      !endings.split("-").some((ending) => name.toLowerCase().endsWith(`.${ending}`));
    return createsFile(request, isRefused)
      ? {
          status: 403,
          headers: { "content-type": "application/json" },
          body: '{"error":{"message":"File type not allowed"}}',
        }
      : null;
  },
  /** Names that contain a text are refused: forbid-403-secret. */
  forbid(request, argument) {
    const [, status = "403", part = ""] = /^(\d+)-(.*)$/.exec(argument) ?? [];
    return createsFile(request, (name) => name.includes(part))
      ? page(Number(status), `${status} Refused`, `The name contains ${part}.`)
      : null;
  },
  /** A proxy that does not let MOVE through: move-405. */
  move: ({ method }, status) => (method === "MOVE" ? page(Number(status), `${status} from nginx`) : null),
  /** A proxy that gives up although the server renames: moved-504. */
  moved: ({ method }, status) =>
    method === "MOVE" ? { ...page(Number(status), `${status} Gateway`), replaces: [201, 204] } : null,
  /** A new file is listed only after a moment: late-2 denies it twice. */
  late({ method, uri, headers }, count) {
    const written =
      method === "PUT"
        ? uri
        : method === "MOVE" && new URL(String(headers.destination), "http://host").pathname;
    if (written && !denials.has(written)) denials.set(written, Number(count));
    const remaining = method === "PROPFIND" ? (denials.get(uri) ?? 0) : 0;
    if (remaining === 0) return null;
    denials.set(uri, remaining - 1);
    return { status: 404 };
  },
  /** MOVE is answered, and nothing happens. */
  pretend: ({ method }) => (method === "MOVE" ? { status: 201 } : null),
  /** A MOVE onto an existing file is refused in its own way unless it may overwrite: taken-409. */
  taken: ({ method, headers }, status) =>
    method === "MOVE" && headers.overwrite === "F" ? { status: Number(status), replaces: [412] } : null,
  /** As in nginx without its extension, and behind proxies for browsers. */
  basic: ({ method }) =>
    ["PROPFIND", "MKCOL", "MOVE"].includes(method) ? page(405, "405 Not Allowed") : null,
  /** Bodies of more bytes are refused: max-1000. */
  max: ({ method, headers }, bytes) =>
    method === "PUT" && Number(headers["content-length"]) > Number(bytes)
      ? page(413, "413 Request Entity Too Large")
      : null,
  /** The address of the web interface instead of the WebDAV address. */
  login: () => ({ status: 302, headers: { location: "/habit/html/login?next=/" } }),
  html: () => page(200, "Log in – Example Cloud", "Please enter your user name."),
  ntlm: () => ({ status: 401, headers: { "www-authenticate": 'NTLM, Negotiate, Basic-ish realm="x, y"' } }),
  /** Reads logins in Latin-1, as older servers do. */
  latin({ headers }) {
    const login = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString(
      "latin1",
    );
    const [user = "", ...passwordParts] = login.split(":");
    return passwordParts.join(":") === rightPassword
      ? { status: 0, user }
      : { status: 401, headers: { "www-authenticate": 'Basic realm="Files"' } };
  },
  /** Whether a folder is made or exists, MKCOL is answered alike: mkcol-200. */
  mkcol: ({ method }, status) =>
    method === "MKCOL" ? { status: Number(status), replaces: [201, 405] } : null,
  digest: (request, algorithm) => digest(request, algorithm || "MD5"),
};

/** How often a path is still denied. */
const denials = new Map<string, number>();

/** Nonces are valid for a few requests, so that clients have to follow `stale`. */
const maxUses = 5;
const uses = new Map<string, number>();

/** RFC 7616. digest-legacy: RFC 2069, without qop. */
function digest({ method, headers, uri }: HabitRequest, argument: string): HabitAnswer | null {
  const isLegacy = argument === "legacy";
  const algorithm = isLegacy ? "MD5" : argument;
  const hash = algorithm.replace(/-sess$/i, "") === "SHA-256" ? "sha256" : "md5";
  const challenge = (stale: boolean): HabitAnswer => {
    const nonce = createHash("sha256").update(`${uses.size} ${Math.random()}`).digest("hex");
    uses.set(nonce, 0);
    const parts = [`realm="Example, \\"cloud\\""`, `nonce="${nonce}"`, `opaque="o"`];
    if (!isLegacy) parts.push(`qop="auth-int, auth"`, `algorithm=${algorithm}`);
    if (stale) parts.push("stale=true");
    return { status: 401, headers: { "www-authenticate": `Digest ${parts.join(", ")}` } };
  };
  const login = headers.authorization ?? "";
  if (!login.startsWith("Digest ")) return challenge(false);
  const credentials = new Map(
    [...login.slice(7).matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
      ([, key = "", quotedValue, plain]) =>
        [key, quotedValue?.replace(/\\(.)/g, "$1") ?? plain ?? ""] as const,
    ),
  );
  const part = (key: string) => credentials.get(key) ?? "";
  const user = Buffer.from(part("username"), "latin1").toString();
  const count = uses.get(part("nonce"));
  if (count === undefined || count >= maxUses) return challenge(true);
  const sum = (text: string) => createHash(hash).update(text).digest("hex");
  const secret = sum(`${user}:Example, "cloud":${rightPassword}`);
  const first = /-sess$/i.test(algorithm) ? sum(`${secret}:${part("nonce")}:${part("cnonce")}`) : secret;
  const second = sum(`${method}:${uri}`);
  const middle = isLegacy
    ? part("nonce")
    : [part("nonce"), part("nc"), part("cnonce"), part("qop")].join(":");
  const isRight = part("response") === sum(`${first}:${middle}:${second}`) && part("uri") === uri;
  const isFresh = isLegacy || Number.parseInt(part("nc"), 16) > count;
  if (!isRight || !isFresh) return challenge(false);
  uses.set(part("nonce"), isLegacy ? count + 1 : Number.parseInt(part("nc"), 16));
  return { status: 0, user };
}

/** The response of the first habit that has one. A login by a habit is passed on to the next habits. */
export function habitAnswer(names: string, request: HabitRequest): HabitAnswer | null {
  let user: string | undefined;
  for (const habitText of names.split("+").filter(Boolean)) {
    const [, name = "", argument = ""] = /^([a-z]+)-?(.*)$/.exec(habitText) ?? [];
    const answer = habits[name]?.(request, argument) ?? null;
    if (answer?.user !== undefined) user = answer.user;
    else if (answer) return answer;
  }
  return user === undefined ? null : { status: 0, user };
}
