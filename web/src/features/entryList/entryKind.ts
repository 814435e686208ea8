import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useCustomerId } from "#api/session.ts";
import { importResult } from "#domain/endpoints/shared/listEntries.ts";
import type { expectedAnswerList, suggestionList } from "#domain/resources/index.ts";
import type { PageRequest } from "#ui/table/tableSource.ts";

export type Entry = {
  id: string;
  imported: boolean;
  dateCreated: string;
};

const resultSchema = importResult({});
/** The result of either kind of import. */
export type ImportResult = Omit<z.output<typeof resultSchema>, "items"> & {
  items: {
    text: string;
    /** Suggestions only: WGS84 degrees, as entered or converted from RT90. */
    lat?: number;
    lng?: number;
    state: z.output<typeof resultSchema>["items"][number]["state"];
  }[];
};

/** Suggestions or expected answers: up to 100 000 rows of a list, with their own calls (3§3). */
export interface EntryKind<E extends Entry, S extends string = string> {
  /** Key of the texts, and of the rows in the cache. */
  name: "suggestion" | "expectedAnswer";
  /** The lists, whose authorities apply to their rows. */
  lists: typeof suggestionList | typeof expectedAnswerList;
  sortable: readonly S[];
  textOf: (entry: E) => string;
  rows: (list: string, request: PageRequest<S>, signal: AbortSignal) => Promise<E[]>;
  total: (list: string, q: string, signal: AbortSignal) => Promise<number>;
  remove: (id: string) => Promise<unknown>;
  removeImported: (list: string) => Promise<{ removed: number }>;
  downloadPath: (list: string) => string;
  importFile: (list: string, data: string, preview: boolean) => Promise<ImportResult>;
}

/** A mutation of a list's rows: invalidates them and the row counts of the lists. The caller shows errors. */
export function useEntryWrite<V, T>(
  { name, lists }: Pick<EntryKind<Entry>, "name" | "lists">,
  write: (variables: V) => Promise<T>,
) {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  return useMutation({
    mutationFn: write,
    meta: { handlesErrors: true },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [customerId, name] }),
        queryClient.invalidateQueries({ queryKey: [customerId, lists.name, "page"] }),
      ]),
  });
}
