import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { apiBase, pathOf, toQueryString } from "#api/client.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import { downloadTempFile, getTempFile } from "#domain/endpoints/links/receivedFiles.ts";
import type { tempFile } from "#domain/resources/index.ts";
import { useDownload } from "#features/useDownload.ts";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { PlainNote } from "#ui/layout/typography.ts";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

type TempFile = ListRow<typeof tempFile>;

export function useTempFileColumns() {
  const { t } = useTranslation("tempFile");
  const { t: tCommon } = useTranslation();
  const noneText = tCommon("state.emptyValue");
  return [
    {
      id: "name",
      header: t("fields.name"),
      isRowHeader: true,
      cell: (row: TempFile) => <Name row={row} />,
    },
    ...useCustomerColumn<TempFile>(),
    {
      id: "documentationName",
      header: t("fields.documentation"),
      cell: ({ documentationId, documentationName }: TempFile) =>
        documentationId ? (
          <Link to={`/documentation/details/${documentationId}`}>{documentationName}</Link>
        ) : (
          noneText
        ),
    },
    { id: "licenseName", header: t("fields.license"), cell: (row: TempFile) => row.licenseName ?? noneText },
    {
      id: "dataSize",
      header: t("fields.size"),
      align: "end",
      cell: (row: TempFile) => (row.hasData ? formatBytes(row.dataSize) : t("uploading")),
    },
    { id: "type", header: t("fields.type"), cell: (row: TempFile) => row.type ?? noneText },
    {
      id: "decision",
      header: t("fields.decision"),
      cell: (row: TempFile) => <Decision row={row} />,
    },
    {
      id: "tokenCreator",
      header: t("fields.tokenCreator"),
      cell: (row: TempFile) => row.tokenCreator ?? noneText,
    },
    {
      id: "remoteAddr",
      header: t("fields.address"),
      cell: (row: TempFile) => (row.remoteAddr ? <Code>{row.remoteAddr}</Code> : noneText),
    },
    {
      id: "dateCreated",
      header: t("fields.created"),
      width: "160px",
      cell: (row: TempFile) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}

/** The decision of the documentation's staff about the file, and who made it. */
function Decision({ row: { decision, decidedBy, decided, hasData, documentationId } }: { row: TempFile }) {
  const { t } = useTranslation("tempFile");
  const { t: tCommon } = useTranslation();
  if (!decision) return hasData && documentationId ? t("undecided") : tCommon("state.emptyValue");
  return (
    <>
      {t(`decisions.${decision}`, { name: decidedBy ?? tCommon("state.emptyValue") })}
      <PlainNote as="div">
        <DateTime value={decided} />
      </PlainNote>
    </>
  );
}

/** Links to the file by its licence's code (2§2), or by the session if the licence no longer exists. */
function Name({ row: { id, name, hasData, licenseCode } }: { row: TempFile }) {
  const download = useDownload();
  if (!hasData) return <FileName>{name}</FileName>;
  if (!licenseCode)
    return (
      <DownloadButton onClick={() => download.mutate({ path: pathOf(downloadTempFile, { id }) })}>
        {name}
      </DownloadButton>
    );
  return (
    <FileName
      as="a"
      href={`${apiBase}${pathOf(getTempFile, { id })}${toQueryString({ licenseCode })}`}
      download={name}
    >
      {name}
    </FileName>
  );
}

/** Breaks anywhere: public uploaders choose names of any length. */
const FileName = styled.span`
  display: inline-block;
  overflow-wrap: anywhere;
`;

const DownloadButton = styled(LinkButton)`
  overflow-wrap: anywhere;
  text-align: start;
`;
