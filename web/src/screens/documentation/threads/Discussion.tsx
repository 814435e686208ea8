import { CommentDiscussionIcon } from "@primer/octicons-react";
import { Button, FormControl, Select } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationTask, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import { isStructure } from "#domain/task/types.ts";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Muted, QuietSummary } from "#ui/layout/typography.ts";
import { CommentForm, hasDraft } from "./CommentForm.tsx";
import { ThreadCard } from "./ThreadCard.tsx";
import { useThreads, useThreadWrites } from "./useThreads.ts";

export interface DiscussionProps {
  documentationId: string;
  tasks: readonly DocumentationTask[] | undefined;
  photos: readonly PhotoRow[];
  canWrite: boolean;
  /** The thread that a notice links to. */
  linkedThreadId: string | null;
  onOpenPhoto: (id: string) => void;
}

/** The section of a documentation's threads: open ones first, resolved ones collapsed. */
export default function Discussion(props: DiscussionProps) {
  const { documentationId, tasks, photos, canWrite, linkedThreadId, onOpenPhoto } = props;
  const { t } = useTranslation("thread");
  const threads = useThreads(documentationId);
  const writes = useThreadWrites(documentationId);
  const draftKey = `start ${documentationId}`;
  const [isStarting, setIsStarting] = useState(hasDraft(draftKey));
  const hasLinkedThread = threads.data?.some(({ id }) => id === linkedThreadId) ?? false;
  useEffect(() => {
    if (!hasLinkedThread) return;
    const card = document.getElementById(`thread-${linkedThreadId}`);
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  }, [hasLinkedThread, linkedThreadId]);
  const subjectOf = ({ photoId, documentationTaskId, subjectName }: ThreadRow): string => {
    const photo = photos.find(({ id }) => id === photoId);
    const task = tasks?.find(({ id }) => id === documentationTaskId);
    return photo?.alias ?? photo?.name ?? task?.name ?? (subjectName || t("documentation"));
  };
  const renderCards = (rows: readonly ThreadRow[]) => (
    <Panel>
      {rows.map((thread) => (
        <ThreadCard
          key={thread.id}
          thread={thread}
          writes={canWrite ? writes : null}
          subject={subjectOf(thread)}
          onOpenPhoto={onOpenPhoto}
        />
      ))}
    </Panel>
  );
  if (threads.data?.length === 0 && !canWrite) return null;
  const openCount = threads.data?.filter(({ resolved }) => resolved === null).length;
  return (
    <Section
      id="discussion"
      title={t("title")}
      count={openCount}
      actions={
        canWrite && (
          <Button
            size="small"
            leadingVisual={CommentDiscussionIcon}
            disabled={isStarting}
            onClick={() => setIsStarting(true)}
          >
            {t("start")}
          </Button>
        )
      }
    >
      <Stack $gap={12}>
        {isStarting && (
          <StartForm
            {...{ documentationId, draftKey, writes }}
            tasks={tasks ?? []}
            onClose={() => setIsStarting(false)}
          />
        )}
        <QueryContent query={threads}>
          {(rows) => {
            const openThreads = rows.filter(({ resolved }) => resolved === null);
            const resolvedThreads = rows.filter(({ resolved }) => resolved !== null);
            return (
              <>
                {openThreads.length > 0
                  ? renderCards(openThreads)
                  : !isStarting && <Muted as="p">{t(rows.length > 0 ? "allResolved" : "none")}</Muted>}
                {resolvedThreads.length > 0 && (
                  <details open={resolvedThreads.some(({ id }) => id === linkedThreadId)}>
                    <QuietSummary>{t("resolvedCount", { count: resolvedThreads.length })}</QuietSummary>
                    {renderCards(resolvedThreads)}
                  </details>
                )}
              </>
            );
          }}
        </QueryContent>
      </Stack>
    </Section>
  );
}

interface StartFormProps {
  documentationId: string;
  draftKey: string;
  tasks: readonly DocumentationTask[];
  writes: ReturnType<typeof useThreadWrites>;
  onClose: () => void;
}

/** Starts a thread about the documentation or one of its tasks. */
function StartForm({ documentationId, draftKey, tasks, writes, onClose }: StartFormProps) {
  const { t } = useTranslation("thread");
  const [taskId, setTaskId] = useState("");
  return (
    <CommentForm
      documentationId={documentationId}
      label={t("start")}
      submitLabel={t("send")}
      draftKey={draftKey}
      save={(input) => writes.start({ documentationTaskId: taskId || null }, input)}
      onClose={onClose}
    >
      <FormControl>
        <FormControl.Label>{t("about")}</FormControl.Label>
        <Select block value={taskId} onChange={({ target }) => setTaskId(target.value)}>
          <Select.Option value="">{t("documentation")}</Select.Option>
          {tasks
            .filter(({ type }) => !isStructure(type))
            .map(({ id, name }) => (
              <Select.Option key={id} value={id}>
                {name}
              </Select.Option>
            ))}
        </Select>
      </FormControl>
    </CommentForm>
  );
}
