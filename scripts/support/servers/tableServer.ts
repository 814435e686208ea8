/** A user's rows by list name. */
export type Tables = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The lists of all users; empty until a test or the demo sets them. */
export class TableStore {
  readonly #byUser = new Map<string, Tables>();

  /** Other lists of the user are kept. */
  set(user: string, tables: Tables): void {
    this.#byUser.set(user, { ...this.#byUser.get(user), ...tables });
  }

  rows(user: string, list: string): Tables[string] {
    return this.#byUser.get(user)?.[list] ?? [];
  }
}
