import { useMemo, useState } from "react";
import { mergeFiles, questionsOf, validateExportDraft } from "#domain/delivery/exportDraft.ts";
import type { DestinationOption } from "#domain/endpoints/exports/manualExport.ts";
import type { ExportRequest, ExportSource } from "./exportSource.ts";
import { useItemSelection } from "./useItemSelection.ts";

/** What the dialog is filled in with, and the wish that follows from it. */
export function useExportDraft(source: ExportSource, destinations: readonly DestinationOption[]) {
  const whole = source.kind === "documentation" ? source : null;
  const photos = useItemSelection(whole?.photos ?? none);
  const files = useItemSelection(whole?.files ?? none);
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(destinations.length === 1 ? destinations.map(idOf) : []),
  );
  const [markup, setMarkup] = useState(true);
  const [params, setParams] = useState<Readonly<Record<string, string>>>({});
  const [external, setExternal] = useState<{ files: readonly File[]; replaced: readonly string[] }>({
    files: [],
    replaced: [],
  });

  const chosen = useMemo(
    () => destinations.filter((destination) => chosenIds.has(idOf(destination))),
    [destinations, chosenIds],
  );
  const questions = useMemo(() => questionsOf(chosen), [chosen]);
  const takers = chosen.filter(({ takesExternalFiles }) => takesExternalFiles);
  const sentAlong = takers.length > 0 ? external.files : [];
  // One object for as long as it says the same: the plan is worked out once for each.
  const request = useMemo<ExportRequest>(
    () => ({
      destinations: chosen.map(idOf),
      photoIds: photos.ids,
      fileIds: files.ids,
      markup,
      params: Object.fromEntries(
        questions.flatMap(({ name }) => {
          const answer = params[name]?.trim();
          return answer ? [[name, answer]] : [];
        }),
      ),
    }),
    [chosen, photos.ids, files.ids, markup, questions, params],
  );
  const shown = source.kind === "comparison" ? source.photoIds.length : photos.total;
  return {
    chosenIds,
    params,
    questions,
    markup,
    setMarkup,
    photos,
    files,
    takers,
    external,
    sentAlong,
    wish: request,
    faults: validateExportDraft({
      destinations: chosen,
      params,
      photos: { chosen: source.kind === "comparison" ? shown : photos.chosen, total: shown },
      files,
      external: sentAlong,
    }),
    choose: (id: string, on: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        if (on) next.add(id);
        else next.delete(id);
        return next;
      }),
    answer: (name: string, value: string) => setParams((before) => ({ ...before, [name]: value })),
    setExternal: {
      add: (added: readonly File[]) => setExternal(({ files: before }) => mergeFiles(before, added)),
      remove: (file: File) =>
        setExternal(({ files: before }) => ({ files: before.filter((one) => one !== file), replaced: [] })),
    },
  };
}

export type Draft = ReturnType<typeof useExportDraft>;

const idOf = ({ templateExportConfigurationId: id }: DestinationOption): string => id;

/** A constant, so that it never causes a redraw. */
const none: readonly { id: string; hasData: boolean }[] = [];
