/** What an operation takes of the platform, as the platform charges for it. */
export interface Metered {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  /** Milliseconds in which the database does nothing else, as it says itself. */
  databaseMs: number;
  /** R2's writing and its reading operations. */
  classA: number;
  classB: number;
  /** Pictures that the image service makes. */
  transformations: number;
  /** Sent to a queue. */
  messages: number;
  /** Calls and batches of messages that the Worker takes. */
  requests: number;
}
