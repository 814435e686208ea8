import { LightBulbIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import type { Row } from "#domain/contract/resource.ts";
import { hasPosition } from "#domain/core/fields.ts";
import type { Suggestion } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { parseContactColumns, splitContactValues } from "#domain/lists/suggestion.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { EntriesDialog } from "#features/entryList/EntriesDialog.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { SuggestionForm } from "./SuggestionForm.tsx";
import { suggestionKind } from "./suggestionKind.ts";

type List = Row<typeof suggestionList>;

/** The rows of a list. The table of lists lacks the columns, so the whole list is fetched first. */
export function SuggestionsDialog({
  list: { id, name },
  onClose,
}: {
  list: { id: string; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation("lists");
  const customerId = useCustomerId();
  const listQuery = useQuery({
    queryKey: [customerId, suggestionList.name, "entriesOf", id],
    queryFn: ({ signal }) => fetchItem(suggestionList, id, signal),
    // The list's columns may have changed just before.
    staleTime: 0,
    meta: { handlesErrors: true },
  });
  if (listQuery.data) return <Suggestions list={listQuery.data} onClose={onClose} />;
  return (
    <Modal title={t("suggestion.entriesOf", { name })} width="1040px" narrow="fullscreen" onClose={onClose}>
      {listQuery.error instanceof ApiError && !listQuery.isFetching ? (
        <LoadError failure={listQuery.error} onRetry={() => listQuery.refetch()} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

function Suggestions({ list, onClose }: { list: List; onClose: () => void }) {
  const { t } = useTranslation("lists");
  const { columns } = parseContactColumns(list.params);
  return (
    <EntriesDialog
      kind={suggestionKind}
      list={list}
      icon={LightBulbIcon}
      fileHint={t(`file.hint.${list.type}`, { columns: columns.join(";") })}
      columns={useSuggestionColumns(list)}
      form={(entry, close) => <SuggestionForm list={list} entry={entry} onClose={close} />}
      onClose={onClose}
    />
  );
}

function useSuggestionColumns(list: List): TableColumn<Suggestion>[] {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const noneText = tCommon("state.emptyValue");
  if (list.type === "CONTACT_PERSONS")
    return parseContactColumns(list.params).columns.map((name, index) => ({
      // Contact persons are sorted by their texts: by the first column, then the next.
      id: index === 0 ? "text" : `column${index}`,
      header: name,
      isRowHeader: index === 0,
      cell: ({ text: textColumn }) => splitContactValues(textColumn)[index] || noneText,
    }));
  const text: TableColumn<Suggestion> = {
    id: "text",
    header: t("suggestion.entry"),
    isRowHeader: true,
    cell: (row) => row.text,
  };
  if (list.type === "TASK_OPTIONS") return [text];
  const createDegreeColumn = (id: "lat" | "lng"): TableColumn<Suggestion> => ({
    id,
    header: t(`fields.${id}`),
    align: "end",
    isOmitted: (row) => !hasPosition(row),
    cell: (row) => (hasPosition(row) ? String(row[id]) : noneText),
  });
  return [text, createDegreeColumn("lat"), createDegreeColumn("lng")];
}
