import type { TFunction } from "i18next";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { formatDateTime } from "#ui/format/dates.ts";

/** Describes who has fetched a documentation, on which device, and when. */
export const fetchedByText = (
  { creator, deviceId, dateCreated }: NonNullable<DocumentationListRow["fetched"]>,
  t: TFunction,
): string => {
  const time = formatDateTime(dateCreated);
  return deviceId === "N/A"
    ? t("fetched.inConsole", { creator, since: time })
    : t("fetched.onDevice", { creator, time, device: deviceId.slice(0, 8) });
};
