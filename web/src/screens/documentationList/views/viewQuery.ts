import { viewParams } from "#domain/endpoints/documentation/savedView.ts";

/** What a view keeps of the list's address, in one order, so that equal views are equal texts; empty where there is nothing to keep. */
export function toViewQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name, text]) => viewParams.has(name) && text !== ""));
  kept.sort();
  return kept.toString();
}
