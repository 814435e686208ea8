import { ApiError } from "#api/apiError.ts";
import { call, pathOf, send } from "#api/client.ts";
import type { Session } from "#api/session.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { hasConflicts, mergeServerState, toResumedDraft } from "#domain/capture/resumedDraft.ts";
import { now } from "#domain/core/fields.ts";
import {
  downloadPhotoWithLicenseCode,
  fetchDocumentation,
  handBackDocumentation,
} from "#domain/endpoints/capture/handover.ts";
import { readMedia, saveBytes } from "#features/captureForm/draft/draftStore.ts";
import { readSavedIdentity } from "../form/savedIdentity.ts";

/** Others changed answers that this draft also changes: the user must decide before anything is sent. */
export class UnresolvedConflictsError extends Error {}

/** Fetches a handed-over documentation as a draft. @throws ApiError fetchedByOther unless `takeOver` */
export async function fetchDraft(
  id: string,
  request: { fetchId: string; takeOver: boolean },
  session: Session,
): Promise<Draft> {
  const documentation = await call(fetchDocumentation, { params: { id }, body: request });
  return toResumedDraft(documentation, {
    userId: session.userId,
    ...readSavedIdentity(documentation.license, session),
    resumedAt: now(),
  });
}

/** Merges changes made by others into the draft. `takeOver` takes the documentation back from a user who has fetched it since. */
export async function pullServerChanges(
  draft: Draft,
  { takeOver = false, signal }: { takeOver?: boolean; signal?: AbortSignal } = {},
): Promise<Draft> {
  if (!draft.handedOver) return draft;
  const documentation = await call(fetchDocumentation, {
    params: { id: draft.id },
    body: { fetchId: draft.handedOver.fetchId, takeOver },
    ...(signal && { signal }),
  });
  return mergeServerState(draft, documentation);
}

/** @throws UnresolvedConflictsError */
export function assertNoConflicts(draft: Draft): void {
  if (hasConflicts(draft)) throw new UnresolvedConflictsError();
}

/** Hands the documentation back. Also succeeds if someone else has fetched it or it is completed. @throws ApiError if offline */
export async function postHandBack({ id, handedOver }: Draft): Promise<void> {
  if (!handedOver) return;
  try {
    await call(handBackDocumentation, { params: { id }, body: { fetchId: handedOver.fetchId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.isTransient) throw error;
  }
}

/** The bytes for a photo's preview. Photos on the service are downloaded once and stored with the draft for offline use. */
export async function loadPhotoPreview(
  { id, onServer }: Draft["media"][number],
  { draftId, licenseCode }: { draftId: string; licenseCode: string },
): Promise<Blob | undefined> {
  const storedBytes = await readMedia(id);
  if (storedBytes || !onServer) return storedBytes;
  const response = await send(pathOf(downloadPhotoWithLicenseCode, { id }), {
    query: { licenseCode, form: "thumbnail" },
    anonymous: true,
  });
  const bytes = await response.blob();
  // If storage is full, the photo is still shown.
  await saveBytes(draftId, id, bytes).catch(() => {});
  return bytes;
}
