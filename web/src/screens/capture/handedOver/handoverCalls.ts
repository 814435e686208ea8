import { call, pathOf, send } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import type { Session } from "#api/session.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { draftFromFetched, hasConflicts, mergeServerState } from "#domain/capture/resumedDraft.ts";
import { now } from "#domain/core/fields.ts";
import {
  downloadPhotoWithLicenseCode,
  fetchDocumentation,
  handBackDocumentation,
} from "#domain/endpoints/capture/handover.ts";
import { readMedia, saveBytes } from "#features/captureForm/draft/draftStore.ts";
import { readSavedIdentity } from "../form/savedIdentity.ts";

/** Others have changed what this draft changes, too: the user decides before anything is sent. */
export class UnresolvedConflictsError extends Error {}

/** Fetches a handed-over documentation, as a draft of this browser. @throws Failure fetchedByOther unless it is taken over */
export async function fetchDraft(
  id: string,
  request: { fetchId: string; takeOver: boolean },
  session: Session,
): Promise<Draft> {
  const fetched = await call(fetchDocumentation, { params: { id }, body: request });
  return draftFromFetched(fetched, {
    userId: session.userId,
    ...readSavedIdentity(fetched.license, session),
    at: now(),
  });
}

/** The draft with what others have done meanwhile; `takeOver` takes it back from whoever has fetched it since. */
export async function pullServerChanges(
  draft: Draft,
  { takeOver = false, signal }: { takeOver?: boolean; signal?: AbortSignal } = {},
): Promise<Draft> {
  if (!draft.handedOver) return draft;
  const fetched = await call(fetchDocumentation, {
    params: { id: draft.id },
    body: { fetchId: draft.handedOver.fetchId, takeOver },
    ...(signal && { signal }),
  });
  return mergeServerState(draft, fetched);
}

/** @throws UnresolvedConflictsError */
export function assertNoConflicts(draft: Draft): void {
  if (hasConflicts(draft)) throw new UnresolvedConflictsError();
}

/** Gives it back. That somebody else has it, or that it is completed, is as good. @throws Failure without a network */
export async function postHandBack({ id, handedOver }: Draft): Promise<void> {
  if (!handedOver) return;
  try {
    await call(handBackDocumentation, { params: { id }, body: { fetchId: handedOver.fetchId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.passing) throw error;
  }
}

/** The bytes of a draft's photo to look at. Those of others come from the service once, and stay with the draft for when it is offline. */
export async function loadPhotoPreview(
  { id, onServer }: Draft["media"][number],
  { draftId, licenseCode }: { draftId: string; licenseCode: string },
): Promise<Blob | undefined> {
  const kept = await readMedia(id);
  if (kept || !onServer) return kept;
  const answer = await send(pathOf(downloadPhotoWithLicenseCode, { id }), {
    query: { licenseCode, form: "thumbnail" },
    anonymous: true,
  });
  const bytes = await answer.blob();
  // A full browser shows it all the same.
  await saveBytes(draftId, id, bytes).catch(() => {});
  return bytes;
}
