import { ChecklistIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import { expectedAnswerList } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { EntryListScreen, useEntryListColumns } from "#features/entryList/EntryListScreen.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { ExpectedAnswersDialog } from "./ExpectedAnswersDialog.tsx";
import { ListTasksField } from "./ListTasksField.tsx";

const { Text, TextArea } = createFields(expectedAnswerList);

type List = ListRow<typeof expectedAnswerList>;

/** /expectedAnswerList (3§2). */
export default function ExpectedAnswerList() {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  return (
    <EntryListScreen
      kind="expectedAnswer"
      resource={expectedAnswerList}
      icon={ChecklistIcon}
      columns={[
        ...useEntryListColumns<List>(),
        {
          id: "answerCount",
          header: t("expectedAnswer.entries"),
          align: "end",
          cell: (row) => formatNumber(row.answerCount ?? 0),
        },
      ]}
      form={(form) => (
        <ResourceForm
          resource={expectedAnswerList}
          {...form}
          title={t(form.id === null ? "expectedAnswer.add" : "expectedAnswer.edit")}
        >
          <CustomerField />
          <Text name="name" label={tCommon("fields.name")} />
          <TextArea name="description" label={t("fields.description")} rows={3} />
          <ListTasksField />
        </ResourceForm>
      )}
      entries={(row, onClose) => <ExpectedAnswersDialog list={row} onClose={onClose} />}
    />
  );
}
