/** What a measurement finds in the database: everything, two albums of photos, or nothing. */
export type Fill = "everything" | "albums" | "nothing";

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
};

/** What is filled for one measurement alone, or for all. */
export const fillFor = (only: string | undefined): Fill => fills[only ?? ""] ?? "everything";
