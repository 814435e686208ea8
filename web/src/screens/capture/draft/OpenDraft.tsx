import { FileIcon, StackIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Draft } from "../../../../../domain/capture/draft";
import { useSession } from "../../../api/session";
import { EmptyState } from "../../../kit/Blank";
import { Loading } from "../../../kit/Loading";
import { usePageTitle } from "../../../kit/Page";
import { CaptureForm } from "../form/CaptureForm";
import { ResumeDocumentation } from "../handedOver/GoOn";
import { startPath } from "../paths";
import { cancelSending } from "../send/outbox";
import { useDraftLock } from "./draftLock";
import { readDraft } from "./draftStore";

/** A draft of this browser, as it was left. Waits while another tab holds it. */
export function OpenDraft({ id }: { id: string }) {
  const { t } = useTranslation("capture");
  const { holding, take } = useDraftLock(id);
  useEffect(() => cancelSending(id), [id]);
  if (holding === "mine") return <LockedDraft id={id} />;
  if (holding === "asking") return <Loading />;
  return (
    <Notice
      icon={StackIcon}
      title={t("drafts.openElsewhere")}
      text={t("drafts.openElsewhereText")}
      action={
        <>
          <Button onClick={take}>{t("drafts.openHere")}</Button>
          <ToStart />
        </>
      }
    />
  );
}

/** Reads the draft once it is held, so that the other tab's last change is in it. */
function LockedDraft({ id }: { id: string }) {
  const { t } = useTranslation("capture");
  const userId = useSession()?.userId;
  const [draft, setDraft] = useState<Draft | null>();
  useEffect(() => {
    let wanted = true;
    readDraft(id).then(
      (found) => wanted && setDraft(found ?? null),
      () => wanted && setDraft(null),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  if (draft === undefined) return <Loading />;
  if (draft?.userId === userId && draft) return <CaptureForm given={draft} />;
  return (
    <ResumeDocumentation
      id={id}
      onFetched={setDraft}
      fallback={
        <Notice icon={FileIcon} title={t("drafts.gone")} text={t("drafts.goneText")} action={<ToStart />} />
      }
    />
  );
}

function ToStart() {
  const { t } = useTranslation("capture");
  return (
    <Button as={Link} to={startPath} variant="primary">
      {t("drafts.toStart")}
    </Button>
  );
}

function Notice(props: Parameters<typeof EmptyState>[0]) {
  usePageTitle(props.title);
  return <EmptyState as="h1" {...props} />;
}
