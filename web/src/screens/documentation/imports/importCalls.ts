import {
  prepareFileImport,
  preparePhotoImport,
  settleFileImport,
  settlePhotoImport,
} from "../../../../../domain/endpoints/review";
import { call } from "../../../api/client";
import type { ImportCalls } from "./ImportUpload";

export type ImportKind = "PHOTO" | "FILE";

/** The calls around an upload. The service names a photo after its task. */
export const callsOf = (kind: ImportKind, documentationId: string, taskId: string): ImportCalls =>
  kind === "PHOTO"
    ? {
        prepare: (_, announced) =>
          call(preparePhotoImport, { body: { documentationId, taskId, ...announced } }),
        settle: (uploadId) => call(settlePhotoImport, { params: { uploadId } }),
      }
    : {
        prepare: ({ name, type }, announced) =>
          call(prepareFileImport, {
            body: { documentationId, taskId, name, ...(type && { type }), ...announced },
          }),
        settle: (uploadId) => call(settleFileImport, { params: { uploadId } }),
      };
