/*
 * The floors of the Worker, from the ground up. A file may import its own floor and those below it, never one above: so a change
 * high up cannot break what lies under it, and the ground can be read without knowing the roof.
 */

/** From the ground. A name ending in a slash is a room, any other one file without its extension. */
export const floors: readonly (readonly string[])[] = [
  ["env", "secrets"],
  ["db/"],
  ["http/"],
  ["mail/"],
  ["export/"],
  ["media/"],
  ["entrance/"],
  ["ingest/"],
  ["jobs/"],
  ["resources/"],
  ["documentation/"],
  ["features/"],
  ["jobKinds"],
  ["cron/"],
  ["app", "index"],
];

/** The floor of a file of the Worker, its path without `worker/` and extension; -1 for a room that has none. */
const floorOf = (file: string): number =>
  floors.findIndex((rooms) =>
    rooms.some((room) => (room.endsWith("/") ? `${file}/`.startsWith(room) : file === room)),
  );

const featureOf = (file: string): string | undefined => /^features\/([^/]+)\//.exec(file)?.[1];

/** What is wrong with an import between two files of the Worker, or null. Paths begin after `worker/` and have no extension. */
export function floorFault(from: string, to: string): string | null {
  const [lower, upper] = [floorOf(from), floorOf(to)];
  if (lower === -1) return `worker/${from} is on no floor (scripts/checks/floors.ts)`;
  if (upper === -1) return `worker/${to} is on no floor (scripts/checks/floors.ts)`;
  if (upper > lower) return `${floors[upper]!.join(", ")} lies above ${floors[lower]!.join(", ")}`;
  const [one, other] = [featureOf(from), featureOf(to)];
  if (one && other && one !== other)
    return `feature ${one} may not import feature ${other}: what they share belongs below`;
  return null;
}
