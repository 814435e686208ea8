/**
 * The data of a measure. `empty` is created for every run; measures on `albums` and `rows` add
 * nothing that another one reads.
 */
export type Data = "empty" | "albums" | "rows";

/** A server that can be killed and restarted on the same state. */
export interface BenchServer {
  /** Kills the runtime's process, as a power failure would, and starts another. */
  killAndRestart(): Promise<void>;
}

export interface MeasureContext {
  log: (text: string) => void;
  server: BenchServer;
  /** Of `rows`. */
  documentationCount: number;
}
