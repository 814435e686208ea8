import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { WranglerConfig } from "../support/localConfig.ts";
import { ApiError, type CloudflareApi } from "./cloudflareApi.ts";

/** The secrets that the Worker requires (docs/operations.md). */
export const secretNames = [
  "SESSION_SECRET",
  "SECRETS_KEY",
  "STORAGE_ACCESS_KEY_ID",
  "STORAGE_SECRET_ACCESS_KEY",
] as const;
export type SecretName = (typeof secretNames)[number];
export type SecretValues = Partial<Record<SecretName, string>>;

/** The values that wrangler.toml needs. */
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
  /** URL of the console, if it is not the Pages project's own. */
  consoleUrl?: string | undefined;
  /** Location of the database and bucket, by Cloudflare's region names: weur, eeur, … */
  location: string;
  /** Existing secrets; only missing ones are generated. */
  knownSecrets: SecretValues;
}

/** A resource that the account is missing. */
interface MissingResource {
  /** Display name. */
  name: string;
  create(): Promise<void>;
}

export interface DeploymentPlan {
  missing: MissingResource[];
  /** Names of the existing resources. */
  existing: string[];
  /** Filled in as missing resources are created. */
  settings: Settings;
  /** Generated and existing secrets, uploaded with a Worker's first deployment. */
  secrets: SecretValues;
  /** Whether the Worker exists, so that its secrets could be set. */
  deployed: boolean;
}

