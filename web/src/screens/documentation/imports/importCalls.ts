import { call } from "#api/client.ts";
import type { BodyOf, ResponseOf } from "#domain/contract/endpoint.ts";
import {
  prepareFileImports,
  preparePhotoImports,
  settleFileImports,
  settlePhotoImports,
} from "#domain/endpoints/review/mediaImport.ts";
import { type BatchItemResult, batchCalls } from "#ui/upload/batchCalls.ts";
import type { ImportCalls } from "./ImportUpload.ts";
import type { PhotoMetadata } from "./photoMetadata.ts";

export type ImportKind = "PHOTO" | "FILE";

type Photo = BodyOf<typeof preparePhotoImports>["items"][number];
type File = BodyOf<typeof prepareFileImports>["items"][number];
type PreparedItem = ResponseOf<typeof preparePhotoImports>["items"][number];
type Prepared = NonNullable<PreparedItem["prepared"]>;
type SettledItem = ResponseOf<typeof settlePhotoImports>["items"][number];

const toPreparedResult = ({ prepared, failure }: PreparedItem): BatchItemResult<Prepared> =>
  prepared ? { answer: prepared } : failure && { failure };
const toSettledResult = ({ stored, failure }: SettledItem): BatchItemResult<{ id: string }> =>
  stored ? { answer: stored } : failure && { failure };

/** Creates the calls of an upload from its metadata. Without a name the service names a photo after its task. */
export function createImportCalls(
  kind: ImportKind,
  documentationId: string,
  taskId: string,
): (metadata: () => PhotoMetadata) => ImportCalls {
  const target = { documentationId, taskId };
  const settle = batchCalls<string, { id: string }>(async (uploadIds, signal) => {
    const request = { body: { documentationId, uploadIds: [...uploadIds] }, ...(signal && { signal }) };
    const { items } = await call(kind === "PHOTO" ? settlePhotoImports : settleFileImports, request);
    return items.map(toSettledResult);
  });
  if (kind === "PHOTO") {
    const prepare = batchCalls<Photo, Prepared>(async (photos, signal) => {
      const request = { body: { ...target, items: [...photos] }, ...(signal && { signal }) };
      return (await call(preparePhotoImports, request)).items.map(toPreparedResult);
    });
    return (metadata) => ({
      settle,
      request: () => JSON.stringify(metadata()),
      prepare: (_, announcement, signal) => {
        const [name, comment] = [metadata().name.trim(), metadata().comment.trim()];
        return prepare({ ...(name && { name }), ...(comment && { comment }), ...announcement }, signal);
      },
    });
  }
  const prepare = batchCalls<File, Prepared>(async (files, signal) => {
    const request = { body: { ...target, items: [...files] }, ...(signal && { signal }) };
    return (await call(prepareFileImports, request)).items.map(toPreparedResult);
  });
  return () => ({
    settle,
    prepare: ({ name, type }, announcement, signal) =>
      prepare({ name, ...(type && { type }), ...announcement }, signal),
  });
}
