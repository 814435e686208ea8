import type { Destination } from "../connector.ts";
import type { Timeouts } from "../deadline.ts";
import { NextClient, type NextItem, nextName } from "./nextClient.ts";
import type { KnownAnswers, Lookup } from "./sourceReader.ts";

/*
 * A project of Next by its name or number, and who belongs to it. The keys are those of Next's interface; of several, the first that is
 * filled in, as its installations differ. What it does not have is no answer.
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

  async lookup(name: string): Promise<KnownAnswers> {
    const project = (await this.#newest({ name })) ?? (await this.#newest({ projectno: name }));
    if (project === null) return {};
    const [manager, leader, contact, customer] = await Promise.all([
      this.#whom("user", project, ["projectmanagerid"]),
      this.#whom("user", project, leaderKeys),
      this.#whom("customercontact", project, ["customercontactid"]),
      this.#whom("customer", project, ["customerid"]),
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

  /** Several projects may have one name: the one that was made last. */
  async #newest(filter: Readonly<Record<string, string>>): Promise<NextItem | null> {
    const { items } = await this.#client.list("project", 1, filter);
    return items.reduce<NextItem | null>(
      (newest, one) => (newest === null || Number(one.id) > Number(newest.id) ? one : newest),
      null,
    );
  }

  /** Whom a project names under the first of the keys; nobody where it names none. */
  async #whom(resource: string, project: NextItem, keys: readonly string[]): Promise<NextItem> {
    const id = keys.map((key) => project[key]).find((value): value is number => Number.isSafeInteger(value));
    return id === undefined ? {} : ((await this.#client.get(resource, id)) ?? {});
  }
}

const textOf = (item: NextItem, keys: readonly string[]): string =>
  keys.map((key) => item[key]).find((value): value is string => typeof value === "string" && value !== "") ??
  "";
