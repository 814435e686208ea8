/*
 * The floors of the Worker, from the ground up. A file may import its own floor and those below, never one above: a change high
 * up cannot break what lies below, and the lower floors can be read on their own.
 */

/** From the ground. A name ending in a slash is a folder, any other a file without its extension. */
export const layers: readonly (readonly string[])[] = [
  ["env", "secrets"],
  ["db/"],
  ["http/"],
  ["mail/"],
  ["export/"],
  ["connectors/"],
  ["fonts"],
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

/** The floor of a file of the Worker, given without `worker/` and extension; -1 for a folder without a floor. */
const layerOf = (file: string): number =>
  layers.findIndex((rooms) =>
    rooms.some((room) => (room.endsWith("/") ? `${file}/`.startsWith(room) : file === room)),
  );

const featureOf = (file: string): string | undefined => /^features\/([^/]+)\//.exec(file)?.[1];

/** The fault of an import between two files of the Worker, or null. Paths are given without `worker/` and extension. */
export function layerFault(from: string, to: string): string | null {
  const [lower, upper] = [layerOf(from), layerOf(to)];
  if (lower === -1) return `worker/${from} is on no floor (scripts/checks/layers.ts)`;
  if (upper === -1) return `worker/${to} is on no floor (scripts/checks/layers.ts)`;
  if (upper > lower) return `${layers[upper]!.join(", ")} lies above ${layers[lower]!.join(", ")}`;
  const [one, other] = [featureOf(from), featureOf(to)];
  if (one && other && one !== other)
    return `feature ${one} may not import feature ${other}: what they share belongs below`;
  return null;
}
