import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import { unknownCoordinate } from "#domain/core/fields.ts";
import { FileReading } from "#features/fileReading/FileReading.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { SmallCode, SmallTitle } from "#ui/layout/typography.ts";
import type { ImportResult } from "./entryKind.ts";

const variants = {
  NEW: "success",
  UPDATED: "accent",
  UNCHANGED: "secondary",
  LEFT_OUT: "attention",
} as const;

/** A preview of an import: counts, every error with its line, and the first resulting rows. */
export function ImportPreview({ result }: { result: ImportResult }) {
  const { t } = useTranslation("lists");
  const counts = [
    ["lines", result.lineCount],
    ["added", result.addedCount],
    ["updated", result.updatedCount],
    ["unchanged", result.unchangedCount],
    // Only some lists skip names.
    ...(result.omittedCount > 0 ? ([["documented", result.omittedCount]] as const) : []),
    ["duplicates", result.repeatedLineCount],
    ["invalid", result.errorCount],
  ] as const;
  return (
    <>
      <section aria-label={t("file.previewTitle")} role="status">
        <Counts>
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt>{t(`file.${name}`)}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ))}
        </Counts>
        {result.addedCount + result.updatedCount === 0 && <p>{t("file.nothingToImport")}</p>}
      </section>
      <FileReading
        reading={result.reading}
        labelOf={(field) => {
          if (field === "lat" || field === "lng") return t(`fields.${field}`);
          return field === "text" ? t("file.wholeLine") : field;
        }}
      />
      {result.caseVariants.length > 0 && (
        <Banner kind="warning" detail={result.caseVariants.join(", ")}>
          {t("file.caseVariants")}
        </Banner>
      )}
      {result.errorCount > 0 && <LineErrors result={result} />}
      {result.items.length > 0 && <Items result={result} />}
    </>
  );
}

function LineErrors({ result: { errors, errorCount } }: { result: ImportResult }) {
  const { t } = useTranslation("lists");
  const title = t("file.invalidLines", { count: errorCount });
  const nameOf = (field: string) => {
    if (field === "lat" || field === "lng") return t(`fields.${field}`);
    return field === "text" ? t("file.wholeLine") : field;
  };
  return (
    <section>
      <Banner kind="warning" detail={moreText()}>
        {title}
      </Banner>
      <ScrollArea tabIndex={0} role="region" aria-label={title}>
        <Table>
          <thead>
            <tr>
              <th scope="col">{t("file.line")}</th>
              <th scope="col">{t("file.problem")}</th>
              <th scope="col">{t("file.value")}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ line, field, error, text }) => (
              <tr key={`${line} ${field}`}>
                <th scope="row">{t("file.lineNumber", { line })}</th>
                <td>
                  {nameOf(field)}: {fieldErrorText(error)}
                </td>
                <td>
                  <SmallCode>{text}</SmallCode>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollArea>
    </section>
  );

  function moreText(): string | undefined {
    return errors.length < errorCount
      ? t("file.limitedErrors", { errorCount: errors.length, count: errorCount })
      : undefined;
  }
}

function Items({
  result: { items, addedCount, updatedCount, unchangedCount, omittedCount },
}: {
  result: ImportResult;
}) {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const formatDegrees = (value = unknownCoordinate) =>
    value === unknownCoordinate ? tCommon("state.emptyValue") : String(Number(value.toFixed(6)));
  const hasPositions = items.some(({ lat = unknownCoordinate }) => lat !== unknownCoordinate);
  return (
    <section>
      <SmallTitle>{t("file.contents")}</SmallTitle>
      {items.length < addedCount + updatedCount + unchangedCount + omittedCount && (
        <p>{t("file.limitedContents", { count: items.length })}</p>
      )}
      <ScrollArea tabIndex={0} role="region" aria-label={t("file.contents")}>
        <Table>
          <thead>
            <tr>
              <th scope="col">{t("file.wholeLine")}</th>
              {hasPositions && (
                <>
                  <th scope="col">{t("fields.lat")}</th>
                  <th scope="col">{t("fields.lng")}</th>
                </>
              )}
              <th scope="col">{t("file.status")}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.text}>
                <td>{item.text}</td>
                {hasPositions && (
                  <>
                    <td>{formatDegrees(item.lat)}</td>
                    <td>{formatDegrees(item.lng)}</td>
                  </>
                )}
                <td>
                  <Label variant={variants[item.state]}>{t(`file.state.${item.state}`)}</Label>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollArea>
    </section>
  );
}

const Counts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(84px, 1fr));
  gap: var(--base-size-8);
  margin: 0;
  /* Numbers align, however long their labels are. */
  > div {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
  }
  dt {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  dd {
    margin: 0;
    font-size: var(--text-title-size-small);
    font-variant-numeric: tabular-nums;
  }
`;

const ScrollArea = styled.div`
  max-height: 240px;
  margin-top: var(--base-size-8);
  overflow: auto;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  th,
  td {
    padding: var(--base-size-6) var(--base-size-12);
    border-top: 1px solid var(--borderColor-muted);
    font-weight: inherit;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  thead th {
    position: sticky;
    top: 0;
    border-top: 0;
    background: var(--bgColor-muted);
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  tbody th {
    white-space: nowrap;
  }
`;
