import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
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
import type { SendingApi, StoredMedia } from "./sendDraft.ts";

/** Implements the calls of sending. `storeDraft` writes the draft back to the browser and the form. */
export function createSendingIo(
  storeDraft: (draft: Draft) => Promise<void>,
  signal: AbortSignal,
): SendingApi {
  const announce = createAnnouncer(signal);
  const signedUploads = new Map<string, ResponseOf<typeof calls.reservePhotoUpload> | null>();
  const settlePhoto = batchCalls<SettleRequest, StoredMedia>(async (uploads) => {
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
        await storeDraft(next);
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
        documentation: toCapturedDocumentation(draft, getOperatingSystem()),
        licenseCode: license.licenseCode,
        ...(handedOver && { fetchId: handedOver.fetchId, version: handedOver.version }),
      };
      try {
        await call(saveDocumentation, { body, signal });
      } catch (error) {
        if (!wasAlreadyCompleted(error, draft)) throw error;
      }
    },
    announce: async (draft, media) => {
      if (media.kind === "PHOTO") {
        const { stored, upload } = await announce(draft, media);
        signedUploads.set(media.id, upload);
        // Until a replacement is sent, the service has the earlier photo under its id.
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
      const signedUpload = signedUploads.get(id);
      // After a long wait, a URL may expire during the upload.
      const target =
        signedUpload && Date.parse(signedUpload.expires) - Date.now() > urlExpiryMarginMs
          ? signedUpload
          : await call(isPhoto ? calls.reservePhotoUpload : calls.reserveFileUpload, {
              body: {
                ...{ id, licenseCode, size, md5, contentType: contentTypeOf(media) },
                ...(media.replaces && { retaken: createRetakeMetadata(draft, media) }),
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
      await storeDraft({ ...draft, endingRequestedFor: draft.lastChanged });
      const endpoint = draft.finish === "pause" ? pauseDocumentation : completeDocumentation;
      await call(endpoint, {
        body: {
          id: draft.id,
          licenseCode: draft.license.licenseCode,
          creator: draft.creator,
          ...(draft.handedOver && { fetchId: draft.handedOver.fetchId }),
        },
        signal,
      });
    },
    readBytes: readMedia,
    storeDraft,
  };
}

/** An upload to settle. All uploads of a draft have the same licence. */
interface SettleRequest {
  uploadId: string;
  licenseCode: string;
}

/** The metadata of a photo that replaces another. */
const createRetakeMetadata = ({ creator }: Draft, { comment, dateCreated }: DraftMedia) => ({
  creator: creator.trim(),
  comment: comment || null,
  dateCreated,
});

/** A signed URL must be valid for at least this long when an upload starts; the slowest photo needs it. */
const urlExpiryMarginMs = 15 * 60_000;

/** Whether the service already has this draft: the response to its completion was lost, and nothing has changed since. */
const wasAlreadyCompleted = (error: unknown, draft: Draft): boolean =>
  error instanceof ApiError &&
  error.code === "documentationClosed" &&
  draft.finish === "complete" &&
  draft.endingRequestedFor === draft.lastChanged;

/** A media type valid in a signature; parameters and invalid types are dropped. */
function contentTypeOf({ kind, type }: DraftMedia): string {
  if (kind === "PHOTO") return "image/jpeg";
  return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? "application/octet-stream";
}

declare global {
  interface Navigator {
    /** In Chromium only. */
    readonly userAgentData?: { platform?: string };
  }
}

/** The operating system as the browser names it, at most 100 characters. */
function getOperatingSystem(): string {
  const { userAgentData, userAgent } = navigator;
  const platformInBrackets = /\(([^;)]+)/.exec(userAgent)?.[1];
  return (userAgentData?.platform || platformInBrackets || "N/A").slice(0, 100);
}
