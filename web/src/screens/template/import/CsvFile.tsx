import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type CsvSeparator, csvColumns } from "#domain/template/templateCsv.ts";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { type CsvContent, readCsv } from "./readCsv.ts";

interface CsvFileProps {
  file: CsvContent | null;
  missing: boolean;
  separator: CsvSeparator;
  onChange: (file: CsvContent | null) => void;
}

/** Selects the file to import. A button replaces the browser's own control, whose language cannot be set. */
export function CsvFile({ file, missing, separator, onChange }: CsvFileProps) {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const errorText = file?.error ? t(`csv.${file.error}`) : missing ? tCommon("field.required") : null;
  return (
    <Stack $gap={4}>
      <strong>{t("csv.file")} *</strong>
      <Inline>
        <input
          ref={input}
          type="file"
          accept=".csv"
          hidden
          aria-label={t("csv.file")}
          onChange={async ({ target }) => {
            const [selectedFile] = target.files ?? [];
            if (selectedFile) onChange(await readCsv(selectedFile));
            // Allows selecting the same file again after it has been corrected.
            target.value = "";
          }}
        />
        <Button leadingVisual={UploadIcon} aria-describedby={hintId} onClick={() => input.current?.click()}>
          {tCommon("form.chooseFile")}
        </Button>
        {file && <span>{t("csv.chosenFile", { name: file.name })}</span>}
      </Inline>
      <Note id={hintId}>{t("csv.fileCaption", { columns: csvColumns.join(`${separator} `) })}</Note>
      {errorText && (
        <FieldErrorText as="div" role="alert">
          {errorText}
        </FieldErrorText>
      )}
    </Stack>
  );
}
