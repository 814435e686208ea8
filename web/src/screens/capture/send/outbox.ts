import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { currentSession, grantsOfSession } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { runIfUnlocked } from "#features/captureForm/draft/draftLock.ts";
import { deleteDraft, draftsOf, readDraft, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { isWaitingForNetwork, type SendingState, sendDraft } from "./sendDraft.ts";
import { sendingIo } from "./sendingIo.ts";

/*
 * Drafts that were finished offline, or whose tab was closed while sending: sent in the background, one after the other, while no
 * form is open on them.
 */

let states: ReadonlyMap<string, SendingState> = new Map();
const listeners = new Set<() => void>();
const runs = new Map<string, AbortController>();
let busy: Promise<void> | null = null;

function tell(draftId: string, state: SendingState | null): void {
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

/** Stops sending a draft in favour of the form that opens it. */
export function cancelSending(draftId: string): void {
  runs.get(draftId)?.abort();
  tell(draftId, null);
}

/** Sends waiting drafts. `again` skips those that stopped for a permanent reason. */
export function sendPendingDrafts(userId: number, { again = false } = {}): Promise<void> {
  busy ??= run(userId, again).finally(() => {
    busy = null;
  });
  return busy;
}

async function run(userId: number, again: boolean): Promise<void> {
  if (!navigator.onLine) return;
  for (const { id, ending } of await draftsOf(userId)) {
    const before = states.get(id);
    const lasting = before?.step === "stopped" && !isWaitingForNetwork(before);
    if (ending && !(again && lasting)) await runIfUnlocked(id, () => sendOne(id));
  }
}

/** Reads the draft again within the lock: a form may have changed it meanwhile. */
async function sendOne(id: string): Promise<void> {
  const draft = await readDraft(id);
  if (!draft?.ending) return;
  const stop = new AbortController();
  runs.set(id, stop);
  const keep = async (next: Draft) => {
    if (!stop.signal.aborted) await saveDraft(next);
  };
  try {
    const last = await sendDraft(
      draft,
      sendingIo(keep, stop.signal),
      (state) => {
        if (!stop.signal.aborted) tell(id, state);
      },
      stop.signal,
    );
    if (stop.signal.aborted || last.step !== "done") return;
    await deleteDraft(id);
    tell(id, null);
    await loadTexts("capture");
    const grants = grantsOfSession(currentSession());
    const own = draft.media.filter(({ onServer }) => !onServer).length;
    showAlert("success", i18next.t("capture:drafts.sent", { name: draft.name }), {
      survivesNavigation: true,
      ...(own > 0 && {
        detail: i18next.t("capture:sending.verified", { count: own }),
      }),
      ...(grants &&
        hasAuthority(grants, "ROLE_DOCUMENTATION_READ") && {
          link: { to: `/documentation/details/${id}`, text: i18next.t("capture:drafts.show") },
        }),
    });
  } finally {
    runs.delete(id);
  }
}
