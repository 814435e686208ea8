import { DownloadIcon } from "@primer/octicons-react";
import { Button, Checkbox, FormControl } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadZipFiles, selectDocumentations } from "../../../../../domain/endpoints/documentationZip";
import { call } from "../../../api/client";
import { startDownload } from "../../../api/downloads";
import { ApiError } from "../../../api/failure";
import { useCustomerId } from "../../../api/session";
import { problemText } from "../../../api/texts";
import { language } from "../../../i18n/language";
import { showAlert } from "../../../kit/alertStore";
import { formatDay } from "../../../kit/dates";
import { Banner } from "../../../kit/Flash";
import { Loading } from "../../../kit/Loading";
import { Modal } from "../../../kit/Modal";
import { CollapsingStack } from "../../../kit/stacks";
import type { Selection } from "../bulk/selection";
import { ZipPreviewView } from "./ZipExtentView";

interface ZipDialogProps {
  selection: Selection;
  /** The filter behind "all". */
  filter: Record<string, string>;
  onClose: () => void;
}

/** Several documentations as one zip: says what it holds and lacks before the download starts. */
export function ZipDialog({ selection, filter, onClose }: ZipDialogProps) {
  const { t } = useTranslation("documentationList");
  const { t: common } = useTranslation();
  const customerId = useCustomerId();
  const [markup, setMarkup] = useState(true);
  const wish = selection.all ? { matching: filter } : { ids: [...selection.ids] };
  const kept = useQuery({
    queryKey: [customerId, "documentationZip", wish],
    queryFn: ({ signal }) => call(selectDocumentations, { body: wish, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { ownErrors: true },
  });
  const download = useMutation({
    mutationFn: (id: string) =>
      startDownload(downloadZipFiles.path, {
        selection: id,
        name: t("zip.fileName", { day: formatDay(new Date().toISOString()) }),
        language: language(),
        ...(!markup && { markup: "false" }),
      }),
    onSuccess: () => {
      showAlert("success", common("alerts.downloadStarted"));
      onClose();
    },
  });
  const { data, error } = kept;
  return (
    <Modal
      title={t("zip.title")}
      width="medium"
      narrow="bottom"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common("actions.cancel")}</Button>
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
        {data && <ZipPreviewView extent={data} markup={markup} />}
        {data && data.marked > 0 && (
          <FormControl>
            <Checkbox checked={markup} onChange={() => setMarkup(!markup)} />
            <FormControl.Label>{t("zip.markup")}</FormControl.Label>
            <FormControl.Caption>{t("zip.markupHint", { count: data.marked })}</FormControl.Caption>
          </FormControl>
        )}
      </CollapsingStack>
    </Modal>
  );
}
