import {
  CheckCircleIcon,
  EyeClosedIcon,
  EyeIcon,
  InfinityIcon,
  KebabHorizontalIcon,
  LinkIcon,
  PencilIcon,
} from "@primer/octicons-react";
import { ActionList, ActionMenu, Button, IconButton } from "@primer/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "../../../../../domain/endpoints/documentation";
import { useKeeping } from "../DeletionNote";
import { type Change, ChangeDialog } from "./ChangeDialog";
import type { May } from "./may";
import { RenameDialog } from "./RenameDialog";
import { type GrantableStatus, useHiding, useStatusChange } from "./useStatusChange";

const LinksDialog = lazy(async () => ({ default: (await import("../links/LinksDialog")).LinksDialog }));

interface HeaderActionsProps {
  details: DocumentationDetails;
  may: May;
  /** Additional menu items. */
  children?: ReactNode;
}

/** Actions on the whole documentation (2§4). The one a reviewer most likely wants is a button of its own. */
export function HeaderActions({ details, may, children }: HeaderActionsProps) {
  const { t } = useTranslation("review");
  const { t: link } = useTranslation("link");
  const [linking, setLinking] = useState(false);
  const [change, setChange] = useState<Change | null>(null);
  const [renaming, setRenaming] = useState(false);
  const statusChange = useStatusChange();
  const hiding = useHiding();
  const keeping = useKeeping();
  const ask = (status: GrantableStatus) => setChange(statusChange(status));
  return (
    <>
      {may.statuses
        .filter((status) => status !== "APPROVED")
        .reverse()
        .map((status) => (
          <Button key={status} onClick={() => ask(status)}>
            {t(`status.${status}.action`)}
          </Button>
        ))}
      {may.statuses.includes("APPROVED") && (
        <Button variant="primary" leadingVisual={CheckCircleIcon} onClick={() => ask("APPROVED")}>
          {t("status.APPROVED.action")}
        </Button>
      )}
      {(may.write || children) && (
        <ActionMenu>
          <ActionMenu.Anchor>
            <IconButton icon={KebabHorizontalIcon} aria-label={t("more")} />
          </ActionMenu.Anchor>
          <ActionMenu.Overlay align="end">
            <ActionList>
              {may.write && (
                <>
                  <ActionList.Item onSelect={() => setRenaming(true)}>
                    <ActionList.LeadingVisual>
                      <PencilIcon />
                    </ActionList.LeadingVisual>
                    {t("rename.action")}
                  </ActionList.Item>
                  <ActionList.Item onSelect={() => setChange(hiding(details))}>
                    <ActionList.LeadingVisual>
                      {details.hidden ? <EyeIcon /> : <EyeClosedIcon />}
                    </ActionList.LeadingVisual>
                    {t(details.hidden ? "show.action" : "hide.action")}
                  </ActionList.Item>
                  {details.deletion && (
                    <ActionList.Item onSelect={() => setChange(keeping())}>
                      <ActionList.LeadingVisual>
                        <InfinityIcon />
                      </ActionList.LeadingVisual>
                      {t("deletion.keep.menu")}
                    </ActionList.Item>
                  )}
                  <ActionList.Item onSelect={() => setLinking(true)}>
                    <ActionList.LeadingVisual>
                      <LinkIcon />
                    </ActionList.LeadingVisual>
                    {link("staff.action")}
                  </ActionList.Item>
                </>
              )}
              {children}
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      )}
      {renaming && <RenameDialog details={details} onClose={() => setRenaming(false)} />}
      {linking && (
        <Suspense>
          <LinksDialog documentationId={details.id} onClose={() => setLinking(false)} />
        </Suspense>
      )}
      {change && <ChangeDialog change={change} details={details} onClose={() => setChange(null)} />}
    </>
  );
}
