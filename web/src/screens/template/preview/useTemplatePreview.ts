import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId, useGrants, useSession } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { type Draft, type DraftMedia, withMedia, withoutMedia } from "#domain/capture/draft.ts";
import {
  emptyPreviewInput,
  type PreviewInput,
  previewDraft,
  previewInputOf,
} from "#domain/capture/preview.ts";
import { now } from "#domain/core/fields.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { suggestionsFor } from "#domain/task/types.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import type { CaptureFieldsController } from "#features/captureForm/CaptureFields.tsx";
import type { MediaSource } from "#features/captureForm/CaptureFormContext.ts";

/**
 * The draft of a template preview, with the template in its current editing state. The entered values stay in this component:
 * they are neither stored nor sent.
 */
export function usePreview(content: TemplateContent, platform: "APP" | "WEB") {
  const session = useSession();
  const [input, setInput] = useState<PreviewInput>(emptyPreviewInput);
  const bytes = useRef(new Map<string, Blob>());
  const [addingCount, setAddingCount] = useState(0);
  const listParams = useListParams(content);
  const [identity] = useState(() => ({ id: crypto.randomUUID(), startedAt: now() }));
  const lastTasks = useRef<Draft["tasks"]>([]);
  const draft = useMemo(
    () =>
      previewDraft(
        content,
        input,
        { ...identity, userId: session?.userId ?? 0, creator: session?.username ?? "", platform, listParams },
        lastTasks.current,
      ),
    [content, input, identity, session, platform, listParams],
  );
  lastTasks.current = draft.tasks;
  const draftRef = useRef(draft);
  draftRef.current = draft;

  const change = useCallback((next: (draft: Draft) => Draft) => {
    draftRef.current = next(draftRef.current);
    const changedDraft = draftRef.current;
    setInput((current) => previewInputOf(changedDraft, current));
  }, []);

  const calls = useMemo(
    () => ({
      change,
      async addAll<T>(items: readonly T[], add: (item: T) => Promise<unknown>) {
        setAddingCount((count) => count + items.length);
        for (const item of items) {
          await add(item);
          setAddingCount((count) => count - 1);
        }
      },
      async addMedia(media: Omit<DraftMedia, "confirmed">, blob: Blob) {
        bytes.current.set(media.id, blob);
        change((draft) => withMedia(draft, media));
      },
      async removeMedia(id: string) {
        bytes.current.delete(id);
        change((draft) => withoutMedia(draft, id));
      },
    }),
    [change],
  );
  const source = useMemo<MediaSource>(
    () => ({
      picture: async ({ id }) => bytes.current.get(id),
      bytes: async (id) => bytes.current.get(id),
    }),
    [],
  );
  const controller: CaptureFieldsController = { ...calls, draft, draftRef };
  const startOver = () => {
    bytes.current.clear();
    setInput(emptyPreviewInput);
  };
  return { work: controller, adding: addingCount, source, startOver };
}

/** The columns of the contact lists that the tasks use, if the user can read them. */
function useListParams({ tasks }: TemplateContent): ReadonlyMap<string, Record<string, string>> {
  const customerId = useCustomerId();
  const canReadLists = hasAuthority(useGrants(), "ROLE_SUGGESTION_LIST_READ");
  const lists = useMemo(
    () => [
      ...new Set(
        taskTree
          .flatten(tasks)
          .flatMap(({ node }) =>
            suggestionsFor(node.type) === "CONTACT_PERSONS" ? (node.suggestionList ?? []) : [],
          ),
      ),
    ],
    [tasks],
  );
  return useQueries({
    queries: (canReadLists ? lists : []).map((id) => ({
      queryKey: [customerId, "suggestionListParams", id],
      queryFn: () => fetchItem(suggestionList, id).then(({ params }) => ({ id, params })),
      meta: { handlesErrors: true },
    })),
    combine: toParamsById,
  });
}

const toParamsById = (
  queries: readonly { data?: { id: string; params: Record<string, string> } | undefined }[],
): ReadonlyMap<string, Record<string, string>> =>
  new Map(queries.flatMap(({ data }) => (data ? [[data.id, data.params] as const] : [])));
