import { listMediaFaults } from "#domain/endpoints/operations/storedFiles.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { listFaults } from "./listFaults.ts";

/** Faults found by comparing rows with stored files, for super admins. */
export function mountVerify(app: App): void {
  mount(app, listMediaFaults, ({ db, query }) => listFaults(db, query));
}
