/** What a system holds of a user of the test servers: rows by the name of their list. */
export type Tables = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The lists of all users. Nobody has any until a test or the demo has set them. */
export class TableStore {
  readonly #byUser = new Map<string, Tables>();

  /** Lists that are not given stay. */
  set(user: string, tables: Tables): void {
    this.#byUser.set(user, { ...this.#byUser.get(user), ...tables });
  }

  rows(user: string, list: string): Tables[string] {
    return this.#byUser.get(user)?.[list] ?? [];
  }
}
