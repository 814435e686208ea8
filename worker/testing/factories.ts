import { env as testEnv } from "cloudflare:workers";
import { scryptSync } from "node:crypto";
import { desc, sql } from "drizzle-orm";
import type { Authority, Product } from "#domain/access/authorities.ts";
import { products } from "#domain/access/authorities.ts";
import { now, toIsoSeconds } from "#domain/core/fields.ts";
import type { TwoFactorAuthenticationType } from "#domain/resources/user.ts";
import { app } from "#worker/app.ts";
import { passwordCost } from "#worker/auth/session/password.ts";
import { sha256, signAccessToken } from "#worker/auth/session/sessionTokens.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  customer,
  customerProduct,
  documentation,
  license,
  outboxMail,
  product,
  role,
  session,
  template,
  templateTask,
  user,
  userRole,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { withoutRecording } from "./recordStatements.ts";

/** Factories for tests. Every test makes its own customer, so that it does not see the data of other tests. */

// The runner types its environment without the product's bindings.
export const env = testEnv as unknown as Env;

/** Sends no messages about jobs, so that a test runs the steps itself. */
export const envWithoutQueue = { ...env, JOBS: { send: async () => undefined } } as unknown as Env;
/** For statements of a test itself, whose plans are not checked, unlike those through `databaseOf(env)`. */
export const db = () => withoutRecording(() => databaseOf(factoryEnv));

let factoryEnv = env;
/** Lets the factories insert rows into the database of `environment` while `make` runs. */
export async function withDatabase<T>(environment: Env, make: () => Promise<T>): Promise<T> {
  factoryEnv = environment;
  try {
    return await make();
  } finally {
    factoryEnv = env;
  }
}

let nameCount = 0;
/** A name that is unique within a test file and between files. */
export function uniqueName(stem: string): string {
  nameCount += 1;
  return `${stem}-${nameCount}-${crypto.randomUUID().slice(0, 8)}`;
}

export async function makeCustomer(grantedProducts: readonly Product[] = []) {
  const [row] = await db()
    .insert(customer)
    .values({ name: uniqueName("customer") })
    .returning();
  if (grantedProducts.length > 0)
    await db().run(sql`INSERT INTO ${customerProduct} (customer_id, product_id)
      SELECT ${row!.id}, id FROM ${product} WHERE name IN (SELECT value FROM json_each(${JSON.stringify(grantedProducts)}))`);
  return row!;
}

export const testPassword = "Siteproof-1!";
/** A hash then takes 1 ms instead of 175, and as long a rest, because hundreds of tests log in or create users. */
Object.assign(passwordCost, { N: 256, p: 1 });
const testPasswordHash = (() => {
  const { N, r, p } = passwordCost;
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(testPassword, salt, 32, { N, r, p });
  return `scrypt$${N}$${r}$${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
})();

interface UserOptions {
  customerId?: number;
  roles?: readonly Authority[];
  username?: string;
  enabled?: boolean;
  accountLocked?: boolean;
  accountExpired?: boolean;
  passwordExpired?: boolean;
  twoFactorAuthenticationType?: TwoFactorAuthenticationType;
  email?: string;
}

export async function makeUser({ roles = [], ...overrides }: UserOptions = {}) {
  const username = overrides.username ?? uniqueName("user");
  const [row] = await db()
    .insert(user)
    .values({
      ...overrides,
      customerId: overrides.customerId ?? (await makeCustomer()).id,
      username,
      usernameKey: username.toLowerCase(),
      password: testPasswordHash,
    })
    .returning();
  if (roles.length > 0)
    await db().run(sql`INSERT INTO ${userRole} (user_id, role_id)
      SELECT ${row!.id}, id FROM ${role} WHERE authority IN (SELECT value FROM json_each(${JSON.stringify(roles)}))`);
  return row!;
}

/** The newest mail to an address in the outbox. */
export const readLastMail = (email: string) =>
  db()
    .select()
    .from(outboxMail)
    .where(sql`EXISTS (SELECT 1 FROM json_each(${outboxMail.recipients}) WHERE value = ${email})`)
    .orderBy(desc(sql`rowid`))
    .get();

export interface Caller {
  userId: number;
  customerId: number;
  sessionId: string;
  token: string;
}

/** A user with a session, opened without a login. */
export async function makeCaller(overrides: UserOptions = {}): Promise<Caller> {
  const user = await makeUser(overrides);
  const [sessionRow] = await db()
    .insert(session)
    .values({
      userId: user.id,
      customerId: user.customerId,
      refreshHash: await sha256("secret"),
      expiresAt: toIsoSeconds(new Date(Date.now() + 3_600_000)),
    })
    .returning();
  return {
    userId: user.id,
    customerId: user.customerId,
    sessionId: sessionRow!.id,
    token: await signAccessToken(env, sessionRow!.id),
  };
}

/** A super admin, of a customer that has every product. */
export const makeSuperAdmin = async () =>
  makeCaller({ customerId: (await makeCustomer(products)).id, roles: ["ROLE_SUPER_ADMIN"] });

export interface CallOptions {
  as?: Caller | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The bindings to use instead of the test's. */
  env?: typeof env;
}

/** Makes a call through the whole app, as a client does. */
export function call(
  method: string,
  path: string,
  { as, body, headers, env: bindings = env }: CallOptions = {},
): Promise<Response> {
  return Promise.resolve(
    app.request(
      `http://siteproof.test/api${path}`,
      {
        method,
        headers: {
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      },
      bindings,
    ),
  );
}

export const jsonOf = async <T = Record<string, unknown>>(
  response: Response | Promise<Response>,
): Promise<T> => (await response).json() as Promise<T>;

export async function makeLicense(overrides: Partial<typeof license.$inferInsert> = {}) {
  const [row] = await db()
    .insert(license)
    .values({
      customerId: overrides.customerId ?? (await makeCustomer()).id,
      name: uniqueName("license"),
      licenseCode: uniqueName("CODE"),
      ...overrides,
    })
    .returning();
  return row!;
}

/** A template with one PHOTO task and one TEXT task. */
export async function makeTemplate(
  customerId: number,
  overrides: Partial<typeof template.$inferInsert> = {},
) {
  const [row] = await db()
    .insert(template)
    .values({ customerId, name: uniqueName("template"), ...overrides })
    .returning();
  const tasks = await db()
    .insert(templateTask)
    .values([
      { customerId, templateId: row!.id, name: "Overview", type: "PHOTO", position: 0 },
      { customerId, templateId: row!.id, name: "Remark", type: "TEXT", position: 1 },
    ])
    .returning();
  return { ...row!, tasks };
}

export async function makeDocumentation(
  customerId: number,
  overrides: Partial<typeof documentation.$inferInsert> = {},
) {
  // The template must allow automatic deletion and export too.
  const { deleteAutomatically, deleteTimeLimit, exportAutomatically } = overrides;
  const consent = { deleteAutomatically, deleteTimeLimit, exportAutomatically };
  const templateId = overrides.templateId ?? (await makeTemplate(customerId, consent)).id;
  const [row] = await db()
    .insert(documentation)
    .values({
      customerId,
      templateId,
      name: uniqueName("documentation"),
      creator: "field",
      dateCreated: now(),
      status: "COMPLETED",
      ...overrides,
    })
    .returning();
  return row!;
}

export const allProducts = products;
