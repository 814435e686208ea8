import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { importCSV } from "#domain/endpoints/configuration/templateCalls.ts";
import { FileReading } from "#features/fileReading/FileReading.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Inline, Scroller, Stack } from "#ui/layout/boxes.ts";
import { TaskTable } from "../tasks/TaskTable.tsx";
import { Frame, Table } from "../templateStyles.ts";

type ImportResult = z.output<NonNullable<typeof importCSV.response>>;

interface CsvPreviewProps {
  result: ImportResult;
  isImporting: boolean;
  onImport: (skipFaulty: boolean) => void;
}

/** Preview of the import: every error with its line, and the tasks that would be added. */
export function CsvPreview({ result, isImporting, onImport }: CsvPreviewProps) {
  const { t } = useTranslation("template");
  const { reading, lines, imported, errors, tasks } = result;
  const hasErrors = errors.length > 0;
  return (
    <Stack>
      <Banner kind={hasErrors ? "warning" : "success"}>
        {t("csv.importableLines", { count: imported, lines })}
        {hasErrors && ` · ${t("csv.errorCount", { count: errors.length })}`}
      </Banner>
      <FileReading reading={reading} labelOf={(field) => field} />
      {hasErrors && <ErrorTable errors={errors} />}
      {imported === 0 ? (
        <p>{t("csv.nothingToImport")}</p>
      ) : (
        <>
          <Inline>
            <Button
              variant={hasErrors ? "default" : "primary"}
              labelWrap
              loading={isImporting}
              onClick={() => onImport(hasErrors)}
            >
              {t(hasErrors ? "csv.importValid" : "csv.import", { count: imported })}
            </Button>
          </Inline>
          <TaskTable tasks={tasks} label={t("csv.tasks")} />
        </>
      )}
    </Stack>
  );
}

function ErrorTable({ errors }: { errors: ImportResult["errors"] }) {
  const { t } = useTranslation("template");
  return (
    <Frame>
      <Scroller>
        <Table aria-label={t("csv.errorCount", { count: errors.length })}>
          <thead>
            <tr>
              <th scope="col">{t("csv.line")}</th>
              <th scope="col">{t("csv.column")}</th>
              <th scope="col">{t("csv.problem")}</th>
              <th scope="col">{t("csv.value")}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ line, column, error, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line can have the same error twice, and the list never changes
              <tr key={index}>
                <td>{line}</td>
                <td>{column ?? t("csv.wholeLine")}</td>
                <td>{fieldErrorText(error)}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroller>
    </Frame>
  );
}
