import { useTranslation } from "react-i18next";
import { useSession } from "#api/session.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { fetchedByText } from "#features/fetchedByText.ts";
import { formatDateTime } from "#ui/format/dates.ts";

/** Who fetched a documentation, when and on which device; it may be the user in another browser. */
export function FetchedByNote({ fetched }: { fetched: NonNullable<DocumentationListRow["fetched"]> }) {
  const { t } = useTranslation();
  const { t: tCapture } = useTranslation("capture");
  const isOwn = useSession()?.username === fetched.creator && fetched.deviceId === "N/A";
  return isOwn
    ? tCapture("handedOver.resumedInOtherBrowser", { since: formatDateTime(fetched.dateCreated) })
    : fetchedByText(fetched, t);
}
