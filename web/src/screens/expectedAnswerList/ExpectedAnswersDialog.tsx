import { ChecklistIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  type ExpectedAnswer,
  getExpectedAnswerColumns,
} from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { EntriesDialog } from "#features/entryList/EntriesDialog.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { ExpectedAnswerForm } from "./ExpectedAnswerForm.tsx";
import { expectedAnswerKind } from "./expectedAnswerKind.ts";

/** The answers of a list, with all columns that occur in them. */
export function ExpectedAnswersDialog({
  list,
  onClose,
}: {
  list: { id: string; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  // The rows are shown before the additional columns are known.
  const { data: names = [] } = useQuery({
    queryKey: [customerId, expectedAnswerKind.name, "columns", list.id],
    queryFn: ({ signal }) => call(getExpectedAnswerColumns, { params: { id: list.id }, signal }),
  });
  const columns: TableColumn<ExpectedAnswer>[] = [
    { id: "answer", header: t("expectedAnswer.entry"), isRowHeader: true, cell: ({ answer }) => answer },
    ...names.map(
      (name, index): TableColumn<ExpectedAnswer> => ({
        id: `column${index}`,
        header: name,
        isOmitted: ({ params }) => !params[name],
        cell: ({ params }) => params[name] || tCommon("state.emptyValue"),
      }),
    ),
  ];
  return (
    <EntriesDialog
      kind={expectedAnswerKind}
      list={list}
      icon={ChecklistIcon}
      fileHint={t("file.hint.expectedAnswer")}
      columns={columns}
      form={(entry, close) => (
        <ExpectedAnswerForm list={list} columns={names} entry={entry} onClose={close} />
      )}
      onClose={onClose}
    />
  );
}
