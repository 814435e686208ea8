import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { importAnswer } from "../../../../domain/endpoints/entries";
import type { expectedAnswerList, suggestionList } from "../../../../domain/resources";
import { useCustomerId } from "../../api/session";
import type { PageRequest } from "../../kit/table/source";

export interface Entry {
  id: string;
  imported: boolean;
  dateCreated: string;
}

const answer = importAnswer({});
/** What both imports answer. */
export type ImportAnswer = Omit<z.output<typeof answer>, "items"> & {
  items: {
    text: string;
    /** Of suggestions: WGS84 degrees, as they were given or converted from RT90. */
    lat?: number;
    lng?: number;
    state: z.output<typeof answer>["items"][number]["state"];
  }[];
};

/** Suggestions and expected answers: rows of a list, 100 000 of them at times, with calls of their own (3§3). */
export interface EntryKind<E extends Entry> {
  /** Names the texts and the rows in the cache. */
  name: "suggestion" | "expectedAnswer";
  /** The lists, whose rights decide what may be done to their rows. */
  lists: typeof suggestionList | typeof expectedAnswerList;
  sortable: readonly string[];
  textOf: (entry: E) => string;
  rows: (list: string, request: PageRequest, signal: AbortSignal) => Promise<E[]>;
  total: (list: string, q: string, signal: AbortSignal) => Promise<number>;
  remove: (id: string) => Promise<unknown>;
  removeImported: (list: string) => Promise<{ removed: number }>;
  downloadPath: (list: string) => string;
  importFile: (list: string, data: string, preview: boolean) => Promise<ImportAnswer>;
}

/** A write to a list's rows: they, and the counts of the lists, are old then. Who writes shows what is refused. */
export function useEntryWrite<V, T>(
  { name, lists }: Pick<EntryKind<Entry>, "name" | "lists">,
  write: (variables: V) => Promise<T>,
) {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  return useMutation({
    mutationFn: write,
    meta: { ownErrors: true },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [customerId, name] }),
        queries.invalidateQueries({ queryKey: [customerId, lists.name, "page"] }),
      ]),
  });
}
