/**
 * Simulates a killed consumer. Counts its asynchronous operations, and at one of them lets it wait forever: before the operation, or
 * after it, when only the result is lost.
 */
export class Interrupter {
  private count = 0;
  private stopped = false;
  /** Resolves when the consumer has been stopped. */
  readonly fallen = Promise.withResolvers<"stopped">();

  constructor(
    /** Number of the operation to stop at, counted from 1. */
    private readonly stopAt: number,
    /** Whether that operation is still carried out. */
    private readonly isAfter: boolean,
  ) {}

  async wait<T>(work: () => Promise<T>): Promise<T> {
    // A stopped consumer does nothing more.
    if (this.stopped) return new Promise<never>(() => undefined);
    this.count += 1;
    const isLast = this.count === this.stopAt;
    if (isLast && !this.isAfter) return this.stop();
    const result = await work();
    return isLast ? this.stop() : result;
  }

  private stop(): Promise<never> {
    this.stopped = true;
    this.fallen.resolve("stopped");
    return new Promise<never>(() => undefined);
  }
}

/** A database whose statements and batches are the counted operations. */
export function guarded(real: D1Database, blade: Interrupter): D1Database {
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapper = new Proxy(statement, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        if (key === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...args: unknown[]) => blade.wait(async () => Reflect.apply(value, target, args));
      },
    });
    statements.set(wrapper, statement);
    return wrapper;
  };
  const session = real.withSession("first-primary");
  const surface = {
    prepare: (text: string) => wrap(session.prepare(text)),
    batch: (wrappers: D1PreparedStatement[]) =>
      blade.wait(() => session.batch(wrappers.map((wrapper) => statements.get(wrapper) ?? wrapper))),
    getBookmark: () => session.getBookmark(),
    withSession: () => surface,
  };
  return surface as unknown as D1Database;
}
