/** What a measurement finds in the database: everything, two albums of photos, real rows, such in several databases or beside an empty one, or nothing. */
export type Fill = "everything" | "albums" | "real" | "multiDatabase" | "move" | "nothing";

const fills: Readonly<Record<string, Fill>> = {
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
  multiDatabase: "multiDatabase",
  move: "move",
};

/** What is filled for one measurement alone, or for all. */
export const fillFor = (only: string | undefined): Fill => fills[only ?? ""] ?? "everything";

/** The end of a state's directory: measurements that find other things have a state of their own. */
export const stateOf = (fill: Fill, documentations: number): string =>
  ({
    everything: "",
    albums: "-albums",
    nothing: "-arrivals",
    real: `-real-${documentations}`,
    multiDatabase: `-across-${documentations}`,
    move: "-move",
  })[fill];
