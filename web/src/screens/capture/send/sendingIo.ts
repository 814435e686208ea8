import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { uploadToSignedUrl } from "#api/putSigned.ts";
import { type Draft, type DraftMedia, toCapturedDocumentation } from "#domain/capture/draft.ts";
import { withSentSnapshot } from "#domain/capture/resumedDraft.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import {
  completeDocumentation,
  pauseDocumentation,
  saveDocumentation,
} from "#domain/endpoints/capture/capture.ts";
import * as calls from "#domain/endpoints/capture/captureMedia.ts";
import { readMedia } from "#features/captureForm/draft/draftStore.ts";
import { batchCalls } from "#ui/upload/batchCalls.ts";
import { assertNoConflicts, pullServerChanges } from "../handedOver/handoverCalls.ts";
import { createAnnouncer } from "./announcer.ts";
import type { SendingApi, Stored } from "./sendDraft.ts";

/** The calls of sending on the real service. `keep` writes the draft back to the browser and the form. */
export function sendingIo(keep: (draft: Draft) => Promise<void>, signal: AbortSignal): SendingApi {
  const announced = createAnnouncer(signal);
  const signed = new Map<string, ResponseOf<typeof calls.reservePhotoUpload> | null>();
  const settlePhoto = batchCalls<Settling, Stored>(async (uploads) => {
    const { licenseCode } = uploads[0]!;
    const uploadIds = uploads.map(({ uploadId }) => uploadId);
    const { items } = await call(calls.settlePhotos, { body: { licenseCode, uploadIds }, signal });
    return items.map(({ stored, failure }) => (stored ? { answer: stored } : failure && { failure }));
  });
  return {
    catchUp: async (draft) => {
      if (!draft.handedOver) return draft;
      try {
        const next = withSentSnapshot(await pullServerChanges(draft, { signal }));
        await keep(next);
        assertNoConflicts(next);
        return next;
      } catch (error) {
        if (wasAlreadyCompleted(error, draft)) return draft;
        throw error;
      }
    },
    saveDocumentation: async (draft) => {
      const { license, handedOver } = draft;
      const body = {
        documentation: toCapturedDocumentation(draft, operatingSystem()),
        licenseCode: license.licenseCode,
        ...(handedOver && { fetchId: handedOver.fetchId, version: handedOver.version }),
      };
      try {
        await call(saveDocumentation, { body, signal });
      } catch (error) {
        if (!wasAlreadyCompleted(error, draft)) throw error;
      }
    },
    describe: async (draft, media) => {
      if (media.kind === "PHOTO") {
        const { stored, upload } = await announced(draft, media);
        signed.set(media.id, upload);
        // Of a photo that takes the place of another, the service has the other until it is sent.
        const isEarlier = media.replaces && stored?.sha256 !== media.sha256;
        return stored && !isEarlier ? stored : { hasData: false, sha256: null };
      }
      const { id, name, dateCreated, taskId, type } = media;
      const file = {
        ...{ id, name, dateCreated, documentationId: draft.id, documentationTaskId: taskId },
        ...{ creator: draft.creator, type: type || null },
      };
      return call(calls.saveFile, { body: { file, licenseCode: draft.license.licenseCode }, signal });
    },
    upload: async (draft, media, bytes, onSent) => {
      const { licenseCode } = draft.license;
      const isPhoto = media.kind === "PHOTO";
      const { id, md5, size } = media;
      const given = signed.get(id);
      // A photo whose turn came late has a URL that may end while it is sent.
      const target =
        given && Date.parse(given.expires) - Date.now() > urlExpiryMarginMs
          ? given
          : await call(isPhoto ? calls.reservePhotoUpload : calls.reserveFileUpload, {
              body: {
                ...{ id, licenseCode, size, md5, contentType: contentType(media) },
                ...(media.replaces && { retaken: retakeMetadata(draft, media) }),
              },
              signal,
            });
      const { uploadId } = target;
      await uploadToSignedUrl(target, bytes, onSent, signal);
      return () =>
        isPhoto
          ? settlePhoto({ uploadId, licenseCode })
          : call(calls.settleFileUpload, { body: { uploadId, licenseCode }, signal });
    },
    end: async (draft) => {
      await keep({ ...draft, endingRequestedFor: draft.lastChanged });
      const ending = draft.ending === "pause" ? pauseDocumentation : completeDocumentation;
      await call(ending, {
        body: {
          id: draft.id,
          licenseCode: draft.license.licenseCode,
          creator: draft.creator,
          ...(draft.handedOver && { fetchId: draft.handedOver.fetchId }),
        },
        signal,
      });
    },
    bytesOf: readMedia,
    keep,
  };
}

/** An upload of a draft, which has one licence. */
interface Settling {
  uploadId: string;
  licenseCode: string;
}

/** What is said of a photo that takes the place of another. */
const retakeMetadata = ({ creator }: Draft, { comment, dateCreated }: DraftMedia) => ({
  creator: creator.trim(),
  comment: comment || null,
  dateCreated,
});

/** Milliseconds that a URL has left when it is used: what the slowest photo takes. */
const urlExpiryMarginMs = 15 * 60_000;

/** The answer to the completion was lost and nothing changed since: the service has the draft as it is here. */
const wasAlreadyCompleted = (error: unknown, draft: Draft): boolean =>
  error instanceof ApiError &&
  error.code === "documentationClosed" &&
  draft.ending === "complete" &&
  draft.endingRequestedFor === draft.lastChanged;

/** A media type valid in a signature; parameters and invalid types are dropped. */
function contentType({ kind, type }: DraftMedia): string {
  if (kind === "PHOTO") return "image/jpeg";
  return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? "application/octet-stream";
}

/** The browser's name for its system, at most 100 characters. */
function operatingSystem(): string {
  const { userAgentData, userAgent } = navigator as Navigator & { userAgentData?: { platform?: string } };
  const inBrackets = /\(([^;)]+)/.exec(userAgent)?.[1];
  return (userAgentData?.platform || inBrackets || "N/A").slice(0, 100);
}
