import type { Env } from "#worker/env.ts";

/** What is told of the operations on the bindings. */
export interface Watch {
  /** Before an operation is sent: it may stand, or fail. */
  before?(operation: Operation): Promise<void>;
  /** What D1 says of a statement that has run. */
  ran?(query: string, meta: { rows_read: number; rows_written: number; duration: number }): void;
}

export interface Operation {
  /** `STORAGE.put`, `IMAGES.output`, `JOBS.send`, `DB: SELECT …` or `DB: a batch of 3`. */
  name: string;
  /** Statements or messages that it sends. */
  count: number;
}

/** The same bindings, of which each operation is told. Tests and the bench use it; it is in no deployed bundle. */
export const watched = (env: Env, watch: Watch): Env => ({
  ...env,
  DB: watchedDatabase(env.DB, watch),
  STORAGE: over(env.STORAGE, {
    ...told("STORAGE", env.STORAGE, ["get", "head", "put", "delete", "list", "createMultipartUpload"], watch),
    resumeMultipartUpload: (key: string, id: string) => {
      const joined = env.STORAGE.resumeMultipartUpload(key, id);
      return over(joined, told("STORAGE", joined, ["uploadPart", "complete", "abort"], watch));
    },
  }),
  IMAGES: over(env.IMAGES, {
    input: (stream: ReadableStream) => watchedImage(env.IMAGES.input(stream), watch),
  }),
  JOBS: watchedQueue("JOBS", env.JOBS, watch),
  DELIVERIES: watchedQueue("DELIVERIES", env.DELIVERIES, watch),
});

// biome-ignore lint/suspicious/noExplicitAny: overloads are passed on as they are given
type Any = (...given: any[]) => any;

/** A stand-in for an object with some methods replaced; the others run on the object itself. */
const over = <T extends object>(whole: T, methods: Record<string, Any>): T =>
  new Proxy(whole, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

const told = <T extends object>(
  binding: string,
  whole: T,
  names: readonly (keyof T & string)[],
  { before }: Watch,
): Record<string, Any> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (...given: unknown[]) => {
        await before?.({ name: `${binding}.${name}`, count: 1 });
        return (whole[name] as Any).apply(whole, given);
      },
    ]),
  );

const watchedImage = (image: ImageTransformer, watch: Watch): ImageTransformer =>
  over(image, {
    ...told("IMAGES", image, ["output"], watch),
    transform: (by: ImageTransform) => watchedImage(image.transform(by), watch),
  });

const watchedQueue = <T>(name: string, queue: Queue<T>, watch: Watch): Queue<T> =>
  over(queue, {
    ...told(name, queue, ["send"], watch),
    sendBatch: async (messages: Iterable<MessageSendRequest<T>>) => {
      const all = [...messages];
      await watch.before?.({ name: `${name}.send`, count: all.length });
      return queue.sendBatch(all);
    },
  });

interface Prepared {
  real: D1PreparedStatement;
  query: string;
}
const own = new WeakMap<object, Prepared>();

const watchedStatement = (real: D1PreparedStatement, query: string, watch: Watch): D1PreparedStatement => {
  const note = <T extends D1Result>(result: T): T => {
    watch.ran?.(query, result.meta);
    return result;
  };
  const run =
    (how: () => Promise<unknown>): Any =>
    async () => {
      await watch.before?.({ name: `DB: ${query.slice(0, 60)}`, count: 1 });
      return how();
    };
  const standIn = over(real, {
    bind: (...values: unknown[]) => watchedStatement(real.bind(...values), query, watch),
    first: async (column?: string) => {
      const { results } = await standIn.all<Record<string, unknown>>();
      const row = results[0] ?? null;
      return column === undefined || row === null ? row : row[column];
    },
    run: run(async () => note(await real.run())),
    all: run(async () => note(await real.all())),
    raw: run(async () => {
      if (!watch.ran) return real.raw();
      // Rows without names come without what they cost: a read is asked twice, and what a write returns has names that differ.
      if (!/^\s*(select|with)\b/i.test(query))
        return note(await real.all<Record<string, unknown>>()).results.map((row) => Object.values(row));
      note(await real.all());
      return real.raw();
    }),
  });
  own.set(standIn, { real, query });
  return standIn;
};

const watchedDatabase = <T extends D1Database | D1DatabaseSession>(database: T, watch: Watch): T =>
  over(database, {
    prepare: (query: string) => watchedStatement(database.prepare(query), query, watch),
    batch: async (statements: D1PreparedStatement[]) => {
      await watch.before?.({ name: `DB: a batch of ${statements.length}`, count: statements.length });
      const prepared = statements.map((statement) => own.get(statement) ?? { real: statement, query: "" });
      const results = await database.batch(prepared.map(({ real }) => real));
      for (const [at, { meta }] of results.entries()) watch.ran?.(prepared[at]?.query ?? "", meta);
      return results;
    },
    withSession: (from: string) => watchedDatabase((database as D1Database).withSession(from), watch),
  });
