import { DownloadIcon } from "@primer/octicons-react";
import { Button, Checkbox, FormControl } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { startDownload } from "#api/downloads.ts";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { downloadZipFiles, selectDocumentations } from "#domain/endpoints/documentation/zip.ts";
import { getLanguage } from "#i18n/language.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDay } from "#ui/format/dates.ts";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import type { Selection } from "#ui/select/selection.ts";
import { ZipPreviewView } from "./ZipPreviewView.tsx";

interface ZipDialogProps {
  selection: Selection;
  /** The filter behind "all". */
  filter: Record<string, string>;
  onClose: () => void;
}

/** Downloads several documentations as one zip, after a preview of included and missing items. */
export function ZipDialog({ selection, filter, onClose }: ZipDialogProps) {
  const { t } = useTranslation("documentationList");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const [includesMarkup, setMarkup] = useState(true);
  const request = selection.all ? { matching: filter } : { ids: [...selection.ids] };
  const selectionQuery = useQuery({
    queryKey: [customerId, "documentationZip", request],
    queryFn: ({ signal }) => call(selectDocumentations, { body: request, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { handlesErrors: true },
  });
  const download = useMutation({
    mutationFn: (id: string) =>
      startDownload(downloadZipFiles.path, {
        selection: id,
        name: t("zip.fileName", {
          day: formatDay(new Date().toISOString()),
          interpolation: { escapeValue: false },
        }),
        language: getLanguage(),
        ...(!includesMarkup && { markup: "false" }),
      }),
    onSuccess: () => {
      showAlert("success", tCommon("alerts.downloadStarted"));
      onClose();
    },
  });
  const { data, error } = selectionQuery;
  return (
    <Modal
      title={t("zip.title")}
      width="medium"
      narrow="bottom"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
          <Button
            variant="primary"
            leadingVisual={DownloadIcon}
            disabled={!data}
            loading={download.isPending}
            onClick={() => data && download.mutate(data.selection)}
          >
            {t("zip.start")}
          </Button>
        </>
      }
    >
      <CollapsingStack>
        {!data && !error && <Loading label={t("bulk.counting")} />}
        <div role="alert">
          {error instanceof ApiError && <Banner kind="danger">{problemText(error)}</Banner>}
        </div>
        {data && <ZipPreviewView preview={data} markup={includesMarkup} />}
        {data && data.marked > 0 && (
          <FormControl>
            <Checkbox checked={includesMarkup} onChange={() => setMarkup(!includesMarkup)} />
            <FormControl.Label>{t("zip.markup")}</FormControl.Label>
            <FormControl.Caption>{t("zip.markupHint", { count: data.marked })}</FormControl.Caption>
          </FormControl>
        )}
      </CollapsingStack>
    </Modal>
  );
}
