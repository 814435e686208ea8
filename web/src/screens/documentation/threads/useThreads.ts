import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  type Crew,
  createThread,
  editThreadComment,
  listThreads,
  reopenThread,
  replyToThread,
  resolveThread,
  type ThreadComment,
  type ThreadRow,
} from "#domain/endpoints/documentation/thread.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";

/** The subject of a thread: a photo, a task, or the documentation if neither is given. */
export type ThreadSubject = Partial<Pick<ThreadRow, "photoId" | "documentationTaskId">>;

export interface CommentInput {
  text: string;
  /** IDs of the mentioned users. */
  mentions: number[];
  crews: Crew[];
}

const useThreadsKey = (documentationId: string) => [
  useCustomerId(),
  "documentation",
  "threads",
  documentationId,
];

export function useThreads(documentationId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: useThreadsKey(documentationId),
    queryFn: async ({ signal }) =>
      (await call(listThreads, { params: { id: documentationId }, signal })).items,
  });
}

/** The writes of threads. Each puts the thread that it returns into the cache. */
export function useThreadWrites(documentationId: string) {
  const queryClient = useQueryClient();
  const queryKey = useThreadsKey(documentationId);
  const { write } = useDocumentationMutation(documentationId);
  const save = (request: () => Promise<ThreadRow>) =>
    write(request, ["item"], (row) =>
      queryClient.setQueryData<ThreadRow[]>(queryKey, (rows = []) =>
        rows.some(({ id }) => id === row.id)
          ? rows.map((existing) => (existing.id === row.id ? row : existing))
          : [...rows, row],
      ),
    );
  return {
    start: (subject: ThreadSubject, input: CommentInput) => {
      const { photoId, documentationTaskId } = subject;
      return save(() =>
        call(createThread, {
          body: {
            documentationId,
            ...(photoId && { photoId }),
            ...(documentationTaskId && { documentationTaskId }),
            ...input,
          },
        }),
      );
    },
    reply: ({ id }: ThreadRow, input: CommentInput) =>
      save(() => call(replyToThread, { params: { id }, body: input })),
    edit: ({ id, version }: ThreadComment, input: CommentInput) =>
      save(() => call(editThreadComment, { params: { id }, body: { ...input, version } })),
    setResolved: ({ id }: ThreadRow, isResolved: boolean) =>
      save(() => call(isResolved ? resolveThread : reopenThread, { params: { id } })),
  };
}
export type ThreadWrites = ReturnType<typeof useThreadWrites>;
