import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { type CsvContent, readCsv } from "./readCsv.ts";

interface CsvFileProps {
  file: CsvContent | null;
  missing: boolean;
  onChange: (file: CsvContent | null) => void;
}

/** The file to import. The browser's own control speaks its own language, so a button stands for it. */
export function CsvFile({ file, missing, onChange }: CsvFileProps) {
  const { t } = useTranslation("template");
  const { t: common } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const fault = file?.fault ? t(`csv.${file.fault}`) : missing ? common("field.required") : null;
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
            const [chosen] = target.files ?? [];
            if (chosen) onChange(await readCsv(chosen));
            // The same file, mended, can be chosen again.
            target.value = "";
          }}
        />
        <Button leadingVisual={UploadIcon} aria-describedby={hint} onClick={() => input.current?.click()}>
          {common("form.chooseFile")}
        </Button>
        {file && <span>{t("csv.chosen", { name: file.name })}</span>}
      </Inline>
      <Note id={hint}>{t("csv.fileCaption")}</Note>
      {fault && (
        <FieldErrorText as="div" role="alert">
          {fault}
        </FieldErrorText>
      )}
    </Stack>
  );
}
