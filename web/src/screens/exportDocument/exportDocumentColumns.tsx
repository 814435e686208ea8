import { AlertIcon, CheckCircleIcon, HourglassIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { useReasonText } from "#api/useReasonText.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import type { exportDocument } from "#domain/resources/index.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

type ExportDocument = ListRow<typeof exportDocument>;

/** The state of a document, with the reason if it failed. */
function DocumentState({ row: { state, reason } }: { row: ExportDocument }) {
  const { t } = useTranslation("exportDocument");
  const reasonText = useReasonText();
  const { icon: StateIcon, colour } = stateIcons[state];
  return (
    <Stack $gap={4}>
      <Line>
        <StateIcon fill={colour} />
        {t(`state.${state}`)}
      </Line>
      {state === "FAILED" && reason && <Note as="div">{reasonText(reason)}</Note>}
    </Stack>
  );
}

const stateIcons = {
  MAKING: { icon: HourglassIcon, colour: "var(--fgColor-muted)" },
  READY: { icon: CheckCircleIcon, colour: "var(--fgColor-success)" },
  FAILED: { icon: AlertIcon, colour: "var(--fgColor-danger)" },
} as const;

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
`;

export function useExportDocumentColumns() {
  const { t } = useTranslation("exportDocument");
  return [
    {
      id: "fileName",
      header: t("fields.fileName"),
      isRowHeader: true,
      cell: (row: ExportDocument) => row.fileName,
    },
    {
      id: "documentationName",
      header: t("fields.documentationName"),
      cell: ({ documentationId, documentationName }: ExportDocument) =>
        documentationId ? (
          <Link to={`/documentation/details/${documentationId}`}>{documentationName}</Link>
        ) : (
          documentationName
        ),
    },
    ...useCustomerColumn<ExportDocument>(),
    { id: "userName", header: t("fields.userName"), cell: (row: ExportDocument) => row.userName },
    {
      id: "state",
      header: t("fields.state"),
      width: "200px",
      cell: (row: ExportDocument) => <DocumentState row={row} />,
    },
    {
      id: "size",
      header: t("fields.size"),
      align: "end",
      cell: (row: ExportDocument) => (row.state === "READY" ? formatBytes(row.size) : "–"),
    },
    {
      id: "expireDate",
      header: t("fields.expireDate"),
      width: "160px",
      cell: (row: ExportDocument) => <DateTime value={row.expireDate} />,
    },
    {
      id: "lastModified",
      header: t("fields.lastModified"),
      width: "160px",
      cell: (row: ExportDocument) => <DateTime value={row.lastModified} />,
    },
  ] as const;
}
