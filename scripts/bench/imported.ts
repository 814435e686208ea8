/** What the bench wants imported, into a new list of a new customer, as often as it says. */
export interface ImportRequest {
  params: Record<string, string>;
  apiKey: string;
  times: number;
}

/** What an import came to. */
export interface Imported {
  milliseconds: number;
  count: number;
  added: number;
  updated: number;
}
