import { TrashIcon } from "@primer/octicons-react";
import { Button, IconButton, Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { runIfUnlocked } from "#features/captureForm/draft/draftLock.ts";
import { deleteDraft } from "#features/captureForm/draft/draftStore.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { ButtonRow } from "#ui/layout/boxes.ts";
import { Muted, Note, SectionTitle } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { CardList, CardRow } from "../CardList.ts";
import { postHandBack } from "../handedOver/handoverCalls.ts";
import { draftPath } from "../paths.ts";
import { sendPendingDrafts, useOutbox } from "../send/outbox.ts";
import { hasTransientFailure, type SendingState } from "../send/sendDraft.ts";

/** The drafts in this browser, to resume, send or delete. */
export function DraftList({ drafts, userId }: { drafts: readonly Draft[]; userId: number }) {
  const { t } = useTranslation("capture");
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts-title">
      <SectionTitle id="drafts-title">{t("drafts.title")}</SectionTitle>
      <Lead as="p">{t("drafts.lead")}</Lead>
      <CardList>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} userId={userId} />
        ))}
      </CardList>
    </section>
  );
}

function DraftRow({ draft, userId }: { draft: Draft; userId: number }) {
  const { t } = useTranslation("capture");
  const confirm = useConfirm();
  const state = useOutbox().get(draft.id);
  const name = draft.name || t("drafts.unnamed");
  const localMedia = draft.media.filter(({ onServer }) => !onServer);
  const photoCount = localMedia.filter(({ kind }) => kind === "PHOTO").length;
  const fileCount = localMedia.length - photoCount;

  async function remove() {
    const isConfirmed = await confirm({
      title: t("drafts.removeTitle", { name }),
      text: draft.handedOver
        ? t("handedOver.handBackText")
        : t("drafts.removeText", { count: localMedia.length }),
      confirm: t("drafts.removeConfirm"),
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await postHandBack(draft);
    } catch (error) {
      return showAlert("danger", error instanceof ApiError ? problemText(error) : t("sending.failed"));
    }
    await runIfUnlocked(draft.id, () => deleteDraft(draft.id));
  }

  return (
    <CardRow>
      <Details>
        <Name to={draftPath(draft.id)}>{name}</Name>
        <Note as="div">
          {[
            draft.template.name,
            draft.license.name,
            photoCount > 0 && t("drafts.photos", { count: photoCount }),
            fileCount > 0 && t("drafts.files", { count: fileCount }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Note>
        <Note as="div">
          {t("drafts.lastChanged")} <DateTime value={draft.lastChanged} />
        </Note>
        <div>
          <StateLabel draft={draft} state={state} />
        </div>
      </Details>
      <ButtonRow>
        {draft.finish && (
          <Button aria-label={t("drafts.sendOf", { name })} onClick={() => void sendPendingDrafts(userId)}>
            {t("drafts.send")}
          </Button>
        )}
        <Button as={Link} to={draftPath(draft.id)} aria-label={t("drafts.resumeOf", { name })}>
          {t("drafts.resume")}
        </Button>
        <IconButton
          icon={TrashIcon}
          variant="invisible"
          aria-label={t("drafts.removeOf", { name })}
          onClick={() => void remove()}
        />
      </ButtonRow>
    </CardRow>
  );
}

function StateLabel({ draft, state }: { draft: Draft; state: SendingState | undefined }) {
  const { t } = useTranslation("capture");
  if (!draft.finish) return <Label>{t("drafts.state.draft")}</Label>;
  if (!state || hasTransientFailure(state))
    return <Label variant="attention">{t("drafts.state.waiting")}</Label>;
  if (state.step === "stopped")
    return (
      <>
        <Label variant="danger">{t("drafts.state.stopped")}</Label>{" "}
        <Note as="span">{t("drafts.notSentText")}</Note>
      </>
    );
  const confirmedCount = state.items.filter((item) => item.state === "confirmed").length;
  return (
    <Label variant="accent">{t("drafts.state.sending", { confirmedCount, count: state.items.length })}</Label>
  );
}

const Lead = styled(Muted)`
  margin-bottom: var(--base-size-8);
`;

const Details = styled.div`
  display: flex;
  flex: 1 1 240px;
  flex-direction: column;
  gap: var(--base-size-2);
  min-width: 0;
`;

const Name = styled(Link)`
  color: var(--fgColor-default);
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;
