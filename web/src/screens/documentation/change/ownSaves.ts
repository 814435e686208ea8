import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";

/** The documentations saved by this browser: the last saved state, and the consecutive versions that only this browser made. */
const savesById = new Map<string, { versions: ReadonlySet<number>; details: DocumentationDetails }>();

/** Records that a change of version `previousVersion`, or its undo, was saved as `details`. */
export function recordSave(previousVersion: number, details: DocumentationDetails): void {
  const versions = savesById.get(details.id)?.versions;
  savesById.set(details.id, {
    versions: new Set([...(versions?.has(previousVersion) ? versions : [previousVersion]), details.version]),
    details,
  });
}

const changeableFields = ["name", "status", "hidden", "assigneeId", "dueDay"] as const;

/** The fields that a change of a documentation sets. */
export type ChangedFields = Partial<Pick<DocumentationDetails, (typeof changeableFields)[number]>>;

/**
 * The version at which a change of `fields`, saved as `details`, can be undone: later changes of other fields by this browser do not
 * prevent the undo.
 * @throws Error if this browser has since changed one of the fields again
 */
export function findUndoVersion({ id, version }: DocumentationDetails, fields: ChangedFields): number {
  const lastSave = savesById.get(id);
  if (!lastSave?.versions.has(version)) return version;
  if (changeableFields.some((field) => field in fields && lastSave.details[field] !== fields[field]))
    throw new Error("changed again");
  return lastSave.details.version;
}
