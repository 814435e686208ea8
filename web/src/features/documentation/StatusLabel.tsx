import { Label, type LabelProps } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { fetchedByText } from "#features/fetchedByText.ts";

const variants: Record<DocumentationStatus, LabelProps["variant"]> = {
  ONGOING: "attention",
  PAUSED: "default",
  DOWNLOADED: "secondary",
  COMPLETED: "accent",
  HANDLED: "done",
  APPROVED: "success",
  WAITING_FOR_FILE: "severe",
  DELETED: "danger",
};

interface StatusLabelProps {
  status: DocumentationStatus;
  uploadedPhotos: number;
  numberOfPhotos: number;
  /** The user and device that have fetched the documentation, if any. */
  fetched?: DocumentationListRow["fetched"];
}

/** A status as text (2§4), with the arrived photos of an ongoing documentation (2§2) and the user of a fetched documentation. */
export function StatusLabel({ status, uploadedPhotos, numberOfPhotos, fetched }: StatusLabelProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  if (status === "ONGOING") {
    const label = t("uploadedPhotosLabel", { uploadedCount: uploadedPhotos, total: numberOfPhotos });
    return (
      <Label variant="attention" title={label}>
        {t("status.ONGOING")} {t("uploadedPhotos", { uploadedCount: uploadedPhotos, total: numberOfPhotos })}
      </Label>
    );
  }
  return (
    <Label variant={variants[status]} title={fetched ? fetchedByText(fetched, tCommon) : undefined}>
      {t(`status.${status}`)}
    </Label>
  );
}
