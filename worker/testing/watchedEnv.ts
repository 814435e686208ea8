import type { Env } from "#worker/env.ts";

/** Callbacks for the operations on the bindings. */
export interface Watch {
  /** Called before an operation. May delay it, or throw to make it fail. */
  before?(operation: Operation): Promise<void>;
  /** Called with D1's metadata of a statement that has run. */
  ran?(query: string, meta: { rows_read: number; rows_written: number; duration: number }): void;
}

export interface Operation {
  /** `STORAGE.put`, `IMAGES.output`, `JOBS.send`, `DB: SELECT …` or `DB: a batch of 3`. */
  name: string;
  /** Number of statements or messages. */
  count: number;
}

/** An environment whose bindings call `watch` for each operation. Used by tests and the bench; never deployed. */
export const watchEnv = (env: Env, watch: Watch): Env => ({
  ...env,
  DB: watchDatabase(env.DB, watch),
  STORAGE: override(env.STORAGE, {
    ...watchMethods(
      "STORAGE",
      env.STORAGE,
      ["get", "head", "put", "delete", "list", "createMultipartUpload"],
      watch,
    ),
    resumeMultipartUpload: (key: string, id: string) => {
      const upload = env.STORAGE.resumeMultipartUpload(key, id);
      return override(upload, watchMethods("STORAGE", upload, ["uploadPart", "complete", "abort"], watch));
    },
  }),
  IMAGES: override(env.IMAGES, {
    input: (stream: ReadableStream) => watchImage(env.IMAGES.input(stream), watch),
  }),
  JOBS: watchQueue("JOBS", env.JOBS, watch),
  DELIVERIES: watchQueue("DELIVERIES", env.DELIVERIES, watch),
});

// biome-ignore lint/suspicious/noExplicitAny: the arguments of overloads are passed on unchanged
type AnyFunction = (...args: any[]) => any;

/** A proxy of an object with some methods replaced. */
const override = <T extends object>(target: T, methods: Record<string, AnyFunction>): T =>
  new Proxy(target, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

const watchMethods = <T extends object>(
  binding: string,
  target: T,
  names: readonly (keyof T & string)[],
  { before: onOperation }: Watch,
): Record<string, AnyFunction> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (...args: unknown[]) => {
        await onOperation?.({ name: `${binding}.${name}`, count: 1 });
        return (target[name] as AnyFunction).apply(target, args);
      },
    ]),
  );

const watchImage = (image: ImageTransformer, watch: Watch): ImageTransformer =>
  override(image, {
    ...watchMethods("IMAGES", image, ["output"], watch),
    transform: (options: ImageTransform) => watchImage(image.transform(options), watch),
  });

const watchQueue = <T>(name: string, queue: Queue<T>, watch: Watch): Queue<T> =>
  override(queue, {
    ...watchMethods(name, queue, ["send"], watch),
    sendBatch: async (messages: Iterable<MessageSendRequest<T>>) => {
      const batch = [...messages];
      await watch.before?.({ name: `${name}.send`, count: batch.length });
      return queue.sendBatch(batch);
    },
  });

interface PreparedQuery {
  realStatement: D1PreparedStatement;
  query: string;
}
const preparedByProxy = new WeakMap<object, PreparedQuery>();

const watchStatement = (
  realStatement: D1PreparedStatement,
  query: string,
  watch: Watch,
): D1PreparedStatement => {
  const reportResult = <T extends D1Result>(result: T): T => {
    watch.ran?.(query, result.meta);
    return result;
  };
  const interceptCall =
    (execute: () => Promise<unknown>): AnyFunction =>
    async () => {
      await watch.before?.({ name: `DB: ${query.slice(0, 60)}`, count: 1 });
      return execute();
    };
  const proxy = override(realStatement, {
    bind: (...values: unknown[]) => watchStatement(realStatement.bind(...values), query, watch),
    first: async (column?: string) => {
      const { results } = await proxy.all<Record<string, unknown>>();
      const row = results[0] ?? null;
      return column === undefined || row === null ? row : row[column];
    },
    run: interceptCall(async () => reportResult(await realStatement.run())),
    all: interceptCall(async () => reportResult(await realStatement.all())),
    raw: interceptCall(async () => {
      if (!watch.ran) return realStatement.raw();
      // `raw` returns no metadata. A read therefore runs twice. A write runs once, as `all`: the names of its returned columns are unique, so no value is lost.
      if (!/^\s*(select|with)\b/i.test(query))
        return reportResult(await realStatement.all<Record<string, unknown>>()).results.map((row) =>
          Object.values(row),
        );
      reportResult(await realStatement.all());
      return realStatement.raw();
    }),
  });
  preparedByProxy.set(proxy, { realStatement, query });
  return proxy;
};

const watchDatabase = <T extends D1Database | D1DatabaseSession>(database: T, watch: Watch): T =>
  override(database, {
    prepare: (query: string) => watchStatement(database.prepare(query), query, watch),
    batch: async (statements: D1PreparedStatement[]) => {
      await watch.before?.({ name: `DB: a batch of ${statements.length}`, count: statements.length });
      const preparedStatements = statements.map(
        (statement) => preparedByProxy.get(statement) ?? { realStatement: statement, query: "" },
      );
      const results = await database.batch(preparedStatements.map(({ realStatement }) => realStatement));
      for (const [index, { meta }] of results.entries())
        watch.ran?.(preparedStatements[index]?.query ?? "", meta);
      return results;
    },
    withSession: (constraint: string) =>
      watchDatabase((database as D1Database).withSession(constraint), watch),
  });
