import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { Draft } from "#domain/capture/draft.ts";
import {
  type DraftError,
  validateForCompletion,
  validateForSending,
} from "#domain/capture/draftValidation.ts";
import { hasConflicts, isUnchanged } from "#domain/capture/resumedDraft.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { needsOverview } from "#features/captureForm/PhotoOverview.tsx";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { postHandBack } from "../handedOver/handoverCalls.ts";
import { startPath } from "../paths.ts";
import { sendPendingDrafts } from "../send/outbox.ts";
import { useSending } from "../send/useSending.ts";
import { saveIdentity } from "./savedIdentity.ts";

/** The actions that leave a form: complete, pause, send later, cancel, start over and hand back. */
export function useFinish(
  work: DraftController,
  initialDraft: Draft,
  { missingList, conflicts }: Record<"missingList" | "conflicts", RefObject<HTMLElement | null>>,
) {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const grants = useGrants();
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const [attemptedFinish, setAttemptedFinish] = useState<Draft["finish"]>(null);
  /** The requested finish while photos are still being added. */
  const [pendingFinish, setPendingFinish] = useState<Draft["finish"]>(null);
  const [isOverviewOpen, setIsOverviewOpen] = useState(false);
  const { draft, draftRef } = work;
  const errors = useMemo(() => errorsFor(attemptedFinish, draft), [attemptedFinish, draft]);

  const sending = useSending(work, async (sentDraft) => {
    await work.discard();
    await queryClient.invalidateQueries({ queryKey: [customerId] });
    const sentCount = sentDraft.media.filter(({ onServer }) => !onServer).length;
    showAlert("success", sentDraft.handedOver ? t("handedOver.saved") : tCommon("alerts.created"), {
      survivesNavigation: true,
      ...(sentCount > 0 && { detail: t("sending.verified", { count: sentCount }) }),
    });
    const canRead = hasAuthority(grants, "ROLE_DOCUMENTATION_READ");
    void navigate(canRead ? `/documentation/details/${sentDraft.id}` : startPath, { replace: true });
  });

  // The form was closed while sending: resume.
  const { start } = sending;
  const initialFinish = useRef(initialDraft.finish);
  useEffect(() => {
    if (initialFinish.current) void start();
  }, [start]);

  /** Checks the draft and starts sending. `seen`: whether the photo overview has been shown. */
  async function finish(requestedFinish: "complete" | "pause", { seen: hasSeenOverview = false } = {}) {
    if (pendingFinish) return;
    setIsOverviewOpen(false);
    // Photos that are still being read belong to the draft, too.
    setPendingFinish(requestedFinish);
    await work.waitUntilSaved();
    setPendingFinish(null);
    setAttemptedFinish(requestedFinish);
    if (errorsFor(requestedFinish, draftRef.current).length > 0) {
      requestAnimationFrame(() => missingList.current?.focus());
      return;
    }
    if (hasConflicts(draftRef.current)) {
      conflicts.current?.focus();
      return;
    }
    if (requestedFinish === "complete" && !hasSeenOverview && needsOverview(draftRef.current))
      return setIsOverviewOpen(true);
    saveIdentity(draftRef.current);
    // A failure to store the draft must not prevent sending.
    await work.saveWithoutEdit({ ...draftRef.current, finish: requestedFinish }).catch(() => {});
    void start();
  }

  async function stopSending() {
    sending.stop();
    await work.saveWithoutEdit({ ...draftRef.current, finish: null }).catch(() => {});
  }

  /** Leaves the form. The draft keeps its `finish`, and is sent as soon as there is a network. */
  async function sendLater() {
    sending.stop();
    await work.waitUntilSaved();
    void navigate(startPath);
    setTimeout(() => void sendPendingDrafts(draftRef.current.userId).catch(() => {}));
  }

  async function cancel() {
    await work.waitUntilSaved();
    if (draftRef.current.handedOver) {
      // Hands back a documentation that was opened but not changed; offline it stays with the user.
      if (isUnchanged(draftRef.current))
        await postHandBack(draftRef.current).then(
          () => work.discard(),
          () => {},
        );
      return leave();
    }
    const { media, tasks } = draftRef.current;
    if (media.length === 0 && tasks.every(({ answer }) => !answer)) await work.discard();
    void navigate(startPath);
  }

  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: [customerId] });
    const canRead = hasAuthority(grants, "ROLE_DOCUMENTATION_READ");
    void navigate(canRead ? `/documentation/details/${initialDraft.id}` : startPath);
  };

  /** Hands the documentation back, without changes that have not been saved. */
  async function handBack() {
    const isConfirmed =
      isUnchanged(draftRef.current) ||
      (await confirm({
        title: t("handedOver.handBackTitle"),
        text: t("handedOver.handBackText"),
        confirm: t("handedOver.handBack"),
        danger: true,
      }));
    if (!isConfirmed) return;
    try {
      await postHandBack(draftRef.current);
    } catch (error) {
      return showAlert("danger", error instanceof ApiError ? problemText(error) : t("sending.failed"));
    }
    await work.discard();
    await leave();
  }

  async function startOver() {
    const isConfirmed = await confirm({
      title: t("form.changeTitle"),
      text: t("form.changeText"),
      confirm: t("form.changeConfirm"),
      danger: true,
    });
    if (!isConfirmed) return;
    await work.discard();
    void navigate(startPath);
  }

  return {
    ...{
      errors,
      sending,
      pendingFinish,
      finish,
      stopSending,
      sendLater,
      cancel,
      startOver,
      handBack,
    },
    /** Whether the photo overview is open. */
    isOverviewOpen,
    closeOverview: () => setIsOverviewOpen(false),
  };
}

/** The errors that block completing or pausing. Pausing only requires that the draft can be sent (2§5). */
function errorsFor(requestedFinish: Draft["finish"], draft: Draft): readonly DraftError[] {
  if (requestedFinish === "complete") return validateForCompletion(draft);
  return requestedFinish ? validateForSending(draft) : [];
}
