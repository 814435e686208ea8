/** A request to import a list into a new list of a new customer, repeatedly. */
export interface ImportRequest {
  params: Record<string, string>;
  apiKey: string;
  times: number;
}

/** The result of an import. */
export interface Imported {
  milliseconds: number;
  count: number;
  added: number;
  updated: number;
}
