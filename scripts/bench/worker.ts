import type { Env } from "../../worker/env";
import worker from "../../worker/index";

/**
 * The product's Worker with three calls beside it. `/bench/copy` is what exports are measured against: a plain copy of stored
 * objects, one after the other, with no format around them. `/bench/license` makes the licence that ingest is measured with,
 * `/bench/admin` the super admin that customers are listed by.
 */
export default {
  ...worker,
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/license") return makeLicense(env, await request.json());
    if (pathname === "/bench/admin") return makeAdmin(env, await request.json());
    if (pathname !== "/bench/copy") return worker.fetch(request, env, ctx);
    const { keys, length } = (await request.json()) as { keys: string[]; length: number };
    const { readable, writable } = new FixedLengthStream(length);
    const copy = async () => {
      for (const key of keys)
        await (await env.STORAGE.get(key))?.body.pipeTo(writable, { preventClose: true });
      await writable.close();
    };
    ctx.waitUntil(copy());
    // As exports are sent: else the local server compresses what it does not know, and the copy is five times slower.
    return new Response(readable, {
      headers: { "content-type": "application/zip", "cache-control": "no-transform" },
    });
  },
} satisfies ExportedHandler<Env>;

async function makeLicense(
  env: Env,
  { licenseCode, customerId }: { licenseCode: string; customerId: number },
): Promise<Response> {
  await env.DB.prepare(
    "INSERT INTO license (id, customer_id, name, license_code, date_created) VALUES (?1, ?2, ?3, ?3, '2026-01-01T00:00:00Z')",
  )
    .bind(crypto.randomUUID(), customerId, licenseCode)
    .run();
  return new Response();
}

/** A super admin with the password of another user; one that is there already is no error. */
async function makeAdmin(
  env: Env,
  { username, like }: { username: string; like: string },
): Promise<Response> {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT OR IGNORE INTO user (customer_id, username, username_key, password, date_created) SELECT customer_id, ?1, ?1, password, date_created FROM user WHERE username_key = ?2",
    ).bind(username, like),
    env.DB.prepare(
      "INSERT OR IGNORE INTO user_role (user_id, role_id) SELECT u.id, r.id FROM user u, role r WHERE u.username_key = ? AND r.authority = 'ROLE_SUPER_ADMIN'",
    ).bind(username),
  ]);
  return new Response();
}
