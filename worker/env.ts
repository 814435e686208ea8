import { trimEndChars } from "#domain/core/text/trim.ts";
import type { DeliveryMessage, JobMessage } from "#queues/messages.ts";

/** The bindings, variables and secrets of the Worker; docs/operations.md says where each comes from. */
export interface Env {
  /** The directory, and the data of all customers that have no database of their own (worker/db/shards.ts). */
  DB: D1Database;
  /** Further databases of data. */
  [further: `DB_${string}`]: D1Database;
  /** The Worker's own environment, where `DB` is a further database. */
  ROOT?: Env;
  STORAGE: R2Bucket;
  IMAGES: ImagesBinding;
  /** What draws the smaller forms of photos: "codec", which is the default, the Worker itself; "service" the image service alone. */
  PICTURES?: string;
  JOBS: Queue<JobMessage>;
  DELIVERIES: Queue<DeliveryMessage>;
  EMAIL: SendEmail;
  /** "true" on a developer's machine: destinations may be loopback and private addresses. */
  ALLOW_PRIVATE_DESTINATIONS?: string;
  /** Microsoft's login and Graph where they are not the public ones: a national cloud, or a fake on a developer's machine. */
  GRAPH_LOGIN_URL?: string;
  GRAPH_URL?: string;
  /** Next's interface where it is not the public one: its test environment, or a fake on a developer's machine. */
  NEXT_URL?: string;
  /** What maps are drawn on instead of the console's own ground: images at an https address with {z}, {x} and {y} … */
  MAP_TILES?: string;
  /** … up to this zoom, or a PMTiles file of this key in the bucket. */
  MAP_TILES_CLOSEST?: string;
  MAP_ARCHIVE?: string;
  /** Whose data that is, as its licence wants it written on maps, and where that leads. */
  MAP_ATTRIBUTION?: string;
  MAP_ATTRIBUTION_URL?: string;
  /** The sender of every mail. */
  MAIL_FROM: string;
  /** The console's address for links in mails; a request's host is not trusted. */
  CONSOLE_URL: string;
  STORAGE_ENDPOINT: string;
  STORAGE_BUCKET: string;
  STORAGE_ACCESS_KEY_ID: string;
  STORAGE_SECRET_ACCESS_KEY: string;
  SESSION_SECRET: string;
  /** Seals the secrets that rows hold. */
  SECRETS_KEY: string;
}

const needed = [
  "DB",
  "STORAGE",
  "IMAGES",
  "JOBS",
  "DELIVERIES",
  "EMAIL",
  "MAIL_FROM",
  "CONSOLE_URL",
  "STORAGE_ENDPOINT",
  "STORAGE_BUCKET",
  "STORAGE_ACCESS_KEY_ID",
  "STORAGE_SECRET_ACCESS_KEY",
  "SESSION_SECRET",
  "SECRETS_KEY",
] as const satisfies readonly (keyof Env)[];

let checked: Env | undefined;

/** @throws Error naming everything that is missing: on the first call, before any work is done. */
export function checkEnv(env: Env): void {
  if (checked === env) return;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`not configured: ${missing.join(", ")}`);
  for (const name of ["SESSION_SECRET", "SECRETS_KEY"] as const)
    if (env[name].length < 32) throw new Error(`${name} needs at least 32 characters`);
  if (env.PICTURES && env.PICTURES !== "codec" && env.PICTURES !== "service")
    throw new Error("PICTURES is codec or service");
  checkMap(env);
  checked = env;
}

/** Whether the Worker draws pictures itself as long as it can. */
export const usesCodec = ({ PICTURES }: Pick<Env, "PICTURES">): boolean => PICTURES !== "service";

/** The address of a page of the console; `path` begins with a slash. */
export const consoleUrl = ({ CONSOLE_URL }: Pick<Env, "CONSOLE_URL">, path: string): string =>
  trimEndChars(CONSOLE_URL, "/") + path;

function checkMap({ MAP_TILES, MAP_ARCHIVE, MAP_ATTRIBUTION, MAP_ATTRIBUTION_URL }: Env): void {
  if (!MAP_TILES && !MAP_ARCHIVE) return;
  if (!MAP_ATTRIBUTION)
    throw new Error("MAP_ATTRIBUTION has to say whose maps MAP_TILES or MAP_ARCHIVE shows");
  if (MAP_TILES && !["{z}", "{x}", "{y}"].every((part) => MAP_TILES.includes(part)))
    throw new Error("MAP_TILES needs {z}, {x} and {y}");
  for (const address of [MAP_TILES, MAP_ATTRIBUTION_URL])
    if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
      throw new Error(`${address} is no address for maps`);
}
