import { useTranslation } from "react-i18next";
import type { DocumentationListRow } from "../../../../../domain/endpoints/documentationList";
import { useSession } from "../../../api/session";
import { formatDateTime } from "../../../kit/dates";
import { fetchedByText } from "../../../kit/fetched";

/** Who has a documentation, since when and where; the reader may have it in another browser. */
export function FetchedByNote({ fetched }: { fetched: NonNullable<DocumentationListRow["fetched"]> }) {
  const { t } = useTranslation();
  const { t: capture } = useTranslation("capture");
  const isOwn = useSession()?.username === fetched.creator && fetched.deviceId === "N/A";
  return isOwn
    ? capture("handedOver.yours", { at: formatDateTime(fetched.dateCreated) })
    : fetchedByText(fetched, t);
}
