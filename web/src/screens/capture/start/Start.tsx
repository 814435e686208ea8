import { KeyIcon } from "@primer/octicons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#api/session.ts";
import { useCaptureLicenses } from "#features/captureForm/captureData.ts";
import { TouchTargets } from "#features/captureForm/TouchTargets.tsx";
import { OfflineState } from "#features/offline/OfflineState.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { useDrafts } from "../draft/useDrafts.ts";
import { HandedOverList } from "../handedOver/HandedOverList.tsx";
import { DraftList } from "./DraftList.tsx";
import { StartForm } from "./StartForm.tsx";

/** Starts a documentation (2§2), and lists drafts and handed-over documentations to resume. */
export function Start() {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  const licenses = useCaptureLicenses();
  const session = useSession();
  const drafts = useDrafts(session?.userId ?? 0);
  const draftIds = useMemo(() => new Set(drafts.map(({ id }) => id)), [drafts]);
  return (
    <Page title={tCommon("routes.documentationCreate")} lead={t("start.lead")} width="text">
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
        <HandedOverList draftIds={draftIds} isWaiting={licenses.isPending} />
      </TouchTargets>
    </Page>
  );
}
