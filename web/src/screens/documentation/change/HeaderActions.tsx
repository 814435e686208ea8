import {
  CheckCircleIcon,
  EyeClosedIcon,
  EyeIcon,
  InfinityIcon,
  KebabHorizontalIcon,
  LinkIcon,
  PencilIcon,
  PersonAddIcon,
  ReplyIcon,
} from "@primer/octicons-react";
import { ActionList, ActionMenu, Button, IconButton } from "@primer/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { StickyDecisions } from "#ui/layout/StickyDecisions.ts";
import {
  mainStatusOf,
  type ReviewActions,
  sendBackKey,
  statusShortcuts,
} from "../queue/useReviewActions.tsx";
import type { DocumentationPermissions } from "./documentationPermissions.ts";
import { RenameDialog } from "./RenameDialog.tsx";

const LinksDialog = lazy(async () => ({ default: (await import("../links/LinksDialog.tsx")).LinksDialog }));

interface HeaderActionsProps {
  details: DocumentationDetails;
  permissions: DocumentationPermissions;
  reviewActions: ReviewActions;
  /** Additional menu items. */
  children?: ReactNode;
}

/** Actions on the whole documentation (2§4). The decision is the one primary button; other statuses are plain buttons. */
export function HeaderActions({ details, permissions, reviewActions, children }: HeaderActionsProps) {
  const { t } = useTranslation("review");
  const { t: tLink } = useTranslation("link");
  const { t: tRetake } = useTranslation("retake");
  const [showsLinks, setShowsLinks] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const { setStatus, busy: isBusy } = reviewActions;
  const mainStatus = mainStatusOf(permissions);
  return (
    <>
      {permissions.write && (
        <StickyDecisions>
          <Button
            variant="danger"
            leadingVisual={ReplyIcon}
            disabled={isBusy}
            aria-keyshortcuts={sendBackKey}
            onClick={() => reviewActions.sendBack()}
          >
            {tRetake("action")}
          </Button>
          {mainStatus && (
            <Button
              variant="primary"
              leadingVisual={CheckCircleIcon}
              disabled={isBusy || !permissions.statuses.includes(mainStatus)}
              aria-keyshortcuts={statusShortcuts[mainStatus]}
              onClick={() => setStatus(mainStatus)}
            >
              {t(`status.${mainStatus}.action`)}
            </Button>
          )}
        </StickyDecisions>
      )}
      {permissions.customerStatuses
        .filter((status) => status !== mainStatus)
        .reverse()
        .map((status) => (
          <Button
            key={status}
            disabled={isBusy || !permissions.statuses.includes(status)}
            aria-keyshortcuts={statusShortcuts[status]}
            onClick={() => setStatus(status)}
          >
            {t(`status.${status}.action`)}
          </Button>
        ))}
      {(permissions.write || children) && (
        <ActionMenu>
          <ActionMenu.Anchor>
            <IconButton icon={KebabHorizontalIcon} aria-label={t("more")} />
          </ActionMenu.Anchor>
          <ActionMenu.Overlay align="end">
            <ActionList>
              {permissions.write && (
                <>
                  <ActionList.Item onSelect={reviewActions.assign}>
                    <ActionList.LeadingVisual>
                      <PersonAddIcon />
                    </ActionList.LeadingVisual>
                    {t("assign")}
                  </ActionList.Item>
                  <ActionList.Item onSelect={() => setRenaming(true)}>
                    <ActionList.LeadingVisual>
                      <PencilIcon />
                    </ActionList.LeadingVisual>
                    {t("rename.action")}
                  </ActionList.Item>
                  <ActionList.Item onSelect={reviewActions.hide}>
                    <ActionList.LeadingVisual>
                      {details.hidden ? <EyeIcon /> : <EyeClosedIcon />}
                    </ActionList.LeadingVisual>
                    {t(details.hidden ? "show.action" : "hide.action")}
                  </ActionList.Item>
                  {details.deletion && (
                    <ActionList.Item onSelect={reviewActions.keep}>
                      <ActionList.LeadingVisual>
                        <InfinityIcon />
                      </ActionList.LeadingVisual>
                      {t("deletion.keep.menu")}
                    </ActionList.Item>
                  )}
                  <ActionList.Item onSelect={() => setShowsLinks(true)}>
                    <ActionList.LeadingVisual>
                      <LinkIcon />
                    </ActionList.LeadingVisual>
                    {tLink("staff.action")}
                  </ActionList.Item>
                </>
              )}
              {children}
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      )}
      {isRenaming && <RenameDialog details={details} onClose={() => setRenaming(false)} />}
      {showsLinks && (
        <Suspense>
          <LinksDialog documentationId={details.id} onClose={() => setShowsLinks(false)} />
        </Suspense>
      )}
    </>
  );
}
