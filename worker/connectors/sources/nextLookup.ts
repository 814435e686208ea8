import type { Destination } from "../connector.ts";
import type { Timeouts } from "../timeouts.ts";
import { NextClient, type NextItem, nextName } from "./nextClient.ts";
import type { KnownAnswers, Lookup } from "./sourceReader.ts";

/*
 * Looks up a project of Next by its name or number, and the people assigned to it. Installations of Next use different keys, so several
 * are tried, and the first non-empty value is used. Missing values give no answer.
 */
const noteKeys = ["note", "projectnote"];
const leaderKeys = ["workleaderid", "supervisorid"];
const numberKeys = ["mobile", "mobileno", "mobilephone", "cellphone", "phone", "phoneno", "telephone"];

export class NextLookup implements Lookup {
  readonly #client: NextClient;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts) {
    this.#client = new NextClient(destination, destination.secrets.token ?? "", timeouts);
  }

  async lookUp(name: string): Promise<KnownAnswers> {
    const project = (await this.#findNewest({ name })) ?? (await this.#findNewest({ projectno: name }));
    if (project === null) return {};
    const [manager, leader, contact, customer] = await Promise.all([
      this.#findReferenced("user", project, ["projectmanagerid"]),
      this.#findReferenced("user", project, leaderKeys),
      this.#findReferenced("customercontact", project, ["customercontactid"]),
      this.#findReferenced("customer", project, ["customerid"]),
    ]);
    return {
      PROJECT_NOTE: textOf(project, noteKeys),
      PROJECT_MANAGER_NAME: nextName(manager),
      PROJECT_MANAGER_NUMBER: textOf(manager, numberKeys),
      PROJECT_MANAGER_EMAIL: textOf(manager, ["email"]),
      WORK_LEADER_NAME: nextName(leader),
      WORK_LEADER_NUMBER: textOf(leader, numberKeys),
      WORK_LEADER_EMAIL: textOf(leader, ["email"]),
      CUSTOMER_CONTACT_NAME: nextName(contact),
      CUSTOMER_CONTACT_NUMBER: textOf(contact, numberKeys),
      CUSTOMER_CONTACT_EMAIL: textOf(contact, ["email"]),
      CUSTOMER_NAME: nextName(customer),
    };
  }

  /** The newest project of a name, because several may share it. */
  async #findNewest(filter: Readonly<Record<string, string>>): Promise<NextItem | null> {
    const { items } = await this.#client.list("project", 1, filter);
    return items.reduce<NextItem | null>(
      (newest, item) => (newest === null || Number(item.id) > Number(newest.id) ? item : newest),
      null,
    );
  }

  /** The person or company that a project references under the first of the keys; empty if none. */
  async #findReferenced(resource: string, project: NextItem, keys: readonly string[]): Promise<NextItem> {
    const id = keys.map((key) => project[key]).find((value): value is number => Number.isSafeInteger(value));
    return id === undefined ? {} : ((await this.#client.get(resource, id)) ?? {});
  }
}

const textOf = (item: NextItem, keys: readonly string[]): string =>
  keys.map((key) => item[key]).find((value): value is string => typeof value === "string" && value !== "") ??
  "";
