import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { WranglerConfig } from "../support/localConfig.ts";
import { ApiError, type Cloudflare } from "./cloudflareApi.ts";

/** The secrets the Worker cannot run without; docs/operations.md. */
export const secretNames = [
  "SESSION_SECRET",
  "SECRETS_KEY",
  "STORAGE_ACCESS_KEY_ID",
  "STORAGE_SECRET_ACCESS_KEY",
] as const;
export type SecretName = (typeof secretNames)[number];
export type SecretValues = Partial<Record<SecretName, string>>;

/** What wrangler.toml has to say once everything is there. */
export interface Settings {
  /** By binding. */
  databaseIds: Record<string, string>;
  storageEndpoint: string;
  consoleUrl: string;
}

export interface DeployOptions {
  config: WranglerConfig;
  /** The Pages project. */
  project: string;
  /** Of the console, when it is not the project's own. */
  consoleUrl?: string | undefined;
  /** Where the database and bucket lie, as Cloudflare names regions: weur, eeur, … */
  location: string;
  /** Secrets that are known already: they are used before new ones are made. */
  known: SecretValues;
}

/** Something that an account lacks. */
interface MissingResource {
  /** For people. */
  name: string;
  make(): Promise<void>;
}

export interface Plan {
  lacking: MissingResource[];
  /** What stands there already. */
  present: string[];
  /** Filled while what is lacking is made. */
  settings: Settings;
  /** Secrets that were made or found, which the first deployment of a Worker takes along. */
  secrets: SecretValues;
  /** Whether the Worker is there, so that its secrets could be set. */
  deployed: boolean;
}

