import { useTranslation } from "react-i18next";
import type { ZipPreview } from "#domain/endpoints/documentation/zip.ts";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { CountList } from "../CountList.tsx";

/** Preview of a zip: the included items, and the excluded ones with reasons. */
export function ZipPreviewView({
  preview,
  markup: includesMarkup,
}: {
  preview: ZipPreview;
  markup: boolean;
}) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { documentations, photos, files, bytes, bytesWithoutMarkup, missingPhotos, missingFiles, refused } =
    preview;
  const countText = (key: "documentations" | "photos" | "files", count: number) =>
    t(`zip.${key}`, { count, formattedCount: formatNumber(count) });
  const renderMissingItem = (key: "missingPhotos" | "missingFiles", count: number) =>
    count > 0 ? [{ count, text: t(`zip.${key}`, { count }) }] : [];
  const includedTexts = [
    countText("documentations", documentations),
    countText("photos", photos),
    ...(files > 0 ? [countText("files", files)] : []),
    formatBytes(includesMarkup ? bytes : bytesWithoutMarkup),
  ];
  return (
    <>
      <p>{includedTexts.join(" · ")}</p>
      <CountList
        title={t("zip.excluded")}
        items={[
          ...refused.map(({ status, documentations: count }) => ({
            count,
            text: t("zip.refusedDocumentations", { count, status: t(`documentation:status.${status}`) }),
          })),
          ...renderMissingItem("missingPhotos", missingPhotos),
          ...renderMissingItem("missingFiles", missingFiles),
        ]}
      />
    </>
  );
}
