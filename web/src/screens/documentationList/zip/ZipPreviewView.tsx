import { useTranslation } from "react-i18next";
import type { ZipPreview } from "#domain/endpoints/documentation/zip.ts";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { CountList } from "../CountList.tsx";

/** What a zip holds; what it does not, and why. */
export function ZipPreviewView({ extent, markup }: { extent: ZipPreview; markup: boolean }) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { documentations, photos, files, bytes, unmarkedBytes, missingPhotos, missingFiles, refused } =
    extent;
  const counted = (key: "documentations" | "photos" | "files", count: number) =>
    t(`zip.${key}`, { count, shown: formatNumber(count) });
  const missing = (key: "missingPhotos" | "missingFiles", count: number) =>
    count > 0 ? [{ count, text: t(`zip.${key}`, { count }) }] : [];
  const held = [
    counted("documentations", documentations),
    counted("photos", photos),
    ...(files > 0 ? [counted("files", files)] : []),
    formatBytes(markup ? bytes : unmarkedBytes),
  ];
  return (
    <>
      <p>{held.join(" · ")}</p>
      <CountList
        title={t("zip.leftOut")}
        items={[
          ...refused.map(({ status, documentations: count }) => ({
            count,
            text: t("zip.refused", { count, status: t(`documentation:status.${status}`) }),
          })),
          ...missing("missingPhotos", missingPhotos),
          ...missing("missingFiles", missingFiles),
        ]}
      />
    </>
  );
}
