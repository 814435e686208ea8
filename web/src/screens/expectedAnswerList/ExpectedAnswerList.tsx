import { ChecklistIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "../../../../domain/resource";
import { expectedAnswerList } from "../../../../domain/resources";
import { CustomerField } from "../../kit/form/CustomerField";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";
import { EntryListScreen } from "../entryList/EntryListScreen";
import { ExpectedAnswersDialog } from "./ExpectedAnswersDialog";

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
