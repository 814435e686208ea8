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
  /** What can be sent back. */
  content: { tasks: readonly DocumentationTask[] | undefined; photos: readonly PhotoRow[] };
  /** Closes the viewer, which would cover the dialog. */
  onAsk: () => void;
}

/** The status keys, in the order of the viewer's buttons. */
const statusActions = [
  { status: "APPROVED", key: "a", icon: CheckCircleIcon },
  { status: "HANDLED", key: "h", icon: CheckIcon },
] as const;

export const statusShortcuts: Partial<Record<GrantableStatus, string>> = Object.fromEntries(
  statusActions.map(({ status, key }) => [status, key]),
);

/** A reviewer's actions on the whole documentation. In a queue they open the next one. */
export function useReviewActions({ details, may, queue, content, onAsk }: ReviewActionsOptions) {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const { t: retake } = useTranslation("retake");
  const [sendingBack, setSendingBack] = useState<{ photoId?: string; viewing: boolean } | null>(null);
  const [pending, setPending] = useState<{ change: Change; next: boolean; viewing: boolean } | null>(null);
  const statusChange = useStatusChange();
  const createToggle = useToggleHidden();
  const currentPath = queuePath(details.id, queue?.view ?? null);

  const setStatus = (status: GrantableStatus, viewing = false) =>
    setPending({ change: statusChange(details, status), next: true, viewing });
  const createKeepChange = useKeepDocumentation();
  const sendBack = (photo?: PhotoRow, viewing = false) => {
    onAsk();
    setSendingBack({ ...(photo?.hasData && { photoId: photo.id }), viewing });
  };
  const actionsFor = (viewing: boolean) => [
    ...statusActions
      .filter(({ status }) => may.customerStatuses.includes(status))
      .map(({ status, key, icon }) => ({
        key,
        icon,
        label: t(`status.${status}.action`),
        disabled: !may.statuses.includes(status),
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
    pending && (
      <ChangeDialog
        change={pending.change}
        details={details}
        onShown={onAsk}
        onDone={() => pending.next && void queue?.go("next", { viewing: pending.viewing, done: true })}
        onUndone={() => {
          // A user who has left the queue by then is not moved.
          if (queue && isReviewing(queue.view)) void navigate(currentPath, { replace: true });
        }}
        onClose={() => setPending(null)}
      />
    )
  );
  return {
    setStatus,
    hide: () => setPending({ change: createToggle(details), next: false, viewing: false }),
    keep: () => setPending({ change: createKeepChange(), next: false, viewing: false }),
    sendBack,
    busy: pending !== null || sendingBack !== null,
    /** Actions with keys, for the page and for the viewer. From the viewer, the next one opens in the viewer too. */
    pageActs: actionsFor(false).filter((action) => !("disabled" in action && action.disabled)),
    viewerActs: actionsFor(true),
    dialog,
  };
}
export type ReviewActions = ReturnType<typeof useReviewActions>;
