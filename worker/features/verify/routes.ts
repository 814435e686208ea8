import { listMediaFaults } from "#domain/endpoints/operations/storedFiles.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { faults } from "./listFaults.ts";

/** What comparing rows and stored files has found wrong, for super admins. */
export function mountVerify(app: App): void {
  mount(app, listMediaFaults, ({ db, query }) => faults(db, query));
}
