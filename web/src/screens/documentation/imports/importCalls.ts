import {
  prepareFileImport,
  preparePhotoImport,
  settleFileImport,
  settlePhotoImport,
} from "../../../../../domain/endpoints/review";
import { call } from "../../../api/client";
import type { ImportCalls } from "./ImportUpload";
import type { PhotoWords } from "./photoWords";

export type ImportKind = "PHOTO" | "FILE";

/** The calls around an upload. Without a name the service names a photo after its task. */
export const callsOf = (
  kind: ImportKind,
  documentationId: string,
  taskId: string,
  words: () => PhotoWords,
): ImportCalls =>
  kind === "PHOTO"
    ? {
        wish: () => JSON.stringify(words()),
        prepare: (_, announced) => {
          const [name, comment] = [words().name.trim(), words().comment.trim()];
          const said = { ...(name && { name }), ...(comment && { comment }) };
          return call(preparePhotoImport, { body: { documentationId, taskId, ...said, ...announced } });
        },
        settle: (uploadId) => call(settlePhotoImport, { params: { uploadId } }),
      }
    : {
        prepare: ({ name, type }, announced) =>
          call(prepareFileImport, {
            body: { documentationId, taskId, name, ...(type && { type }), ...announced },
          }),
        settle: (uploadId) => call(settleFileImport, { params: { uploadId } }),
      };
