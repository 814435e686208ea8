import { type Draft, type DraftMedia, toCaptured } from "../../../../../domain/capture/draft";
import { asSent } from "../../../../../domain/capture/handedOver";
import {
  completeDocumentation,
  pauseDocumentation,
  saveDocumentation,
} from "../../../../../domain/endpoints/capture";
import * as calls from "../../../../../domain/endpoints/captureMedia";
import { call } from "../../../api/client";
import { Failure } from "../../../api/failure";
import { putSigned } from "../../../api/putSigned";
import { readMedia } from "../draft/draftStore";
import { refuseConflicts, withOthers } from "../handedOver/handoverCalls";
import type { SendingIo } from "./sendDraft";

/** The calls of sending on the real service. `keep` writes the draft back to the browser and the form. */
export const sendingIo = (keep: (draft: Draft) => Promise<void>, signal: AbortSignal): SendingIo => ({
  catchUp: async (draft) => {
    if (!draft.handedOver) return draft;
    try {
      const next = asSent(await withOthers(draft, { signal }));
      await keep(next);
      refuseConflicts(next);
      return next;
    } catch (error) {
      if (isEndedBefore(error, draft)) return draft;
      throw error;
    }
  },
  saveDocumentation: async (draft) => {
    const { license, handedOver } = draft;
    const body = {
      documentation: toCaptured(draft, system()),
      licenseCode: license.licenseCode,
      ...(handedOver && { fetchId: handedOver.fetchId, version: handedOver.version }),
    };
    try {
      await call(saveDocumentation, { body, signal });
    } catch (error) {
      if (!isEndedBefore(error, draft)) throw error;
    }
  },
  describe: (draft, media) => {
    const { licenseCode } = draft.license;
    const common = {
      id: media.id,
      documentationId: draft.id,
      documentationTaskId: media.taskId,
      name: media.name,
      creator: draft.creator,
      dateCreated: media.dateCreated,
    };
    return media.kind === "PHOTO"
      ? call(calls.savePhoto, {
          body: {
            photo: { ...common, comment: media.comment || null, markup: media.markup ?? null },
            licenseCode,
          },
          signal,
        })
      : call(calls.saveFile, {
          body: { file: { ...common, type: media.type || null }, licenseCode },
          signal,
        });
  },
  upload: async (draft, media, bytes, onSent) => {
    const { licenseCode } = draft.license;
    const isPhoto = media.kind === "PHOTO";
    const { id, md5, size } = media;
    const signed = await call(isPhoto ? calls.reservePhotoUpload : calls.reserveFileUpload, {
      body: { id, licenseCode, size, md5, contentType: contentType(media) },
      signal,
    });
    await putSigned(signed, bytes, onSent, signal);
    return call(isPhoto ? calls.settlePhotoUpload : calls.settleFileUpload, {
      body: { uploadId: signed.uploadId, licenseCode },
      signal,
    });
  },
  end: async (draft) => {
    await keep({ ...draft, endingAsked: draft.lastChanged });
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
});

/** The answer to the completion was lost and nothing changed since: the service has the draft as it is here. */
const isEndedBefore = (error: unknown, draft: Draft): boolean =>
  error instanceof Failure &&
  error.code === "documentationClosed" &&
  draft.ending === "complete" &&
  draft.endingAsked === draft.lastChanged;

/** A media type valid in a signature; parameters and invalid types are dropped. */
function contentType({ kind, type }: DraftMedia): string {
  if (kind === "PHOTO") return "image/jpeg";
  return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? "application/octet-stream";
}

/** The browser's name for its system, at most 100 characters. */
function system(): string {
  const { userAgentData, userAgent } = navigator as Navigator & { userAgentData?: { platform?: string } };
  const inBrackets = /\(([^;)]+)/.exec(userAgent)?.[1];
  return (userAgentData?.platform || inBrackets || "N/A").slice(0, 100);
}
