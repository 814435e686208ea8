import { uuidOf } from "#scripts/support/uuid.ts";

/** A customer of the bench. The largest has five sixths of all documentations, the smallest always 200. */
export interface Customer {
  id: number;
  name: string;
  username: string;
  rowCount: number;
}

export const licensesPerCustomer = 4;
export const licenseId = (customerId: number, number: number) => idOf("license", customerId, number);
export const templateId = (customerId: number, number: number) => idOf("template", customerId, number);
export const templateTaskId = (templateId: string, key: string) => idOf("task", templateId, key);

/** Cached: computing a digest for each task of each documentation would take longer than writing it. */
const ids = new Map<string, string>();
function idOf(...parts: (string | number)[]): string {
  const key = parts.join();
  let id = ids.get(key);
  if (!id) {
    id = uuidOf("bench", ...parts);
    ids.set(key, id);
  }
  return id;
}