const named = z.object({ name: z.string() });
const database = z.object({ uuid: z.string(), name: z.string() });
const queue = z.object({ queue_id: z.string(), queue_name: z.string() });
const cors = z.object({
  rules: z
    .array(
      z.object({
        allowed: z.object({
          origins: z.array(z.string()),
          methods: z.array(z.string()),
          headers: z.array(z.string()).optional(),
        }),
        exposeHeaders: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});
const notifications = z.object({
  queues: z
    .array(z.object({ queueName: z.string(), rules: z.array(z.object({ actions: z.array(z.string()) })) }))
    .default([]),
});
const token = z.object({ id: z.string(), value: z.string() });
const group = z.object({ id: z.string(), name: z.string() });
const project = z.object({ name: z.string(), subdomain: z.string() });

/** What R2 calls the creation of an object; wrangler's object-create. */
const creations = ["PutObject", "CompleteMultipartUpload", "CopyObject"];
export const storageEvents = "siteproof-storage-events";

/** Every queue that wrangler.toml names. */
export const queuesIn = ({ queues }: WranglerConfig): string[] => [
  ...new Set([
    ...queues.producers.map((producer) => producer.queue),
    ...queues.consumers.flatMap((consumer) => [
      consumer.queue,
      ...(consumer.dead_letter_queue ? [consumer.dead_letter_queue] : []),
    ]),
  ]),
];

/** The rule by which browsers may write into the bucket. */
export const corsRule = (consoleUrl: string) => ({
  allowed: {
    origins: [new URL(consoleUrl).origin],
    methods: ["PUT"],
    headers: ["content-type", "content-md5", "if-none-match"],
  },
  // Each part of a large file is named by its tag.
  exposeHeaders: ["ETag"],
  maxAgeSeconds: 3600,
});

/** Looks at what an account has, changing nothing, and says how to make the rest. Made in its order, it can be made again. */
export async function planFor(api: Cloudflare, wanted: DeployOptions): Promise<Plan> {
  const { config, known, location } = wanted;
  const bucket = config.r2_buckets[0]!.bucket_name;
  const plan: Plan = {
    lacking: [],
    present: [],
    settings: {
      databaseIds: {},
      storageEndpoint: `https://${api.account.id}.r2.cloudflarestorage.com`,
      consoleUrl: wanted.consoleUrl ?? `https://${wanted.project}.pages.dev`,
    },
    secrets: {},
    deployed: false,
  };
  const { settings } = plan;
  const note = (there: unknown, name: string, make: MissingResource["make"]) => {
    if (there) plan.present.push(name);
    else plan.lacking.push({ name, make });
  };

  const databases = await api.list("/d1/database", database);
  for (const { binding, database_name: name } of config.d1_databases) {
    const known = databases.find((one) => one.name === name);
    if (known) settings.databaseIds[binding] = known.uuid;
    note(known, `D1 database ${name}`, async () => {
      const body = { name, primary_location_hint: location };
      settings.databaseIds[binding] = (await api.send("POST", "/d1/database", body, database)).uuid;
    });
  }

  const queueIds = new Map((await api.list("/queues", queue)).map((one) => [one.queue_name, one.queue_id]));
  for (const name of queuesIn(config))
    note(queueIds.has(name), `queue ${name}`, async () => {
      const made = await api.send("POST", "/queues", { queue_name: name }, queue);
      queueIds.set(name, made.queue_id);
    });

  const held = await api.get(`/r2/buckets/${bucket}`, named);
  note(held, `R2 bucket ${bucket}`, async () => {
    await api.send("POST", "/r2/buckets", { name: bucket, locationHint: location }, z.unknown());
  });
  const site = await api.get(`/pages/projects/${wanted.project}`, project);
  const own = () => wanted.consoleUrl ?? settings.consoleUrl;
  if (site) settings.consoleUrl = wanted.consoleUrl ?? `https://${site.subdomain}`;
  note(site, `Pages project ${wanted.project}`, async () => {
    const body = { name: wanted.project, production_branch: "main" };
    const { subdomain } = await api.send("POST", "/pages/projects", body, project);
    settings.consoleUrl = wanted.consoleUrl ?? `https://${subdomain}`;
  });
  const rules = held && (await api.get(`/r2/buckets/${bucket}/cors`, cors));
  note(sameRule(rules?.rules, own()), `CORS of ${bucket} for the console`, async () => {
    await api.send("PUT", `/r2/buckets/${bucket}/cors`, { rules: [corsRule(own())] }, z.unknown());
  });
  const configuration = `/event_notifications/r2/${bucket}/configuration`;
  const told = held && (await api.get(configuration, notifications));
  const tells = told?.queues.some(
    ({ queueName, rules: of }) =>
      queueName === storageEvents &&
      creations.every((action) => of.some(({ actions }) => actions.includes(action))),
  );
  note(tells, `event notifications of ${bucket} to ${storageEvents}`, async () => {
    await api.send(
      "PUT",
      `${configuration}/queues/${queueIds.get(storageEvents)}`,
      { rules: [{ actions: creations }] },
      z.unknown(),
    );
  });

  await planSecrets(api, { ...wanted, bucket, known }, plan);
  return plan;
}

const sameRule = (rules: z.output<typeof cors>["rules"] | undefined, consoleUrl: string): boolean => {
  const { allowed, exposeHeaders } = corsRule(consoleUrl);
  const holds = (all: readonly string[] | undefined, some: readonly string[]) =>
    some.every((one) => all?.some((other) => other.toLowerCase() === one.toLowerCase()));
  return (
    rules?.some(
      (rule) =>
        holds(rule.allowed.origins, allowed.origins) &&
        holds(rule.allowed.methods, allowed.methods) &&
        holds(rule.allowed.headers, allowed.headers) &&
        holds(rule.exposeHeaders, exposeHeaders),
    ) ?? false
  );
};

/** A Worker's secrets cannot be read back: those that it lacks are made, or taken from the file of those that were. */
async function planSecrets(
  api: Cloudflare,
  { config, known, bucket }: DeployOptions & { bucket: string },
  plan: Plan,
) {
  const script = `/workers/scripts/${config.name}/secrets`;
  const set = await api.get(script, z.array(named));
  plan.deployed = set !== null;
  const lacking = secretNames.filter((name) => !set?.some((one) => one.name === name));
  for (const name of secretNames) if (!lacking.includes(name)) plan.present.push(`secret ${name}`);
  const put = async (name: SecretName, text: string) => {
    plan.secrets[name] = text;
    if (plan.deployed) await api.send("PUT", script, { name, text, type: "secret_text" }, z.unknown());
  };
  for (const name of ["SESSION_SECRET", "SECRETS_KEY"] as const)
    if (lacking.includes(name))
      plan.lacking.push({
        name: `secret ${name}`,
        make: () => put(name, known[name] ?? randomBytes(48).toString("base64url")),
      });
  const keys = ["STORAGE_ACCESS_KEY_ID", "STORAGE_SECRET_ACCESS_KEY"] as const;
  // The two belong together: half of a pair is made anew.
  if (keys.some((name) => lacking.includes(name)))
    plan.lacking.push({
      name: `API token for objects of ${bucket}, and the secrets ${keys.join(" and ")}`,
      make: async () => {
        const [id, secret] = keys.map((name) => known[name]);
        const pair = id && secret ? { id, secret } : await storageToken(api, bucket);
        await put(keys[0], pair.id);
        await put(keys[1], pair.secret);
      },
    });
}

const bucketWrite = "Workers R2 Storage Bucket Item Write";

/** A token that reads and writes objects of the bucket; as R2 has it, its id and the SHA-256 of its value are a pair of S3 keys. */
async function storageToken(api: Cloudflare, bucket: string): Promise<{ id: string; secret: string }> {
  const groups = await api.list("/tokens/permission_groups", group);
  const found = groups.find(({ name }) => name === bucketWrite);
  if (!found) throw new ApiError(404, [], `the account knows no permission group "${bucketWrite}"`);
  const { id, value } = await api.send(
    "POST",
    "/tokens",
    {
      name: `siteproof objects of ${bucket}`,
      policies: [
        {
          effect: "allow",
          resources: { [`com.cloudflare.edge.r2.bucket.${api.account.id}_default_${bucket}`]: "*" },
          permission_groups: [{ id: found.id }],
        },
      ],
    },
    token,
  );
  return { id, secret: createHash("sha256").update(value).digest("hex") };
}

/** wrangler.toml with what the account's resources are called. Comments stay. @throws Error for a file without a place for one of them */
export function writeResourceNames(
  toml: string,
  { databaseIds, storageEndpoint, consoleUrl }: Settings,
  mailFrom?: string,
): string {
  const set = (text: string, name: string, value: string) => {
    const line = new RegExp(`^${name} = ".*"$`, "m");
    if (!line.test(text)) throw new Error(`wrangler.toml has no ${name}`);
    return text.replace(line, () => `${name} = ${JSON.stringify(value)}`);
  };
  let text = set(toml, "STORAGE_ENDPOINT", storageEndpoint);
  for (const [binding, id] of Object.entries(databaseIds))
    text = text.replace(/^\[\[d1_databases\]\]\n(?:(?!\[).*\n?)*/gm, (block) =>
      block.includes(`binding = "${binding}"`) ? set(block, "database_id", id) : block,
    );
  text = set(text, "CONSOLE_URL", consoleUrl);
  return mailFrom ? set(text, "MAIL_FROM", mailFrom) : text;
}
