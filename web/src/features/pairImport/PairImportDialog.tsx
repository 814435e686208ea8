import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { decodeText } from "#domain/core/text/decodeText.ts";
import type { TableReading } from "#domain/core/text/table.ts";
import type { PairImportResult } from "#domain/endpoints/configuration/pairImport.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { FileReading } from "#features/fileReading/FileReading.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { FilePicker } from "#ui/input/FilePicker.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { type PairLine, PairLines } from "./PairLines.tsx";
import type { PairImportKind } from "./pairImports.ts";
import { type PreviewLine, previewPairs } from "./pairPreview.ts";

interface ChosenFile {
  name: string;
  lines: PreviewLine[];
  reading: TableReading;
}

/** Imports a CSV file of names and aliases, or of names and tags (3§5): customer, file, preview, result. */
export function PairImportDialog({ kind, onClose }: { kind: PairImportKind; onClose: () => void }) {
  const { t } = useTranslation("pairImport");
  const { t: tCommon } = useTranslation();
  const [customer, setCustomer] = useState<Option | null>(null);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [isNotCsv, setIsNotCsv] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const acceptedLines = file?.lines.filter(({ reason }) => !reason) ?? [];
  const skippedLines = file?.lines.filter(({ reason }) => reason) ?? [];
  const importMutation = useMutation({
    mutationFn: (targetCustomerId: number) =>
      kind.send(
        targetCustomerId,
        acceptedLines.map(({ name = "", value = "" }) => ({ name, value })),
      ),
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [customerId, kind.resource.name] }),
  });
  const failure = importMutation.error instanceof ApiError ? importMutation.error : null;

  async function chooseFile(selectedFile: File) {
    importMutation.reset();
    const text = /\.csv$/i.test(selectedFile.name)
      ? decodeText(new Uint8Array(await selectedFile.arrayBuffer()))
      : null;
    setIsNotCsv(text === null);
    setFile(text === null ? null : { name: selectedFile.name, ...previewPairs(text, kind.keyOf) });
  }
  function submit() {
    setIsSubmitted(true);
    if (customer && acceptedLines.length > 0) importMutation.mutate(Number(customer.id));
  }
  const fileMessage = isNotCsv
    ? t("notCsv")
    : isSubmitted && !file
      ? tCommon("field.required")
      : file && acceptedLines.length === 0
        ? t("noneImportable")
        : undefined;
  return (
    <Modal
      title={t(`${kind.id}.title`)}
      width="720px"
      narrow="fullscreen"
      onClose={() => !importMutation.isPending && onClose()}
      footer={
        importMutation.data ? (
          <Button variant="primary" onClick={onClose}>
            {tCommon("actions.close")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={importMutation.isPending}>
              {tCommon("actions.cancel")}
            </Button>
            <Button
              variant="primary"
              loading={importMutation.isPending}
              loadingAnnouncement={t("importing")}
              onClick={submit}
            >
              {acceptedLines.length > 0 ? t("import", { count: acceptedLines.length }) : t("importNone")}
            </Button>
          </>
        )
      }
    >
      <Wrapper>
        <div role="alert">{failure && <Banner kind="danger">{problemText(failure)}</Banner>}</div>
        {importMutation.data ? (
          <ImportOutcome kind={kind} result={importMutation.data} lines={acceptedLines} />
        ) : (
          <>
            <p>{t(`${kind.id}.hint`)}</p>
            <ServerSelect
              name="customerId"
              label={tCommon("fields.customer")}
              placeholder={tCommon("form.chooseCustomer")}
              required
              disabled={importMutation.isPending}
              message={isSubmitted && !customer ? tCommon("field.required") : undefined}
              value={customer}
              queryKey="customerOptions/"
              find={fetchCustomers}
              onChange={setCustomer}
            />
            <FilePicker
              label={t("file")}
              accept=".csv,text/csv"
              required
              disabled={importMutation.isPending}
              name={file?.name ?? null}
              message={fileMessage}
              onSelect={chooseFile}
            />
            {file && (
              <FileReading
                reading={file.reading}
                labelOf={(field) => (field === "name" ? tCommon("fields.name") : t(`${kind.id}.value`))}
              />
            )}
            <PairLines
              title={t("importable", { count: acceptedLines.length })}
              lines={acceptedLines}
              valueLabel={t(`${kind.id}.value`)}
            />
            <PairLines
              title={t("willBeSkipped", { count: skippedLines.length })}
              lines={skippedLines}
              valueLabel={t(`${kind.id}.value`)}
              showsReasons
            />
          </>
        )}
      </Wrapper>
    </Modal>
  );
}

interface OutcomeProps {
  kind: PairImportKind;
  result: PairImportResult;
  /** The lines sent; the result refers to them by index. */
  lines: readonly PreviewLine[];
}

function ImportOutcome({ kind, result: { imported, ignored }, lines: sentLines }: OutcomeProps) {
  const { t } = useTranslation("pairImport");
  const lines = ignored.map(({ row, name, reason }): PairLine => {
    const { line = row + 1, value } = sentLines[row] ?? {};
    return { line, name, value, reason };
  });
  return (
    <>
      <div role="status">
        <Banner kind={imported.length > 0 ? "success" : "warning"}>
          {t("imported", { count: imported.length })}
        </Banner>
      </div>
      <PairLines
        title={t("skipped", { count: lines.length })}
        lines={lines}
        valueLabel={t(`${kind.id}.value`)}
        showsReasons
      />
    </>
  );
}

const Wrapper = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  > div:empty {
    display: none;
  }
`;
