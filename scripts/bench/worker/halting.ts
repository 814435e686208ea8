import type { Env } from "../../../worker/env";

/** Where a call ends: before the operation of this number, 0 for nowhere. */
export interface Halt {
  at: number;
  /** Whether the isolate fails there, or calls the URL `tell` and stands until the process is killed. */
  how: "throw" | "stand";
  tell?: string;
}

/** Counts the operations on the bindings in the order in which a call starts them, and halts at the requested one. */
export class Steps {
  readonly names: string[] = [];
  readonly #halt: Halt | null;

  constructor(halt: Halt | null) {
    this.#halt = halt;
  }

  async before(name: string): Promise<void> {
    this.names.push(name);
    if (this.#halt?.at !== this.names.length) return;
    if (this.#halt.how === "throw") throw new Error(`the bench ends the Worker before ${name}`);
    if (this.#halt.tell) await fetch(this.#halt.tell);
    await new Promise(() => {});
  }
}

/** The same bindings with each operation as a step. Only the bench's bundle contains this. */
export const stepping = (env: Env, steps: Steps): Env => ({
  ...env,
  DB: steppingDatabase(env.DB, steps),
  STORAGE: over(env.STORAGE, {
    get: async (...given: unknown[]) => {
      await steps.before("STORAGE.get");
      return (env.STORAGE.get as Any)(...given);
    },
    put: async (...given: unknown[]) => {
      await steps.before("STORAGE.put");
      return (env.STORAGE.put as Any)(...given);
    },
    delete: async (keys: string | string[]) => {
      await steps.before("STORAGE.delete");
      return env.STORAGE.delete(keys);
    },
    createMultipartUpload: async (...given: unknown[]) => {
      await steps.before("STORAGE.createMultipartUpload");
      return (env.STORAGE.createMultipartUpload as Any)(...given);
    },
    resumeMultipartUpload: (key: string, id: string) => {
      const joined = env.STORAGE.resumeMultipartUpload(key, id);
      return over(joined, {
        complete: async (parts: R2UploadedPart[]) => {
          await steps.before("STORAGE.complete");
          return joined.complete(parts);
        },
      });
    },
  }),
  IMAGES: over(env.IMAGES, {
    input: (stream: ReadableStream) => steppingImage(env.IMAGES.input(stream), steps),
  }),
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

const steppingImage = (image: ImageTransformer, steps: Steps): ImageTransformer =>
  over(image, {
    transform: (by: ImageTransform) => steppingImage(image.transform(by), steps),
    output: async (options: ImageOutputOptions) => {
      await steps.before("IMAGES.output");
      return image.output(options);
    },
  });

const own = new WeakMap<object, D1PreparedStatement>();

const steppingStatement = (real: D1PreparedStatement, query: string, steps: Steps): D1PreparedStatement => {
  const run =
    (name: "first" | "run" | "all" | "raw") =>
    async (...given: unknown[]) => {
      await steps.before(`DB: ${query}`);
      return (real[name] as Any).apply(real, given);
    };
  const standIn = over(real, {
    bind: (...values: unknown[]) => steppingStatement(real.bind(...values), query, steps),
    first: run("first"),
    run: run("run"),
    all: run("all"),
    raw: run("raw"),
  });
  own.set(standIn, real);
  return standIn;
};

const steppingDatabase = <T extends D1Database | D1DatabaseSession>(database: T, steps: Steps): T =>
  over(database, {
    prepare: (query: string) => steppingStatement(database.prepare(query), query.slice(0, 60), steps),
    batch: async (statements: D1PreparedStatement[]) => {
      await steps.before(`DB: a batch of ${statements.length}`);
      return database.batch(statements.map((statement) => own.get(statement) ?? statement));
    },
    withSession: (from: string) => steppingDatabase((database as D1Database).withSession(from), steps),
  });
