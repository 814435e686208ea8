import { env } from "cloudflare:workers";

const { DB } = env as unknown as { DB: D1Database };

/** The bound statements that `run` executes, as D1 receives them. */
export async function collectStatements(
  run: () => Promise<unknown>,
): Promise<{ sql: string; params: unknown[] }[]> {
  const statements: { sql: string; params: unknown[] }[] = [];
  const sessionPrototype = Object.getPrototypeOf(DB.withSession()) as D1DatabaseSession;
  const originalPrepare = sessionPrototype.prepare;
  sessionPrototype.prepare = function (this: D1DatabaseSession, text: string) {
    const preparedStatement = originalPrepare.call(this, text);
    const bind = preparedStatement.bind.bind(preparedStatement);
    preparedStatement.bind = (...params: unknown[]) => {
      statements.push({ sql: text, params });
      return bind(...params);
    };
    return preparedStatement;
  };
  try {
    await run();
  } finally {
    sessionPrototype.prepare = originalPrepare;
  }
  return statements;
}
