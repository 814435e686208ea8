import { KeyIcon } from "@primer/octicons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../../api/session";
import { EmptyState } from "../../../kit/Blank";
import { QueryContent } from "../../../kit/Loaded";
import { Page } from "../../../kit/Page";
import { OfflineState } from "../../../offline/OfflineState";
import { useDrafts } from "../draft/useDrafts";
import { HandedOverList } from "../handedOver/HandedOverList";
import { TouchTargets } from "../Touch";
import { useCaptureLicenses } from "./captureData";
import { DraftList } from "./DraftList";
import { StartForm } from "./StartForm";

/** Begins a documentation (2§2), and lists those begun but not yet received. */
export function Start() {
  const { t } = useTranslation("capture");
  const { t: common } = useTranslation();
  const licenses = useCaptureLicenses();
  const session = useSession();
  const drafts = useDrafts(session?.userId ?? 0);
  const begun = useMemo(() => new Set(drafts.map(({ id }) => id)), [drafts]);
  return (
    <Page title={common("routes.documentationCreate")} lead={t("start.lead")} width="text">
      <TouchTargets>
        <OfflineState />
        {session && <DraftList drafts={drafts} userId={session.userId} />}
        <QueryContent query={licenses}>
          {(items) =>
            items.length > 0 ? (
              <StartForm licenses={items} />
            ) : (
              <EmptyState icon={KeyIcon} title={t("start.noLicense")} text={t("start.noLicenseText")} />
            )
          }
        </QueryContent>
        <HandedOverList drafts={begun} waits={licenses.isPending} />
      </TouchTargets>
    </Page>
  );
}
