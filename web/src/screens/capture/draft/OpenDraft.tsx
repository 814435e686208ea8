import { FileIcon, StackIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "#api/session.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { useDraftLock } from "#features/captureForm/draft/draftLock.ts";
import { readDraft } from "#features/captureForm/draft/draftStore.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { usePageTitle } from "#ui/layout/Page.tsx";
import { CaptureForm } from "../form/CaptureForm.tsx";
import { ResumeDocumentation } from "../handedOver/ResumeDocumentation.tsx";
import { startPath } from "../paths.ts";
import { cancelSending } from "../send/outbox.ts";

/** Opens a draft in this browser. Waits while another tab has it open. */
export function OpenDraft({ id }: { id: string }) {
  const { t } = useTranslation("capture");
  const { lockState, takeOver } = useDraftLock(id);
  useEffect(() => cancelSending(id), [id]);
  if (lockState === "mine") return <LockedDraft id={id} />;
  if (lockState === "asking") return <Loading />;
  return (
    <Notice
      icon={StackIcon}
      title={t("drafts.openElsewhere")}
      text={t("drafts.openElsewhereText")}
      action={
        <>
          <Button onClick={takeOver}>{t("drafts.openHere")}</Button>
          <StartLink />
        </>
      }
    />
  );
}

/** Reads the draft once it is locked, so that it includes the other tab's last change. */
function LockedDraft({ id }: { id: string }) {
  const { t } = useTranslation("capture");
  const userId = useSession()?.userId;
  const [draft, setDraft] = useState<Draft | null>();
  useEffect(() => {
    let isCurrent = true;
    readDraft(id).then(
      (storedDraft) => isCurrent && setDraft(storedDraft ?? null),
      () => isCurrent && setDraft(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (draft === undefined) return <Loading />;
  if (draft?.userId === userId && draft) return <CaptureForm initialDraft={draft} />;
  return (
    <ResumeDocumentation
      id={id}
      onFetched={setDraft}
      fallback={
        <Notice
          icon={FileIcon}
          title={t("drafts.notFound")}
          text={t("drafts.notFoundText")}
          action={<StartLink />}
        />
      }
    />
  );
}

function StartLink() {
  const { t } = useTranslation("capture");
  return (
    <Button as={Link} to={startPath} variant="primary">
      {t("drafts.goToNewDocumentation")}
    </Button>
  );
}

function Notice(props: Parameters<typeof EmptyState>[0]) {
  usePageTitle(props.title);
  return <EmptyState as="h1" {...props} />;
}
