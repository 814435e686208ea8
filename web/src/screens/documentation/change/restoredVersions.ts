/**
 * Undoing a change restores what a documentation was, under a new version. The step before it was made at the restored version, so it
 * needs the new one to be undone in turn.
 */
const newVersions = new Map<string, number>();

const keyOf = (id: string, version: number) => `${id} ${version}`;

export const recordRestoredVersion = (id: string, version: number, newVersion: number): void =>
  void newVersions.set(keyOf(id, version), newVersion);

/** The version that now stands for one of a documentation's earlier versions. */
export function currentVersionOf(id: string, version: number): number {
  const newVersion = newVersions.get(keyOf(id, version));
  return newVersion === undefined ? version : currentVersionOf(id, newVersion);
}
