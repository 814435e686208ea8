import { FileIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call, type Query } from "#api/client.ts";
import { startDownload } from "#api/downloads.ts";
import { useAreLayoutsLoading } from "#api/useLayouts.ts";
import {
  downloadComparisonDocument,
  downloadComparisonPowerPoint,
  downloadComparisonZipFile,
  maxSelectedPhotos,
  selectPhotos,
} from "#domain/endpoints/documentation/comparison.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import { LayoutMenu } from "#features/documentation/LayoutItems.tsx";
import { PhotosButton } from "#features/documentation/PhotosButton.tsx";
import { ExportButton } from "#features/export/ExportButton.tsx";
import { getLanguage } from "#i18n/language.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { TrailingActions } from "#ui/layout/boxes.ts";
import { StrongDigits } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import type { ComparisonSelection } from "./useComparisonSelection.ts";

interface ComparisonSelectionBarProps {
  group: DocumentationGroupRow;
  selection: ComparisonSelection;
  /** Number of selectable photos. */
  all: number;
}

interface DownloadRequest {
  endpoint: { path: string };
  query?: Query;
}

/** Actions on the selected photos. Sticky, because the grid below is long. */
export function ComparisonSelectionBar({ group, selection, all }: ComparisonSelectionBarProps) {
  const { t } = useTranslation("comparison");
  const { t: tCommon } = useTranslation();
  const { name, customerId } = group;
  const download = useMutation({
    // Posts the selection first: a URL cannot hold hundreds of ids.
    mutationFn: async ({ endpoint, query }: DownloadRequest) => {
      const response = await call(selectPhotos, { body: { photos: [...selection.ids] } });
      await startDownload(endpoint.path, {
        ...query,
        selection: response.selection,
        name,
        language: getLanguage(),
      });
    },
    onSuccess: () => showAlert("success", tCommon("alerts.downloadStarted")),
  });
  const { length: count } = selection.ids;
  /** Returns whether the selection can be downloaded or exported, and alerts if not. */
  const checkSelection = () => {
    if (count === 0) showAlert("danger", t("nophotosselected"));
    else if (count > maxSelectedPhotos)
      showAlert("danger", t("tooMany", { max: formatNumber(maxSelectedPhotos) }));
    return count > 0 && count <= maxSelectedPhotos;
  };
  const areLayoutsLoading = useAreLayoutsLoading();
  const requestDownload = (endpoint: DownloadRequest["endpoint"], query?: Query) => {
    if (checkSelection()) download.mutate({ endpoint, ...(query && { query }) });
  };
  const isLoading = (endpoint: DownloadRequest["endpoint"]) =>
    download.isPending && download.variables.endpoint === endpoint;
  return (
    <Bar aria-label={t("actions")}>
      <StrongDigits role="status">{t("selected", { count })}</StrongDigits>
      <Button variant="invisible" disabled={all === 0 || count === all} onClick={selection.all}>
        {t("selectAll")}
      </Button>
      <Button variant="invisible" disabled={count === 0} onClick={selection.clear}>
        {t("clear")}
      </Button>
      <TrailingActions style={{ visibility: areLayoutsLoading ? "hidden" : undefined }}>
        <PhotosButton
          label={t("powerPoint")}
          icon={FileIcon}
          loading={isLoading(downloadComparisonPowerPoint)}
          hasMarkup={selection.hasMarkup}
          onDownload={(options) => requestDownload(downloadComparisonPowerPoint, options)}
        />
        <PhotosButton
          label={t("zip")}
          loading={isLoading(downloadComparisonZipFile)}
          hasMarkup={selection.hasMarkup}
          onDownload={(options) => requestDownload(downloadComparisonZipFile, options)}
        />
        <LayoutMenu
          loading={isLoading(downloadComparisonDocument)}
          hasMarkup={selection.hasMarkup}
          onChoose={(query) => requestDownload(downloadComparisonDocument, query)}
        />
        <ExportButton
          source={{
            kind: "comparison",
            name,
            customerId,
            photoIds: selection.ids,
            hasMarkup: selection.hasMarkup,
          }}
          ready={checkSelection}
        />
      </TrailingActions>
    </Bar>
  );
}

const Bar = styled.section`
  position: sticky;
  z-index: 3;
  top: var(--frame-height);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-16);
  padding: var(--base-size-8) var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
  @media (max-width: 767px) {
    position: static;
  }
`;
