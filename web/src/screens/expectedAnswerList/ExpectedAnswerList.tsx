import { ChecklistIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import { expectedAnswerList } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { EntryListScreen } from "#features/entryList/EntryListScreen.tsx";
import { fieldsOf } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { ExpectedAnswersDialog } from "./ExpectedAnswersDialog.tsx";

const { Text, TextArea } = fieldsOf(expectedAnswerList);

type List = ListRow<typeof expectedAnswerList>;

/** /expectedAnswerList (3§2). */
export default function ExpectedAnswerList() {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  return (
    <EntryListScreen
      kind="expectedAnswer"
      resource={expectedAnswerList}
      icon={ChecklistIcon}
      countId="answerCount"
      countOf={(row: List) => row.answerCount ?? 0}
      form={(form) => (
        <ResourceForm
          resource={expectedAnswerList}
          {...form}
          title={t(form.id === null ? "expectedAnswer.add" : "expectedAnswer.edit")}
        >
          <CustomerField />
          <Text name="name" label={common("fields.name")} />
          <TextArea name="description" label={t("fields.description")} rows={3} />
        </ResourceForm>
      )}
      entries={(row, onClose) => <ExpectedAnswersDialog list={row} onClose={onClose} />}
    />
  );
}
