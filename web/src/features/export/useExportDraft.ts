import { useMemo, useState } from "react";
import type { DestinationOption } from "#domain/delivery/destination.ts";
import { mergeFiles, questionsOf, validateExportDraft } from "#domain/delivery/exportDraft.ts";
import type { ExportRequest, ExportSource } from "./exportSource.ts";
import { useItemSelection } from "./useItemSelection.ts";

/** The state of the export form, and the request that follows from it. */
export function useExportDraft(source: ExportSource, destinations: readonly DestinationOption[]) {
  const documentation = source.kind === "documentation" ? source : null;
  const photos = useItemSelection(documentation?.photos ?? emptyItems);
  const files = useItemSelection(documentation?.files ?? emptyItems);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(
    () => new Set(destinations.length === 1 ? destinations.map(idOf) : []),
  );
  const [markup, setMarkup] = useState(true);
  const [threads, setThreads] = useState(false);
  const [params, setParams] = useState<Readonly<Record<string, string>>>({});
  const [external, setExternal] = useState<{ files: readonly File[]; replaced: readonly string[] }>({
    files: [],
    replaced: [],
  });

  const selectedDestinations = useMemo(
    () => destinations.filter((destination) => selectedIds.has(idOf(destination))),
    [destinations, selectedIds],
  );
  const questions = useMemo(() => questionsOf(selectedDestinations), [selectedDestinations]);
  const externalFileDestinations = selectedDestinations.filter(
    ({ takesExternalFiles }) => takesExternalFiles,
  );
  const sentExternalFiles = externalFileDestinations.length > 0 ? external.files : [];
  const offersThreads =
    documentation?.hasThreads === true &&
    selectedDestinations.some(({ takesThreads, hasThreads }) => takesThreads && !hasThreads);
  // Memoised: the plan is fetched once per request object.
  const request = useMemo<ExportRequest>(
    () => ({
      destinations: selectedDestinations.map(idOf),
      photoIds: photos.ids,
      fileIds: files.ids,
      markup,
      threads: threads && offersThreads,
      params: Object.fromEntries(
        questions.flatMap(({ name }) => {
          const trimmedAnswer = params[name]?.trim();
          return trimmedAnswer ? [[name, trimmedAnswer]] : [];
        }),
      ),
    }),
    [selectedDestinations, photos.ids, files.ids, markup, threads, offersThreads, questions, params],
  );
  const photoCount = source.kind === "comparison" ? source.photoIds.length : photos.total;
  return {
    selectedIds,
    params,
    questions,
    markup,
    setMarkup,
    offersThreads,
    threads,
    setThreads,
    photos,
    files,
    externalFileDestinations,
    external,
    sentExternalFiles,
    request,
    errors: validateExportDraft({
      destinations: selectedDestinations,
      params,
      photos: {
        selectedCount: source.kind === "comparison" ? photoCount : photos.selectedCount,
        total: photoCount,
      },
      files,
      external: sentExternalFiles,
    }),
    choose: (id: string, isSelected: boolean) =>
      setSelectedIds((current) => {
        const next = new Set(current);
        if (isSelected) next.add(id);
        else next.delete(id);
        return next;
      }),
    answer: (name: string, value: string) => setParams((current) => ({ ...current, [name]: value })),
    setExternal: {
      add: (addedFiles: readonly File[]) =>
        setExternal(({ files: currentFiles }) => mergeFiles(currentFiles, addedFiles)),
      remove: (file: File) =>
        setExternal(({ files: currentFiles }) => ({
          files: currentFiles.filter((otherFile) => otherFile !== file),
          replaced: [],
        })),
    },
  };
}

export type ExportDraft = ReturnType<typeof useExportDraft>;

const idOf = ({ templateExportConfigurationId: id }: DestinationOption): string => id;

/** A constant, so that it never causes a re-render. */
const emptyItems: readonly { id: string; hasData: boolean }[] = [];
