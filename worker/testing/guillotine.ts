/**
 * Counts what something waits for, and stops it at one of them for good: before the work is done, or after it, when only its answer is
 * lost.
 */
export class Guillotine {
  private count = 0;
  private stopped = false;
  /** When it has been stopped. */
  readonly fallen = Promise.withResolvers<"stopped">();

  constructor(
    private readonly at: number,
    private readonly after: boolean,
  ) {}

  async wait<T>(work: () => Promise<T>): Promise<T> {
    // What was stopped does nothing any more.
    if (this.stopped) return new Promise<never>(() => undefined);
    this.count += 1;
    const last = this.count === this.at;
    if (last && !this.after) return this.stop();
    const result = await work();
    return last ? this.stop() : result;
  }

  private stop(): Promise<never> {
    this.stopped = true;
    this.fallen.resolve("stopped");
    return new Promise<never>(() => undefined);
  }
}

/** A database whose every statement and batch waits at the guillotine. */
export function guarded(real: D1Database, blade: Guillotine): D1Database {
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement => {
    const guard = new Proxy(statement, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        if (key === "bind") return (...values: unknown[]) => wrapped(target.bind(...values));
        return (...given: unknown[]) => blade.wait(async () => Reflect.apply(value, target, given));
      },
    });
    statements.set(guard, statement);
    return guard;
  };
  const session = real.withSession("first-primary");
  const surface = {
    prepare: (text: string) => wrapped(session.prepare(text)),
    batch: (all: D1PreparedStatement[]) =>
      blade.wait(() => session.batch(all.map((one) => statements.get(one) ?? one))),
    getBookmark: () => session.getBookmark(),
    withSession: () => surface,
  };
  return surface as unknown as D1Database;
}
