import { CheckCircleIcon, CommentDiscussionIcon, ImageIcon, TasklistIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Buttons } from "#ui/layout/boxes.ts";
import { BreakableItem, Note } from "#ui/layout/typography.ts";
import { CommentForm, hasDraft } from "./CommentForm.tsx";
import { ThreadComments } from "./ThreadComments.tsx";
import type { ThreadWrites } from "./useThreads.ts";

interface ThreadCardProps {
  thread: ThreadRow;
  /** Null for users who only read. */
  writes: ThreadWrites | null;
  /** The current name of the photo or task; null beside the photo itself. */
  subject: string | null;
  onOpenPhoto?: (id: string) => void;
}

/** A thread with its comments and actions. */
export function ThreadCard({ thread, writes, subject, onOpenPhoto }: ThreadCardProps) {
  const { t } = useTranslation("thread");
  const draftKey = `reply ${thread.id}`;
  const [isReplying, setIsReplying] = useState(hasDraft(draftKey));
  const { photoId, documentationTaskId, unanswered, resolved, resolvedBy } = thread;
  const resolution = useMutation({
    mutationFn: async (isResolved: boolean) => writes?.setResolved(thread, isResolved),
  });
  const SubjectIcon = photoId ? ImageIcon : documentationTaskId ? TasklistIcon : CommentDiscussionIcon;
  return (
    <Card id={`thread-${thread.id}`} tabIndex={-1} aria-label={subject ?? t("title")}>
      <Head>
        {subject !== null && (
          <>
            <SubjectIcon />
            {photoId && onOpenPhoto ? (
              <SubjectButton type="button" onClick={() => onOpenPhoto(photoId)}>
                {subject}
              </SubjectButton>
            ) : (
              <BreakableItem>{subject}</BreakableItem>
            )}
          </>
        )}
        {unanswered && <Label variant="attention">{t("unanswered")}</Label>}
        {resolved && <Label variant="done">{t("resolved")}</Label>}
      </Head>
      <ThreadComments thread={thread} writes={writes} />
      {resolved && (
        <Note as="div">
          {t("resolvedBy", { name: resolvedBy ?? "" })}, <DateTime value={resolved} />
        </Note>
      )}
      {writes &&
        (isReplying ? (
          <CommentForm
            documentationId={thread.documentationId}
            label={t("reply")}
            submitLabel={t("send")}
            draftKey={draftKey}
            save={(input) => writes.reply(thread, input)}
            onClose={() => setIsReplying(false)}
          />
        ) : (
          <Buttons>
            <Button size="small" onClick={() => setIsReplying(true)}>
              {t("reply")}
            </Button>
            <Button
              size="small"
              variant="invisible"
              leadingVisual={resolved ? undefined : CheckCircleIcon}
              loading={resolution.isPending}
              onClick={() => resolution.mutate(!resolved)}
            >
              {t(resolved ? "reopen" : "resolve")}
            </Button>
          </Buttons>
        ))}
    </Card>
  );
}

const Card = styled.article`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  padding: var(--base-size-12) var(--base-size-16);
  scroll-margin-top: 72px;
  &:focus {
    outline: none;
    box-shadow: inset 3px 0 0 var(--borderColor-accent-emphasis);
  }
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  > svg {
    flex: none;
  }
  &:empty {
    display: none;
  }
`;

const SubjectButton = styled.button`
  min-width: 0;
  padding: 0;
  border: 0;
  background: none;
  color: var(--fgColor-accent);
  font: inherit;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    text-decoration: underline;
  }
`;
