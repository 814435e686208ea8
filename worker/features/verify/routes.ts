import { listMediaFaults } from "../../../domain/endpoints/storedFiles";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { faults } from "./list";

/** What comparing rows and stored files has found wrong, for super admins. */
export function mountVerify(app: App): void {
  mount(app, listMediaFaults, ({ db, query }) => faults(db, query));
}
