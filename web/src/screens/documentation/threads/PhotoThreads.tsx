import { CommentDiscussionIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Panel } from "#features/documentation/DocumentationSection.tsx";
import { Buttons } from "#ui/layout/boxes.ts";
import { CommentForm, hasDraft } from "./CommentForm.tsx";
import { ThreadCard } from "./ThreadCard.tsx";
import { useThreads, useThreadWrites } from "./useThreads.ts";

export interface PhotoThreadsProps {
  documentationId: string;
  photoId: string;
  canWrite: boolean;
}

/** The threads about a photo, beside it in the viewer. */
export default function PhotoThreads({ documentationId, photoId, canWrite }: PhotoThreadsProps) {
  const { t } = useTranslation("thread");
  const threads = useThreads(documentationId);
  const writes = useThreadWrites(documentationId);
  const draftKey = `start ${photoId}`;
  const [isStarting, setIsStarting] = useState(hasDraft(draftKey));
  const photoThreads = threads.data?.filter((row) => row.photoId === photoId) ?? [];
  if (photoThreads.length === 0 && !canWrite) return null;
  return (
    <Part aria-label={t("title")}>
      {photoThreads.length > 0 && (
        <Panel>
          {photoThreads.map((thread) => (
            <ThreadCard key={thread.id} thread={thread} writes={canWrite ? writes : null} subject={null} />
          ))}
        </Panel>
      )}
      {canWrite &&
        (isStarting ? (
          <CommentForm
            documentationId={documentationId}
            label={t("start")}
            submitLabel={t("send")}
            draftKey={draftKey}
            save={(input) => writes.start({ photoId }, input)}
            onClose={() => setIsStarting(false)}
          />
        ) : (
          <Buttons>
            <Button size="small" leadingVisual={CommentDiscussionIcon} onClick={() => setIsStarting(true)}>
              {t("start")}
            </Button>
          </Buttons>
        ))}
    </Part>
  );
}

const Part = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  margin-bottom: var(--base-size-16);
  padding-bottom: var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
`;
