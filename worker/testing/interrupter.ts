/**
 * Simulates a killed consumer. Counts its asynchronous operations, and at one of them makes it wait forever: before the operation, or
 * after it, so that only the result is lost.
 */
export class Interrupter {
  private operationCount = 0;
  private isStopped = false;
  /** Resolves when the consumer has been stopped. */
  readonly stopSignal = Promise.withResolvers<"stopped">();

  constructor(
    /** Number of the operation to stop at, counted from 1. */
    private readonly stopNumber: number,
    /** Whether that operation is performed before the consumer stops. */
    private readonly isPerformed: boolean,
  ) {}

  async wait<T>(work: () => Promise<T>): Promise<T> {
    // A stopped consumer does nothing more.
    if (this.isStopped) return new Promise<never>(() => undefined);
    this.operationCount += 1;
    const isStop = this.operationCount === this.stopNumber;
    if (isStop && !this.isPerformed) return this.stop();
    const result = await work();
    return isStop ? this.stop() : result;
  }

  private stop(): Promise<never> {
    this.isStopped = true;
    this.stopSignal.resolve("stopped");
    return new Promise<never>(() => undefined);
  }
}

/** A database whose statements and batches are the counted operations. */
export function makeInterruptibleDatabase(realDatabase: D1Database, interrupter: Interrupter): D1Database {
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapper = new Proxy(statement, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        if (key === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...args: unknown[]) => interrupter.wait(async () => Reflect.apply(value, target, args));
      },
    });
    statements.set(wrapper, statement);
    return wrapper;
  };
  const session = realDatabase.withSession("first-primary");
  const database = {
    prepare: (text: string) => wrap(session.prepare(text)),
    batch: (wrappers: D1PreparedStatement[]) =>
      interrupter.wait(() => session.batch(wrappers.map((wrapper) => statements.get(wrapper) ?? wrapper))),
    getBookmark: () => session.getBookmark(),
    withSession: () => database,
  };
  return database as unknown as D1Database;
}
