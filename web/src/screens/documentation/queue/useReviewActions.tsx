import { CheckCircleIcon, CheckIcon, ReplyIcon } from "@primer/octicons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type {
  DocumentationDetails,
  DocumentationTask,
  PhotoRow,
} from "#domain/endpoints/documentation/details.ts";
import { queuePath } from "#features/reviewQueue/queueUrl.ts";
import { isReviewing, type Queue } from "#features/reviewQueue/useQueue.ts";
import { type Change, ChangeDialog } from "../change/ChangeDialog.tsx";
import type { DocumentationPermissions } from "../change/documentationPermissions.ts";
import { type GrantableStatus, useStatusChange, useToggleHidden } from "../change/useStatusChange.ts";
import { useKeepDocumentation } from "../DeletionNote.tsx";

const SendBackDialog = lazy(async () => ({
  default: (await import("../retake/SendBackDialog.tsx")).SendBackDialog,
}));

interface ReviewActionsOptions {
  details: DocumentationDetails;
  may: DocumentationPermissions;
  queue: Queue | null;
  /** What may be sent back. */
  content: { tasks: readonly DocumentationTask[] | undefined; photos: readonly PhotoRow[] };
  /** Leaves the large view, which would cover what is asked. */
  onAsk: () => void;
}

/** The status keys, in the order in which the large view has their buttons. */
const statusActions = [
  { status: "APPROVED", key: "a", icon: CheckCircleIcon },
  { status: "HANDLED", key: "h", icon: CheckIcon },
] as const;

export const statusShortcuts: Partial<Record<GrantableStatus, string>> = Object.fromEntries(
  statusActions.map(({ status, key }) => [status, key]),
);

/** What a reviewer does with a documentation as a whole. In a queue the next one follows. */
export function useReviewActions({ details, may, queue, content, onAsk }: ReviewActionsOptions) {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const { t: retake } = useTranslation("retake");
  const [sendingBack, setSendingBack] = useState<{ photoId?: string; viewing: boolean } | null>(null);
  const [doing, setDoing] = useState<{ change: Change; next: boolean; viewing: boolean } | null>(null);
  const statusChange = useStatusChange();
  const hiding = useToggleHidden();
  const here = queuePath(details.id, queue?.view ?? null);

  const setStatus = (status: GrantableStatus, viewing = false) =>
    setDoing({ change: statusChange(details, status), next: true, viewing });
  const keep = useKeepDocumentation();
  const sendBack = (photo?: PhotoRow, viewing = false) => {
    onAsk();
    setSendingBack({ ...(photo?.hasData && { photoId: photo.id }), viewing });
  };
  const acts = (viewing: boolean) => [
    ...statusActions
      .filter(({ status }) => may.statuses.includes(status))
      .map(({ status, key, icon }) => ({
        key,
        icon,
        label: t(`status.${status}.action`),
        act: () => setStatus(status, viewing),
      })),
    ...(may.write
      ? [
          {
            key: "r",
            icon: ReplyIcon,
            label: retake("action"),
            act: (photo?: PhotoRow) => sendBack(photo, viewing),
          },
        ]
      : []),
  ];
  const dialog: ReactNode = sendingBack ? (
    <Suspense>
      <SendBackDialog
        details={details}
        {...content}
        {...(sendingBack.photoId && { initial: [{ photoId: sendingBack.photoId }] })}
        onClose={(sent) => {
          const { viewing } = sendingBack;
          setSendingBack(null);
          if (sent) void queue?.go("next", { viewing, done: sent.status !== details.status });
        }}
      />
    </Suspense>
  ) : (
    doing && (
      <ChangeDialog
        change={doing.change}
        details={details}
        onShown={onAsk}
        onDone={() => doing.next && void queue?.go("next", { viewing: doing.viewing, done: true })}
        onUndone={() => {
          // Whoever is elsewhere by then stays there.
          if (queue && isReviewing(queue.view)) void navigate(here, { replace: true });
        }}
        onClose={() => setDoing(null)}
      />
    )
  );
  return {
    setStatus,
    hide: () => setDoing({ change: hiding(details), next: false, viewing: false }),
    keep: () => setDoing({ change: keep(), next: false, viewing: false }),
    sendBack,
    busy: doing !== null || sendingBack !== null,
    /** With keys, on the page and in large view, where the next one is shown in large view, too. */
    pageActs: acts(false),
    viewerActs: acts(true),
    dialog,
  };
}
export type ReviewActions = ReturnType<typeof useReviewActions>;
