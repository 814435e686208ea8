import { type Draft, type DraftMedia, toCaptured } from "../../../../../domain/capture/draft";
import * as calls from "../../../../../domain/endpoints/capture";
import { call } from "../../../api/client";
import { Failure } from "../../../api/failure";
import { putSigned } from "../../../api/putSigned";
import { readMedia } from "../draft/draftStore";
import type { SendingIo } from "./sendDraft";

/** The sending's calls as they really are. `keep` puts the draft back into the browser and into the form. */
export const sendingIo = (keep: (draft: Draft) => Promise<void>, signal: AbortSignal): SendingIo => ({
  saveDocumentation: async (draft) => {
    const body = { documentation: toCaptured(draft, system()), licenseCode: draft.license.licenseCode };
    try {
      await call(calls.saveDocumentation, { body, signal });
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
          body: { photo: { ...common, comment: media.comment || null }, licenseCode },
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
    const ending = draft.ending === "pause" ? calls.pauseDocumentation : calls.completeDocumentation;
    await call(ending, {
      body: { id: draft.id, licenseCode: draft.license.licenseCode, creator: draft.creator },
      signal,
    });
  },
  bytesOf: readMedia,
  keep,
});

/** The answer to its completion was lost, and nothing was changed since: the service has it as it is here. */
const isEndedBefore = (error: unknown, draft: Draft): boolean =>
  error instanceof Failure &&
  error.code === "documentationClosed" &&
  draft.ending === "complete" &&
  draft.endingAsked === draft.lastChanged;

/** A media type as it may be signed; parameters and what is none are left out. */
function contentType({ kind, type }: DraftMedia): string {
  if (kind === "PHOTO") return "image/jpeg";
  return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? "application/octet-stream";
}

/** What the portal runs on, in the words of the browser; of 100 characters at most. */
function system(): string {
  const { userAgentData, userAgent } = navigator as Navigator & { userAgentData?: { platform?: string } };
  const inBrackets = /\(([^;)]+)/.exec(userAgent)?.[1];
  return (userAgentData?.platform || inBrackets || "N/A").slice(0, 100);
}
