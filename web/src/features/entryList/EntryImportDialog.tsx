import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { maxEntryFileBytes } from "#domain/lists/entryFile.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { CollapsingStack, Inline } from "#ui/layout/boxes.ts";
import { BreakableItem, Caption } from "#ui/layout/typography.ts";
import { useDialogAlert } from "./dialogAlert.ts";
import { type Entry, type EntryKind, type ImportResult, useEntryWrite } from "./entryKind.ts";
import { ImportPreview } from "./ImportPreview.tsx";

interface ImportDialogProps<E extends Entry> {
  kind: Pick<EntryKind<E>, "name" | "lists" | "importFile">;
  list: { id: string; name: string };
  hint: string;
  onClose: () => void;
}

/** The chosen file and the preview of its import. */
interface ChosenFile {
  name: string;
  data?: string;
  preview?: ImportResult;
  problem?: FileError | ApiError;
}

/** Reads a file, previews its rows and errors, and imports only after confirmation. */
export function ImportDialog<E extends Entry>({ kind, list, hint, onClose }: ImportDialogProps<E>) {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const showDialogAlert = useDialogAlert();
  const input = useRef<HTMLInputElement>(null);
  const latestRequestId = useRef(0);
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const write = useEntryWrite(kind, (data: string) => kind.importFile(list.id, data, false));
  const { preview, problem, data } = chosenFile ?? {};
  const rowCount = preview ? preview.addedCount + preview.updatedCount : 0;

  async function chooseFile(file: File | undefined) {
    if (!file) return;
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    setChosenFile({ name: file.name });
    const result = await previewFile(file);
    // Another file may have been chosen in the meantime.
    if (requestId === latestRequestId.current) setChosenFile({ name: file.name, ...result });
  }

  async function previewFile(file: File): Promise<Partial<ChosenFile>> {
    const readResult = await readTextFile(file);
    if ("error" in readResult) return { problem: readResult.error };
    try {
      return { data: readResult.data, preview: await kind.importFile(list.id, readResult.data, true) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { problem: error };
    }
  }

  async function importAll() {
    if (!chosenFile || data === undefined) return;
    try {
      const result = await write.mutateAsync(data);
      showDialogAlert({
        kind: "success",
        text: t(`${kind.name}.imported`, { count: result.addedCount + result.updatedCount }),
      });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setChosenFile({ ...chosenFile, problem: error });
    }
  }

  return (
    <Modal
      title={t(`${kind.name}.importTitle`, { name: list.name })}
      width="720px"
      narrow="fullscreen"
      onClose={() => !write.isPending && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={write.isPending}>
            {tCommon("actions.cancel")}
          </Button>
          {preview && rowCount > 0 && (
            <Button
              variant="primary"
              loading={write.isPending}
              loadingAnnouncement={tCommon("state.saving")}
              onClick={importAll}
            >
              {t("file.import", { count: rowCount })}
            </Button>
          )}
        </>
      }
    >
      <CollapsingStack>
        <div>
          <p>{hint}</p>
          <Caption>{t("file.lead")}</Caption>
        </div>
        <Inline>
          <Button
            leadingVisual={UploadIcon}
            disabled={write.isPending}
            onClick={() => input.current?.click()}
          >
            {t(chosenFile ? "file.chooseOther" : "file.choose")}
          </Button>
          {chosenFile && <BreakableItem>{chosenFile.name}</BreakableItem>}
        </Inline>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("file.choose")}
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(event) => {
            void chooseFile(event.target.files?.[0]);
            // Allows the same file to be chosen again after it was corrected.
            event.target.value = "";
          }}
        />
        <div role="alert">{problem && <Banner kind="danger">{problemTextOf(problem)}</Banner>}</div>
        {chosenFile && !preview && !problem && <Loading label={t("file.reading")} />}
        {preview && <ImportPreview result={preview} />}
      </CollapsingStack>
    </Modal>
  );

  function problemTextOf(error: FileError | ApiError): string {
    if (!(error instanceof ApiError)) return t(`file.${error}`);
    return alertText(error) ?? problemText(error);
  }
}

type FileError = "wrongKind" | "tooLarge" | "unreadable";

/** The base64 of a file of rows (3§5), or the reason to refuse it. */
async function readTextFile(file: File): Promise<{ data: string } | { error: FileError }> {
  if (!/\.(txt|csv)$/i.test(file.name)) return { error: "wrongKind" };
  if (file.size > maxEntryFileBytes) return { error: "tooLarge" };
  try {
    return { data: toBase64(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { error: "unreadable" };
  }
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Chunks keep the number of arguments within every engine's limit.
  for (let index = 0; index < bytes.length; index += 32_768)
    parts.push(String.fromCharCode(...bytes.subarray(index, index + 32_768)));
  return btoa(parts.join(""));
}
