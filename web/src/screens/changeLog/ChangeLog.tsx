import { RocketIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ListRow } from "#domain/contract/resource.ts";
import { changeLog } from "#domain/resources/index.ts";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { StrongDigits } from "#ui/layout/typography.ts";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";

type Release = ListRow<typeof changeLog>;

/** /changeLog (1§2). */
export default function ChangeLog() {
  const { t } = useTranslation("log");
  const { t: tCommon } = useTranslation();
  const toNamedRow = ({ id, version, versionCode }: Release) => ({
    id,
    version,
    name: t("changeLog.versionName", { code: versionCode }),
  });
  return (
    <ResourceScreen
      resource={changeLog}
      title={tCommon("routes.changeLog")}
      lead={t("changeLog.lead")}
      searchHint={t("changeLog.searchHint")}
      columns={useColumns()}
      icon={RocketIcon}
      emptyTitle={t("changeLog.emptyTitle")}
      toNamedRow={(row) => toNamedRow(row)}
      form={(form) => <ChangeLogForm {...form} />}
    />
  );
}

function useColumns() {
  const { t } = useTranslation("log");
  const { t: tCommon } = useTranslation();
  return [
    {
      id: "versionCode",
      header: t("changeLog.versionCode"),
      width: "200px",
      isRowHeader: true,
      cell: (row: Release) => <StrongDigits>{row.versionCode}</StrongDigits>,
    },
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "170px",
      cell: (row: Release) => <DateTime value={row.dateCreated} />,
    },
    {
      id: "description",
      header: t("changeLog.description"),
      cell: (row: Release) => <Description>{row.description}</Description>,
    },
  ] as const;
}

const fields = createFields(changeLog);

function ChangeLogForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("log");
  return (
    <ResourceForm
      resource={changeLog}
      id={id}
      title={t(id === null ? "changeLog.add" : "changeLog.edit")}
      onClose={onClose}
    >
      <fields.Number
        name="versionCode"
        label={t("changeLog.versionCode")}
        caption={t("changeLog.versionCodeHint")}
        min={1}
        max={2_000_000_000}
      />
      <fields.TextArea name="description" label={t("changeLog.description")} rows={10} />
    </ResourceForm>
  );
}

/** Keeps line breaks, at a readable width. */
const Description = styled.div`
  max-width: 80ch;
  padding-block: var(--base-size-4);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