const nameSchema = z.object({ name: z.string() });
const database = z.object({ uuid: z.string(), name: z.string() });
const queue = z.object({ queue_id: z.string(), queue_name: z.string() });
const corsSchema = z.object({
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
const notificationsSchema = z.object({
  queues: z
    .array(z.object({ queueName: z.string(), rules: z.array(z.object({ actions: z.array(z.string()) })) }))
    .default([]),
});
const token = z.object({ id: z.string(), value: z.string() });
const group = z.object({ id: z.string(), name: z.string() });
const project = z.object({ name: z.string(), subdomain: z.string() });

/** R2's actions that create an object; wrangler's object-create. */
const objectCreationActions = ["PutObject", "CompleteMultipartUpload", "CopyObject"];
export const storageEvents = "siteproof-storage-events";

/** Every queue that wrangler.toml names. */
export const queueNamesOf = ({ queues }: WranglerConfig): string[] => [
  ...new Set([
    ...queues.producers.map((producer) => producer.queue),
    ...queues.consumers.flatMap((consumer) => [
      consumer.queue,
      ...(consumer.dead_letter_queue ? [consumer.dead_letter_queue] : []),
    ]),
  ]),
];

/** The CORS rule that lets browsers upload to the bucket. */
export const createCorsRule = (consoleUrl: string) => ({
  allowed: {
    origins: [new URL(consoleUrl).origin],
    methods: ["PUT"],
    headers: ["content-type", "content-md5", "if-none-match"],
  },
  // Multipart uploads need the ETag of each part.
  exposeHeaders: ["ETag"],
  maxAgeSeconds: 3600,
});

/**
 * Compares the account with wrangler.toml, without changing anything. Returns the missing resources in the order in which they
 * must be created; creation can be repeated after a failure.
 */
export async function planDeployment(api: CloudflareApi, options: DeployOptions): Promise<DeploymentPlan> {
  const { config, knownSecrets, location } = options;
  const bucket = config.r2_buckets[0]!.bucket_name;
  const plan: DeploymentPlan = {
    missing: [],
    existing: [],
    settings: {
      databaseIds: {},
      storageEndpoint: `https://${api.account.id}.r2.cloudflarestorage.com`,
      consoleUrl: options.consoleUrl ?? `https://${options.project}.pages.dev`,
    },
    secrets: {},
    deployed: false,
  };
  const { settings } = plan;
  const record = (existing: unknown, name: string, create: MissingResource["create"]) => {
    if (existing) plan.existing.push(name);
    else plan.missing.push({ name, create });
  };

  const databases = await api.list("/d1/database", database);
  for (const { binding, database_name: name } of config.d1_databases) {
    const existingDatabase = databases.find((item) => item.name === name);
    if (existingDatabase) settings.databaseIds[binding] = existingDatabase.uuid;
    record(existingDatabase, `D1 database ${name}`, async () => {
      const body = { name, primary_location_hint: location };
      settings.databaseIds[binding] = (await api.send("POST", "/d1/database", body, database)).uuid;
    });
  }

  const queueIds = new Map(
    (await api.list("/queues", queue)).map((item) => [item.queue_name, item.queue_id]),
  );
  for (const name of queueNamesOf(config))
    record(queueIds.has(name), `queue ${name}`, async () => {
      const newQueue = await api.send("POST", "/queues", { queue_name: name }, queue);
      queueIds.set(name, newQueue.queue_id);
    });

  const bucketInfo = await api.get(`/r2/buckets/${bucket}`, nameSchema);
  record(bucketInfo, `R2 bucket ${bucket}`, async () => {
    await api.send("POST", "/r2/buckets", { name: bucket, locationHint: location }, z.unknown());
  });
  const site = await api.get(`/pages/projects/${options.project}`, project);
  const consoleUrlOf = () => options.consoleUrl ?? settings.consoleUrl;
  if (site) settings.consoleUrl = options.consoleUrl ?? `https://${site.subdomain}`;
  record(site, `Pages project ${options.project}`, async () => {
    const body = { name: options.project, production_branch: "main" };
    const { subdomain } = await api.send("POST", "/pages/projects", body, project);
    settings.consoleUrl = options.consoleUrl ?? `https://${subdomain}`;
  });
  const rules = bucketInfo && (await api.get(`/r2/buckets/${bucket}/cors`, corsSchema));
  record(hasCorsRule(rules?.rules, consoleUrlOf()), `CORS of ${bucket} for the console`, async () => {
    await api.send(
      "PUT",
      `/r2/buckets/${bucket}/cors`,
      { rules: [createCorsRule(consoleUrlOf())] },
      z.unknown(),
    );
  });
  const configuration = `/event_notifications/r2/${bucket}/configuration`;
  const events = bucketInfo && (await api.get(configuration, notificationsSchema));
  const isNotifying = events?.queues.some(
    ({ queueName, rules: queueRules }) =>
      queueName === storageEvents &&
      objectCreationActions.every((action) => queueRules.some(({ actions }) => actions.includes(action))),
  );
  record(isNotifying, `event notifications of ${bucket} to ${storageEvents}`, async () => {
    await api.send(
      "PUT",
      `${configuration}/queues/${queueIds.get(storageEvents)}`,
      { rules: [{ actions: objectCreationActions }] },
      z.unknown(),
    );
  });

  await planSecrets(api, { ...options, bucket, knownSecrets }, plan);
  return plan;
}

const hasCorsRule = (
  rules: z.output<typeof corsSchema>["rules"] | undefined,
  consoleUrl: string,
): boolean => {
  const { allowed, exposeHeaders } = createCorsRule(consoleUrl);
  const includesAll = (all: readonly string[] | undefined, requiredValues: readonly string[]) =>
    requiredValues.every((item) => all?.some((value) => value.toLowerCase() === item.toLowerCase()));
  return (
    rules?.some(
      (rule) =>
        includesAll(rule.allowed.origins, allowed.origins) &&
        includesAll(rule.allowed.methods, allowed.methods) &&
        includesAll(rule.allowed.headers, allowed.headers) &&
        includesAll(rule.exposeHeaders, exposeHeaders),
    ) ?? false
  );
};

/** A Worker's secrets cannot be read back: missing ones are taken from the secrets file, or generated. */
async function planSecrets(
  api: CloudflareApi,
  { config, knownSecrets, bucket }: DeployOptions & { bucket: string },
  plan: DeploymentPlan,
) {
  const script = `/workers/scripts/${config.name}/secrets`;
  const existingSecrets = await api.get(script, z.array(nameSchema));
  plan.deployed = existingSecrets !== null;
  const missingNames = secretNames.filter((name) => !existingSecrets?.some((item) => item.name === name));
  for (const name of secretNames) if (!missingNames.includes(name)) plan.existing.push(`secret ${name}`);
  const put = async (name: SecretName, text: string) => {
    plan.secrets[name] = text;
    if (plan.deployed) await api.send("PUT", script, { name, text, type: "secret_text" }, z.unknown());
  };
  for (const name of ["SESSION_SECRET", "SECRETS_KEY"] as const)
    if (missingNames.includes(name))
      plan.missing.push({
        name: `secret ${name}`,
        create: () => put(name, knownSecrets[name] ?? randomBytes(48).toString("base64url")),
      });
  const keys = ["STORAGE_ACCESS_KEY_ID", "STORAGE_SECRET_ACCESS_KEY"] as const;
  // The two belong together: an incomplete pair is replaced.
  if (keys.some((name) => missingNames.includes(name)))
    plan.missing.push({
      name: `API token for objects in ${bucket}, and the secrets ${keys.join(" and ")}`,
      create: async () => {
        const [id, secret] = keys.map((name) => knownSecrets[name]);
        const pair = id && secret ? { id, secret } : await createStorageToken(api, bucket);
        await put(keys[0], pair.id);
        await put(keys[1], pair.secret);
      },
    });
}

const bucketWrite = "Workers R2 Storage Bucket Item Write";

/** Creates a token that reads and writes objects of the bucket. In R2 its id and the SHA-256 of its value serve as S3 keys. */
async function createStorageToken(
  api: CloudflareApi,
  bucket: string,
): Promise<{ id: string; secret: string }> {
  const groups = await api.list("/tokens/permission_groups", group);
  const permissionGroup = groups.find(({ name }) => name === bucketWrite);
  if (!permissionGroup) throw new ApiError(404, [], `the account has no permission group "${bucketWrite}"`);
  const { id, value } = await api.send(
    "POST",
    "/tokens",
    {
      name: `siteproof objects of ${bucket}`,
      policies: [
        {
          effect: "allow",
          resources: { [`com.cloudflare.edge.r2.bucket.${api.account.id}_default_${bucket}`]: "*" },
          permission_groups: [{ id: permissionGroup.id }],
        },
      ],
    },
    token,
  );
  return { id, secret: createHash("sha256").update(value).digest("hex") };
}

/** wrangler.toml with the account's resource names and ids; comments are kept. @throws Error if the file lacks one of the keys */
export function writeResourceNames(
  toml: string,
  { databaseIds, storageEndpoint, consoleUrl }: Settings,
  { mailFrom, securityContact }: { mailFrom?: string | undefined; securityContact?: string | undefined } = {},
): string {
  const setValue = (text: string, name: string, value: string) => {
    const line = new RegExp(`^${name} = ".*"$`, "m");
    if (!line.test(text)) throw new Error(`wrangler.toml has no ${name}`);
    return text.replace(line, () => `${name} = ${JSON.stringify(value)}`);
  };
  let text = setValue(toml, "STORAGE_ENDPOINT", storageEndpoint);
  for (const [binding, id] of Object.entries(databaseIds))
    text = text.replace(/^\[\[d1_databases\]\]\n(?:(?!\[).*\n?)*/gm, (block) =>
      block.includes(`binding = "${binding}"`) ? setValue(block, "database_id", id) : block,
    );
  text = setValue(text, "CONSOLE_URL", consoleUrl);
  if (securityContact) text = setValue(text, "SECURITY_CONTACT", securityContact);
  return mailFrom ? setValue(text, "MAIL_FROM", mailFrom) : text;
}
