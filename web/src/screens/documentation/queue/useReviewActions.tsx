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
import { recordDecision } from "#features/reviewQueue/reviewProgress.ts";
import { isReviewing, type Queue } from "#features/reviewQueue/useQueue.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { type Change, ChangeDialog } from "../change/ChangeDialog.tsx";
import type { DocumentationPermissions } from "../change/documentationPermissions.ts";
import { type GrantableStatus, useStatusChange, useToggleHidden } from "../change/useStatusChange.ts";
import { useCreateKeepChange } from "../DeletionNote.tsx";

const SendBackDialog = lazy(async () => ({
  default: (await import("../retake/SendBackDialog.tsx")).SendBackDialog,
}));

const AssignDialog = lazy(async () => {
  const [module] = await Promise.all([import("../change/AssignDialog.tsx"), loadTexts("assignment")]);
  return { default: module.AssignDialog };
});

interface ReviewActionsOptions {
  details: DocumentationDetails;
  permissions: DocumentationPermissions;
  queue: Queue | null;
  /** The photos and tasks that can be sent back. */
  content: { tasks: readonly DocumentationTask[] | undefined; photos: readonly PhotoRow[] };
  /** Closes the viewer, which would cover the dialog. */
  onDialogOpen: () => void;
}

/** The status keys, in the order of the viewer's buttons. */
const statusActions = [
  { status: "APPROVED", key: "a", icon: CheckCircleIcon },
  { status: "HANDLED", key: "h", icon: CheckIcon },
] as const;

export const sendBackKey = "r";

/** The status of the one primary button: the first that the customer uses, whether or not it can be given now. */
export const mainStatusOf = ({ customerStatuses }: DocumentationPermissions) =>
  statusActions.find(({ status }) => customerStatuses.includes(status))?.status;

export const statusShortcuts: Partial<Record<GrantableStatus, string>> = Object.fromEntries(
  statusActions.map(({ status, key }) => [status, key]),
);

/** A reviewer's actions on the whole documentation. In a queue they open the next one. */
export function useReviewActions({
  details,
  permissions,
  queue,
  content,
  onDialogOpen,
}: ReviewActionsOptions) {
  const { t } = useTranslation("review");
  const navigate = useNavigate();
  const { t: tRetake } = useTranslation("retake");
  const [sendBackRequest, setSendBackRequest] = useState<{ photoId?: string; isInViewer: boolean } | null>(
    null,
  );
  const [pendingChange, setPendingChange] = useState<{
    change: Change;
    next: boolean;
    isInViewer: boolean;
  } | null>(null);
  const [isAssigning, setIsAssigning] = useState(false);
  const createStatusChange = useStatusChange();
  const createToggle = useToggleHidden();
  const currentPath = queuePath(details.id, queue?.view ?? null);

  const setStatus = (status: GrantableStatus, isInViewer = false) =>
    setPendingChange({ change: createStatusChange(details, status), next: true, isInViewer });
  const createKeepChange = useCreateKeepChange();
  const sendBack = (photo?: PhotoRow, isInViewer = false) => {
    onDialogOpen();
    setSendBackRequest({ ...(photo?.hasData && { photoId: photo.id }), isInViewer });
  };
  const actionsFor = (isInViewer: boolean) => [
    ...statusActions
      .filter(({ status }) => permissions.customerStatuses.includes(status))
      .map(({ status, key, icon }) => ({
        key,
        icon,
        variant: status === mainStatusOf(permissions) ? ("primary" as const) : ("default" as const),
        label: t(`status.${status}.action`),
        disabled: !permissions.statuses.includes(status),
        act: () => setStatus(status, isInViewer),
      })),
    ...(permissions.write
      ? [
          {
            key: sendBackKey,
            icon: ReplyIcon,
            variant: "danger" as const,
            label: tRetake("action"),
            act: (photo?: PhotoRow) => sendBack(photo, isInViewer),
          },
        ]
      : []),
  ];
  const dialog: ReactNode = sendBackRequest ? (
    <Suspense>
      <SendBackDialog
        details={details}
        {...content}
        {...(sendBackRequest.photoId && { initial: [{ photoId: sendBackRequest.photoId }] })}
        onClose={(response) => {
          const { isInViewer } = sendBackRequest;
          setSendBackRequest(null);
          if (response && queue && response.status !== details.status)
            recordDecision(queue.view, details.id, true);
          if (response) queue?.open("next", { isInViewer, isDone: response.status !== details.status });
        }}
      />
    </Suspense>
  ) : isAssigning ? (
    <Suspense>
      <AssignDialog
        details={details}
        permissions={permissions}
        onAssign={(change) => {
          setIsAssigning(false);
          setPendingChange({ change, next: false, isInViewer: false });
        }}
        onClose={() => setIsAssigning(false)}
      />
    </Suspense>
  ) : (
    pendingChange && (
      <ChangeDialog
        change={pendingChange.change}
        details={details}
        onOpen={onDialogOpen}
        onDone={() => {
          if (!pendingChange.next || !queue) return;
          recordDecision(queue.view, details.id, true);
          queue.open("next", { isInViewer: pendingChange.isInViewer, isDone: true });
        }}
        onUndone={() => {
          if (queue) recordDecision(queue.view, details.id, false);
          // Does not navigate if the user has left the queue in the meantime.
          if (queue && isReviewing(queue.view)) void navigate(currentPath, { replace: true });
        }}
        onClose={() => setPendingChange(null)}
      />
    )
  );
  return {
    setStatus,
    hide: () => setPendingChange({ change: createToggle(details), next: false, isInViewer: false }),
    keep: () => setPendingChange({ change: createKeepChange(), next: false, isInViewer: false }),
    sendBack,
    assign: () => setIsAssigning(true),
    busy: pendingChange !== null || sendBackRequest !== null,
    /** Actions with keys, for the page and for the viewer. From the viewer, the next one opens in the viewer too. */
    pageShortcuts: actionsFor(false).filter((action) => !("disabled" in action && action.disabled)),
    viewerShortcuts: actionsFor(true),
    dialog,
  };
}
export type ReviewActions = ReturnType<typeof useReviewActions>;
