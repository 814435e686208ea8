import { env } from "cloudflare:workers";

const { DB } = env as unknown as { DB: D1Database };

/** The statements with values that something runs, as the database receives them. */
export async function statementsOf(
  run: () => Promise<unknown>,
): Promise<{ sql: string; params: unknown[] }[]> {
  const seen: { sql: string; params: unknown[] }[] = [];
  const session = Object.getPrototypeOf(DB.withSession()) as D1DatabaseSession;
  const original = session.prepare;
  session.prepare = function (this: D1DatabaseSession, text: string) {
    const prepared = original.call(this, text);
    const bind = prepared.bind.bind(prepared);
    prepared.bind = (...params: unknown[]) => {
      seen.push({ sql: text, params });
      return bind(...params);
    };
    return prepared;
  };
  try {
    await run();
  } finally {
    session.prepare = original;
  }
  return seen;
}
