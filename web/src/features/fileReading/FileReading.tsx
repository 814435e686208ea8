import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TextEncoding } from "#domain/core/text/decodeText.ts";
import type { TableReading } from "#domain/core/text/table.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { SmallTitle } from "#ui/layout/typography.ts";

const encodingNames: Readonly<Record<TextEncoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
  macintosh: "Mac OS Roman",
  cp850: "MS-DOS 850",
};
/** Encodings that are recognised only by the letters of Swedish. */
const isGuessed = (encoding: TextEncoding) => encoding === "macintosh" || encoding === "cp850";

interface FileReadingProps {
  reading: TableReading;
  labelOf: (field: string) => string;
}

/** How an imported file was read, with warnings where the result looks wrong. */
export function FileReading({ reading, labelOf }: FileReadingProps) {
  const { t } = useTranslation();
  const { encoding, separator, hasHeader, columns, looksSeparated } = reading;
  const encodingName = encodingNames[encoding];
  const nameOf = (index: number) => columns[index]?.heading || t("fileReading.column", { number: index + 1 });
  const skippedColumns = columns.flatMap(({ field }, index) => (field === null ? [nameOf(index)] : []));
  return (
    <section aria-label={t("fileReading.title")}>
      <SmallTitle as="p">{t("fileReading.title")}</SmallTitle>
      <List>
        <li>{t("fileReading.encoding", { encoding: encodingName })}</li>
        <li>
          {t(`fileReading.separator.${separator === "\t" ? "tab" : (separator ?? "none")}`)}
          {columns.length > 1 && `. ${t(`fileReading.${hasHeader ? "header" : "noHeader"}`)}`}
        </li>
        {columns.length > 1 &&
          columns.map(({ field }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
            <li key={index}>
              {field === null
                ? t("fileReading.notImported", { column: nameOf(index) })
                : t("fileReading.importedAs", { column: nameOf(index), field: labelOf(field) })}
            </li>
          ))}
      </List>
      {looksSeparated && <Banner kind="warning">{t("fileReading.looksSeparated")}</Banner>}
      {skippedColumns.length > 0 && (
        <Banner kind="warning">
          {t("fileReading.someNotImported", { columns: skippedColumns.join(", ") })}
        </Banner>
      )}
      {isGuessed(encoding) && (
        <Banner kind="warning">{t("fileReading.encodingGuessed", { encoding: encodingName })}</Banner>
      )}
    </section>
  );
}

const List = styled.ul`
  margin: var(--base-size-4) 0 var(--base-size-8);
  padding-inline-start: var(--base-size-20);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
`;
