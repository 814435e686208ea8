import { Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { keepDocumentation } from "#domain/endpoints/review/review.ts";
import { deletionUrgencyOf } from "#features/documentation/upcomingDeletion.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { BottomSpace } from "#ui/layout/boxes.ts";
import { type Change, ChangeDialog } from "./change/ChangeDialog.tsx";
import type { DocumentationPermissions } from "./change/documentationPermissions.ts";

/** Warns that the documentation will be deleted automatically, lists what blocks that, and offers to keep it. */
export function DeletionNote({
  details,
  permissions,
}: {
  details: DocumentationDetails;
  permissions: DocumentationPermissions;
}) {
  const { t } = useTranslation("review");
  const [change, setChange] = useState<Change | null>(null);
  const createKeepChange = useCreateKeepChange();
  const { deletion, deleteAfter } = details;
  const urgency = deletionUrgencyOf(deleteAfter);
  if (!deletion || !deleteAfter || !urgency) return null;
  const { blockers } = deletion;
  const isBlocked = blockers.length > 0;
  const message =
    urgency === "now"
      ? t(isBlocked ? "deletion.onceUnblocked" : "deletion.imminent")
      : t(isBlocked ? "deletion.scheduledUnlessBlocked" : "deletion.scheduled", {
          date: formatDateTime(deleteAfter),
        });
  return (
    <BottomSpace>
      <Banner
        kind="warning"
        action={
          permissions.write && (
            <Button onClick={() => setChange(createKeepChange())}>{t("deletion.keep.action")}</Button>
          )
        }
      >
        {message}
        {isBlocked && (
          <BlockerList>
            {blockers.map(({ type, name, until }) => (
              <li key={`${type} ${name}`}>
                {t(`deletion.blocker.${type}`, { name, until: until ? formatDateTime(until) : "" })}
              </li>
            ))}
          </BlockerList>
        )}
      </Banner>
      {change && <ChangeDialog change={change} details={details} onClose={() => setChange(null)} />}
    </BottomSpace>
  );
}

/** Returns a function that creates the change which cancels the automatic deletion. */
export function useCreateKeepChange() {
  const { t } = useTranslation("review");
  return (): Change => ({
    title: t("deletion.keep.title"),
    text: t("deletion.keep.text"),
    confirm: t("deletion.keep.action"),
    doneText: t("deletion.keep.success"),
    fields: {},
    send: (params, version) => call(keepDocumentation, { params, body: { version } }),
    isStillPossible: ({ deletion }) => deletion !== null,
  });
}

const BlockerList = styled.ul`
  margin: var(--base-size-4) 0 0;
  padding-left: var(--base-size-20);
`;
