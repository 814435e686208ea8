import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { call } from "#api/client.ts";
import { getCurrentSession, grantsOfSession } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { health } from "#domain/endpoints/account/session.ts";
import { runIfUnlocked } from "#features/captureForm/draft/draftLock.ts";
import { deleteDraft, listDrafts, readDraft, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { hasTransientFailure, type SendingState, sendDraft } from "./sendDraft.ts";
import { createSendingIo } from "./sendingIo.ts";

/*
 * Drafts that were finished offline, or whose tab was closed while sending. They are sent in the background, one at a time,
 * unless a form has them open.
 */

let states: ReadonlyMap<string, SendingState> = new Map();
const listeners = new Set<() => void>();
const controllers = new Map<string, AbortController>();
let currentRun: Promise<void> | null = null;

function publishState(draftId: string, state: SendingState | null): void {
  const next = new Map(states);
  if (state) next.set(draftId, state);
  else next.delete(draftId);
  states = next;
  for (const listener of listeners) listener();
}

/** The progress of each draft being sent in the background. */
export const useOutbox = (): ReadonlyMap<string, SendingState> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => states,
  );

/** Stops sending a draft because a form opens it. */
export function cancelSending(draftId: string): void {
  controllers.get(draftId)?.abort();
  publishState(draftId, null);
}

/** Sends pending drafts. A retry skips those that stopped for a permanent reason. */
export function sendPendingDrafts(userId: number, { isRetry = false } = {}): Promise<void> {
  currentRun ??= sendAll(userId, isRetry).finally(() => {
    currentRun = null;
  });
  return currentRun;
}

/** Asks the service where the system reports no network: behind some VPNs it does so although there is one. */
const isReachable = async (): Promise<boolean> =>
  navigator.onLine ||
  (await call(health).then(
    () => true,
    () => false,
  ));

async function sendAll(userId: number, isRetry: boolean): Promise<void> {
  if (!(await isReachable())) return;
  for (const { id, finish } of await listDrafts(userId)) {
    const previousState = states.get(id);
    const hasPermanentFailure = previousState?.step === "stopped" && !hasTransientFailure(previousState);
    if (finish && !(isRetry && hasPermanentFailure)) await runIfUnlocked(id, () => sendOne(id));
  }
}

/** Reads the draft again inside the lock: a form may have changed it in the meantime. */
async function sendOne(id: string): Promise<void> {
  const draft = await readDraft(id);
  if (!draft?.finish) return;
  const controller = new AbortController();
  controllers.set(id, controller);
  const storeDraft = async (next: Draft) => {
    if (!controller.signal.aborted) await saveDraft(next);
  };
  try {
    const finalState = await sendDraft(
      draft,
      createSendingIo(storeDraft, controller.signal),
      (state) => {
        if (!controller.signal.aborted) publishState(id, state);
      },
      controller.signal,
    );
    if (controller.signal.aborted || finalState.step !== "done") return;
    await deleteDraft(id);
    publishState(id, null);
    await loadTexts("capture");
    const grants = grantsOfSession(getCurrentSession());
    const sentCount = draft.media.filter(({ onServer }) => !onServer).length;
    showAlert("success", i18next.t("capture:drafts.received", { name: draft.name }), {
      survivesNavigation: true,
      ...(sentCount > 0 && {
        detail: i18next.t("capture:sending.verified", { count: sentCount }),
      }),
      ...(grants &&
        hasAuthority(grants, "ROLE_DOCUMENTATION_READ") && {
          link: { to: `/documentation/details/${id}`, text: i18next.t("capture:drafts.showDocumentation") },
        }),
    });
  } finally {
    controllers.delete(id);
  }
}
