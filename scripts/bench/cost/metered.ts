/** Billable platform usage of an operation. */
export interface Metered {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  /** Milliseconds of query time, as reported by D1. */
  databaseMs: number;
  /** R2 class A (write) and class B (read) operations. */
  classA: number;
  classB: number;
  /** Transformations by the image service. */
  transformations: number;
  /** Messages sent to queues. */
  messages: number;
  /** Worker invocations: calls and message batches. */
  requests: number;
}
