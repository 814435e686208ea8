import { trimEndChars } from "#domain/core/text/trim.ts";
import type { DeliveryMessage, JobMessage } from "#queues/messages.ts";

/** The bindings, variables and secrets of the Worker; docs/operations.md says where each comes from. */
export interface Env {
  /** The directory, and the data of all customers that are not in another database (worker/db/shards.ts). */
  DB: D1Database;
  /** Databases with the data of other customers. */
  [shardBinding: `DB_${string}`]: D1Database;
  /** The Worker's original environment, in an environment whose `DB` is one of the other databases. */
  ROOT?: Env;
  STORAGE: R2Bucket;
  IMAGES: ImagesBinding;
  /** How renditions and thumbnails are made: "codec" (default), by the Worker itself where it can; "service", only by the image service. */
  PICTURES?: string;
  JOBS: Queue<JobMessage>;
  DELIVERIES: Queue<DeliveryMessage>;
  EMAIL: SendEmail;
  /** "true" on a developer's machine, whose CONSOLE_URL is not https: destinations may be loopback and private addresses. */
  ALLOW_PRIVATE_DESTINATIONS?: string;
  /** Microsoft's login and Graph, if not the public ones: a national cloud, or a fake on a developer's machine. */
  GRAPH_LOGIN_URL?: string;
  GRAPH_URL?: string;
  /** Another resolver of DNS over HTTPS, by which the names of destinations are checked. */
  DNS_URL?: string;
  /** Next's API, if not the public one: its test environment, or a fake on a developer's machine. */
  NEXT_URL?: string;
  /** Raster tiles to use as basemap instead of the console's own: a URL with {z}, {x} and {y}. */
  MAP_TILES?: string;
  /** Maximum zoom of MAP_TILES. */
  MAP_TILES_CLOSEST?: string;
  /** Key in the bucket of a PMTiles file to use as basemap. */
  MAP_ARCHIVE?: string;
  /** The basemap's attribution, as its licence requires, and the page it links to. */
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
  /** Who needs a second factor to log in: "everyone", "superAdmins" or "none". Super admins by default where CONSOLE_URL is https. */
  SECOND_FACTOR?: string;
  SESSION_SECRET: string;
  /** Encrypts the secrets in rows. */
  SECRETS_KEY: string;
}

const requiredNames = [
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

let checkedEnv: Env | undefined;

/** A missing or invalid binding, variable or secret. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

/** Checks the configuration on the first call. @throws ConfigurationError naming everything that is missing, or the first invalid value */
export function checkEnv(env: Env): void {
  if (checkedEnv === env) return;
  const missing = requiredNames.filter((name) => !env[name]);
  if (missing.length > 0) throw new ConfigurationError(`not configured: ${missing.join(", ")}`);
  for (const name of ["SESSION_SECRET", "SECRETS_KEY"] as const)
    if (env[name].length < 32) throw new ConfigurationError(`${name} needs at least 32 characters`);
  if (env.PICTURES && env.PICTURES !== "codec" && env.PICTURES !== "service")
    throw new ConfigurationError("PICTURES must be codec or service");
  if (env.ALLOW_PRIVATE_DESTINATIONS === "true" && isDeployed(env))
    throw new ConfigurationError("ALLOW_PRIVATE_DESTINATIONS is not for a deployment: CONSOLE_URL is https");
  if (env.SECOND_FACTOR && !secondFactorChoices.some((choice) => choice === env.SECOND_FACTOR))
    throw new ConfigurationError(`SECOND_FACTOR must be one of ${secondFactorChoices.join(", ")}`);
  checkMap(env);
  checkedEnv = env;
}

const isDeployed = ({ CONSOLE_URL }: Pick<Env, "CONSOLE_URL">): boolean =>
  /^https:/i.test(CONSOLE_URL.trim());

/**
 * Whether destinations may be loopback, private and link-local addresses. Never in a deployment, whatever the variable says: queue
 * consumers and crons run without the check of the configuration.
 */
export const allowsPrivateDestinations = (
  env: Pick<Env, "ALLOW_PRIVATE_DESTINATIONS" | "CONSOLE_URL">,
): boolean => env.ALLOW_PRIVATE_DESTINATIONS === "true" && !isDeployed(env);

const secondFactorChoices = ["everyone", "superAdmins", "none"] as const;

/** Who needs a second factor to log in, beyond the users and customers that have one. */
export const secondFactorRequiredFor = ({
  SECOND_FACTOR,
  CONSOLE_URL,
}: Pick<Env, "SECOND_FACTOR" | "CONSOLE_URL">): (typeof secondFactorChoices)[number] =>
  secondFactorChoices.find((choice) => choice === SECOND_FACTOR) ??
  (CONSOLE_URL.startsWith("https:") ? "superAdmins" : "none");

/** Whether the Worker makes renditions and thumbnails itself, if it can. */
export const usesCodec = ({ PICTURES }: Pick<Env, "PICTURES">): boolean => PICTURES !== "service";

/** The URL of a page of the console; `path` starts with a slash. */
export const consoleUrl = ({ CONSOLE_URL }: Pick<Env, "CONSOLE_URL">, path: string): string =>
  trimEndChars(CONSOLE_URL, "/") + path;

function checkMap({ MAP_TILES, MAP_ARCHIVE, MAP_ATTRIBUTION, MAP_ATTRIBUTION_URL }: Env): void {
  if (!MAP_TILES && !MAP_ARCHIVE) return;
  if (!MAP_ATTRIBUTION) throw new ConfigurationError("MAP_TILES and MAP_ARCHIVE need MAP_ATTRIBUTION");
  if (MAP_TILES && !["{z}", "{x}", "{y}"].every((part) => MAP_TILES.includes(part)))
    throw new ConfigurationError("MAP_TILES needs {z}, {x} and {y}");
  for (const address of [MAP_TILES, MAP_ATTRIBUTION_URL])
    if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
      throw new ConfigurationError(`MAP_TILES or MAP_ATTRIBUTION_URL is not an http(s) URL: ${address}`);
}
