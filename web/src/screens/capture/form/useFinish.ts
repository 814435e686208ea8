import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { problemText } from "#api/errorTexts.ts";
import { ApiError } from "#api/failure.ts";
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

/** The ways out of a form: completed, paused, left as it is, or discarded. */
export function useFinish(
  work: DraftController,
  given: Draft,
  { missingList, conflicts }: Record<"missingList" | "conflicts", RefObject<HTMLElement | null>>,
) {
  const { t } = useTranslation("capture");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const ask = useConfirm();
  const grants = useGrants();
  const customerId = useCustomerId();
  const queries = useQueryClient();
  const [tried, setTried] = useState<Draft["ending"]>(null);
  /** The requested ending while photos are still being added. */
  const [finishing, setFinishing] = useState<Draft["ending"]>(null);
  const [overview, setOverview] = useState(false);
  const { draft, draftRef } = work;
  const missing = useMemo(() => missingFor(tried, draft), [tried, draft]);

  const sending = useSending(work, async (sent) => {
    await work.forget();
    await queries.invalidateQueries({ queryKey: [customerId] });
    const own = sent.media.filter(({ onServer }) => !onServer).length;
    showAlert("success", sent.handedOver ? t("handedOver.saved") : common("alerts.created"), {
      survivesNavigation: true,
      ...(own > 0 && { detail: t("sending.verified", { count: own }) }),
    });
    const mayRead = hasAuthority(grants, "ROLE_DOCUMENTATION_READ");
    void navigate(mayRead ? `/documentation/details/${sent.id}` : startPath, { replace: true });
  });

  // The form was closed while sending: resume.
  const { start } = sending;
  const wasEnding = useRef(given.ending);
  useEffect(() => {
    if (wasEnding.current) void start();
  }, [start]);

  /** `seen`: the overview of the photos has been shown. */
  async function finish(ending: "complete" | "pause", { seen = false } = {}) {
    if (finishing) return;
    setOverview(false);
    // Chosen photos belong to the draft even before they are read.
    setFinishing(ending);
    await work.settled();
    setFinishing(null);
    setTried(ending);
    if (missingFor(ending, draftRef.current).length > 0) {
      requestAnimationFrame(() => missingList.current?.focus());
      return;
    }
    if (hasConflicts(draftRef.current)) {
      conflicts.current?.focus();
      return;
    }
    if (ending === "complete" && !seen && needsOverview(draftRef.current)) return setOverview(true);
    saveIdentity(draftRef.current);
    // A failure to store the draft must not prevent sending.
    await work.saveWithoutEdit({ ...draftRef.current, ending }).catch(() => {});
    void start();
  }

  async function back() {
    sending.stop();
    await work.saveWithoutEdit({ ...draftRef.current, ending: null }).catch(() => {});
  }

  /** Leaves the form: the draft stays finished, and is sent as soon as there is a network. */
  async function later() {
    sending.stop();
    await work.settled();
    void navigate(startPath);
    setTimeout(() => void sendPendingDrafts(draftRef.current.userId).catch(() => {}));
  }

  async function cancel() {
    await work.settled();
    if (draftRef.current.handedOver) {
      // Looked at and left alone, it is there for others again; offline it stays with the user.
      if (isUnchanged(draftRef.current))
        await postHandBack(draftRef.current).then(
          () => work.forget(),
          () => {},
        );
      return leave();
    }
    const { media, tasks } = draftRef.current;
    if (media.length === 0 && tasks.every(({ answer }) => !answer)) await work.forget();
    void navigate(startPath);
  }

  const leave = async () => {
    await queries.invalidateQueries({ queryKey: [customerId] });
    const mayRead = hasAuthority(grants, "ROLE_DOCUMENTATION_READ");
    void navigate(mayRead ? `/documentation/details/${given.id}` : startPath);
  };

  /** Gives a handed-over documentation back, without what has not been saved. */
  async function handBack() {
    const yes =
      isUnchanged(draftRef.current) ||
      (await ask({
        title: t("handedOver.handBackTitle"),
        text: t("handedOver.handBackText"),
        confirm: t("handedOver.handBack"),
        danger: true,
      }));
    if (!yes) return;
    try {
      await postHandBack(draftRef.current);
    } catch (error) {
      return showAlert("danger", error instanceof ApiError ? problemText(error) : t("sending.failed"));
    }
    await work.forget();
    await leave();
  }

  async function startOver() {
    const yes = await ask({
      title: t("form.changeTitle"),
      text: t("form.changeText"),
      confirm: t("form.changeYes"),
      danger: true,
    });
    if (!yes) return;
    await work.forget();
    void navigate(startPath);
  }

  return {
    ...{ missing, sending, finishing, finish, back, later, cancel, startOver, handBack },
    /** Whether the overview of the photos is shown, and its way back to the form. */
    overview,
    closeOverview: () => setOverview(false),
  };
}

/** Pausing asks for nothing but what can be sent (2§5). */
function missingFor(ending: Draft["ending"], draft: Draft): readonly DraftError[] {
  if (ending === "complete") return validateForCompletion(draft);
  return ending ? validateForSending(draft) : [];
}
