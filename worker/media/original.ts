/** Where the bytes of an original are read. */
export interface Original {
  /** Opens it from its first byte, with its size in bytes; called again when the image service has to try twice. */
  open: () => Promise<{ body: ReadableStream<Uint8Array>; size: number }>;
  /** All of it, where it has been read already. */
  held?: Uint8Array | undefined;
}
