import { FilterIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { Params } from "#domain/configuration/typedParams.ts";
import { taskFilterKeys } from "#domain/configuration/types.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import { documentationTaskFilter } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { TypedParams } from "#features/typedConfiguration/TypedParams.tsx";
import { TypeField } from "#features/typedConfiguration/TypeField.tsx";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { getInitialTypedValues, validateTypedValues } from "#features/typedConfiguration/typedValues.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { ParamsText } from "./ParamsText.tsx";

const { Text, Number: Integer, Flag } = createFields(documentationTaskFilter);
type TaskFilter = ListRow<typeof documentationTaskFilter>;

const initialValues = {
  type: "ANSWER",
  position: 0,
  params: getInitialTypedValues(taskFilterKeys.ANSWER).params,
} as const;

/** OPERATOR and ANSWER apply to preconditions on an answer only, not to those on photos taken. */
const isApplicable = (key: string, params: Params) =>
  !["OPERATOR", "ANSWER"].includes(key) || (params.PRECONDITION_TYPE ?? "TASK_ANSWER") === "TASK_ANSWER";

/** /documentationTaskFilter (3§2). */
export default function TaskFilterList() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={documentationTaskFilter}
      title={tCommon("routes.documentationTaskFilter")}
      lead={t("filter.lead")}
      searchHint={t("searchHint")}
      columns={useColumns()}
      icon={FilterIcon}
      emptyTitle={t("filter.emptyTitle")}
      toNamedRow={(row) => row}
      form={(form) => (
        <ResourceForm
          resource={documentationTaskFilter}
          {...form}
          initial={initialValues}
          title={t(form.id === null ? "filter.add" : "filter.edit")}
          rules={validateTypedValues(taskFilterKeys)}
        >
          <CustomerField />
          <Pair>
            <Text name="name" label={tCommon("fields.name")} />
            <TypeField keysByType={taskFilterKeys} />
          </Pair>
          <Pair>
            <Integer name="position" label={t("fields.position")} min={0} max={1_000_000} />
            <Flag name="automatic" label={t("fields.automatic")} caption={t("filter.automaticHint")} />
          </Pair>
          <TypedParams keysByType={taskFilterKeys} applies={isApplicable} />
        </ResourceForm>
      )}
    />
  );
}

function useColumns() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  return [
    {
      id: "position",
      header: t("fields.position"),
      align: "end",
      width: "96px",
      cell: (row: TaskFilter) => row.position,
    },
    { id: "name", header: tCommon("fields.name"), isRowHeader: true, cell: (row: TaskFilter) => row.name },
    ...useCustomerColumn<TaskFilter>(),
    { id: "type", header: t("fields.type"), cell: (row: TaskFilter) => typeText(row.type) },
    {
      id: "params",
      header: t("fields.params"),
      isOmitted: (row: TaskFilter) => Object.keys(row.params).length === 0,
      cell: (row: TaskFilter) => <ParamsText {...row} />,
    },
    {
      id: "automatic",
      header: t("fields.automatic"),
      cell: (row: TaskFilter) => tCommon(row.automatic ? "state.yes" : "state.no"),
    },
  ] as const;
}
