import { PencilIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useSession } from "#api/session.ts";
import type { ThreadComment, ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Note, Strong, UserText } from "#ui/layout/typography.ts";
import { CommentForm } from "./CommentForm.tsx";
import { splitMentions } from "./mentions.ts";
import type { ThreadWrites } from "./useThreads.ts";

interface ThreadCommentsProps {
  thread: ThreadRow;
  /** Null for users who only read. */
  writes: ThreadWrites | null;
}

export function ThreadComments({ thread, writes }: ThreadCommentsProps) {
  return (
    <List>
      {thread.comments.map((comment) => (
        <li key={comment.id}>
          <Comment documentationId={thread.documentationId} comment={comment} writes={writes} />
        </li>
      ))}
    </List>
  );
}

interface CommentProps {
  documentationId: string;
  comment: ThreadComment;
  writes: ThreadWrites | null;
}

function Comment({ documentationId, comment, writes }: CommentProps) {
  const { t } = useTranslation("thread");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const [isEdited, setIsEdited] = useState(false);
  const { creator, text, mentions, crews, byLink, dateCreated, edited, userId } = comment;
  return (
    <>
      <Head>
        <Strong>{creator}</Strong>
        <Note>
          {byLink && `${t("crew.byLink")} · `}
          <DateTime value={dateCreated} />
          {edited && (
            <>
              {" · "}
              {t("edited")} <DateTime value={edited} />
            </>
          )}
        </Note>
        {writes && userId === session?.userId && !isEdited && (
          <IconButton
            icon={PencilIcon}
            size="small"
            variant="invisible"
            aria-label={t("edit")}
            onClick={() => setIsEdited(true)}
          />
        )}
      </Head>
      {writes && isEdited ? (
        <CommentForm
          documentationId={documentationId}
          label={t("edit")}
          submitLabel={tCommon("actions.save")}
          draftKey={`edit ${comment.id}`}
          initial={comment}
          save={(input) => writes.edit(comment, input)}
          onClose={() => setIsEdited(false)}
        />
      ) : (
        <UserText>
          {splitMentions(
            text,
            [...mentions, ...crews].map(({ name }) => name),
          ).map((part) => (part.isMention ? <Mention key={part.start}>{part.text}</Mention> : part.text))}
        </UserText>
      )}
    </>
  );
}

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
`;

/** The same height with and without the button. */
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--base-size-8);
  min-height: 28px;
  overflow-wrap: anywhere;
`;

const Mention = styled.strong`
  padding: 0 2px;
  border-radius: var(--borderRadius-small);
  background: var(--bgColor-accent-muted);
  color: var(--fgColor-accent);
  font-weight: var(--base-text-weight-medium);
`;
