import { Button, Spinner } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { startDownload } from "#api/downloads.ts";
import { maxSelectedPhotos } from "#domain/endpoints/documentation/comparison.ts";
import {
  downloadTimelinePhotos,
  selectTimelinePhotos,
} from "#domain/endpoints/documentation/photoTimeline.ts";
import { PhotosButton } from "#features/documentation/PhotosButton.tsx";
import { getLanguage } from "#i18n/language.ts";
import { formatDay } from "#ui/format/dates.ts";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { StrongDigits } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import type { TimelineSelection } from "./useTimelineSelection.ts";

interface TimelineSelectionBarProps {
  selection: TimelineSelection;
  total: number;
}

/** The actions for the selected photos. Overlays the end of the page, so that nothing moves when it appears. */
export function TimelineSelectionBar({ selection, total }: TimelineSelectionBarProps) {
  const { t } = useTranslation("timeline");
  const { t: tCommon } = useTranslation();
  const { ids, count, bytes, busy } = selection;
  const download = useMutation({
    // Posts the selection first: a URL cannot hold hundreds of ids.
    mutationFn: async (options: { markup?: "false" }) => {
      const response = await call(selectTimelinePhotos, { body: { photos: ids } });
      const name = t("fileName", {
        day: formatDay(new Date().toISOString()),
        interpolation: { escapeValue: false },
      });
      await startDownload(downloadTimelinePhotos.path, {
        ...options,
        selection: response.selection,
        name,
        language: getLanguage(),
      });
    },
    onSuccess: () => showAlert("success", tCommon("alerts.downloadStarted")),
  });
  if (count === 0 && !busy) return <span role="status" />;
  return (
    <Bar aria-label={t("actions")}>
      <StrongDigits role="status">
        {t("selected", { count, formattedCount: formatNumber(count) })} · {formatBytes(bytes)}
      </StrongDigits>
      {busy && <Spinner size="small" srText={tCommon("state.loading")} />}
      {count < total && total <= maxSelectedPhotos && (
        <Button variant="invisible" disabled={busy} onClick={() => void selection.stretch(0, total)}>
          {t("selectAll")}
        </Button>
      )}
      <Button variant="invisible" onClick={selection.clear}>
        {t("clear")}
      </Button>
      <PhotosButton
        label={t("download")}
        variant="primary"
        loading={download.isPending}
        disabled={busy || count === 0}
        hasMarkup={selection.hasMarkup}
        onDownload={(options) => download.mutate(options)}
      />
    </Bar>
  );
}

const Bar = styled.section`
  position: fixed;
  z-index: 6;
  bottom: var(--base-size-16);
  left: 50%;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: var(--base-size-4) var(--base-size-8);
  width: max-content;
  max-width: calc(100vw - 2 * var(--base-size-16));
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-large);
  transform: translateX(-50%);
`;
