/**
 * Data that a measurement needs: everything, two albums of photos, real rows, real rows in several databases or next to an empty
 * one, or nothing.
 */
export type Fill = "everything" | "albums" | "real" | "databases" | "move" | "nothing";

const fillByMeasurement: Readonly<Record<string, Fill>> = {
  exports: "albums",
  documentJob: "albums",
  layouts: "albums",
  ingest: "albums",
  uploads: "nothing",
  visible: "nothing",
  faults: "nothing",
  delivery: "albums",
  imports: "nothing",
  cost: "nothing",
  console: "nothing",
  pictures: "nothing",
  real: "real",
  timeline: "real",
  weights: "real",
  databases: "databases",
  move: "move",
};

/** The data for a single measurement, or for all. */
export const fillFor = (measurementName: string | undefined): Fill =>
  fillByMeasurement[measurementName ?? ""] ?? "everything";

/** Suffix of the state directory: measurements with different data have separate states. */
export const stateSuffix = (fill: Fill, documentationCount: number): string =>
  ({
    everything: "",
    albums: "-albums",
    nothing: "-arrivals",
    real: `-real-${documentationCount}`,
    databases: `-databases-${documentationCount}`,
    move: "-move",
  })[fill];
