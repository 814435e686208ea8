import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";

/** The documentations that this browser saved, as of its last save, with the consecutive versions that only it made. */
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
 * The version on which a change can be undone that set `fields` and was saved as `details`: later changes of other fields by this
 * browser do not prevent it.
 * @throws Error if this browser has since changed one of the fields again
 */
export function findUndoVersion({ id, version }: DocumentationDetails, fields: ChangedFields): number {
  const lastSave = savesById.get(id);
  if (!lastSave?.versions.has(version)) return version;
  if (changeableFields.some((field) => field in fields && lastSave.details[field] !== fields[field]))
    throw new Error("changed again");
  return lastSave.details.version;
}
