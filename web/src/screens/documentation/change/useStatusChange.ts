import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { grantableStatuses } from "#domain/core/documentationTypes.ts";
import { findStatusDenialReason, isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { approve, changeStatus, toggleHidden } from "#domain/endpoints/review/review.ts";
import { undoStatus } from "#domain/endpoints/review/reviewQueue.ts";
import type { Change } from "./ChangeDialog.tsx";

export type GrantableStatus = (typeof grantableStatuses)[number];

/**
 * Sets a status manually (2§4). Handing over asks first, because it takes the documentation out of the exports; so does approving
 * while a retake is open.
 */
export function useStatusChange() {
  const { t } = useTranslation("review");
  const { t: tDocumentation } = useTranslation("documentation");
  const { t: tRetake } = useTranslation("retake");
  const superAdmin = spansCustomers(useGrants());
  return (
    { id, alias, name, openRetakeCount, status: previousStatus }: DocumentationDetails,
    status: GrantableStatus,
  ): Change => ({
    title: t(`status.${status}.title`),
    text:
      openRetakeCount > 0 && status === "APPROVED"
        ? tRetake("approveAnyway", { count: openRetakeCount })
        : t(`status.${status}.text`),
    confirm: t(`status.${status}.action`),
    doneText: t("status.success", { name: alias ?? name, status: tDocumentation(`status.${status}`) }),
    skipsConfirmation: status !== "PAUSED" && (openRetakeCount === 0 || status !== "APPROVED"),
    undo: ({ version }) => call(undoStatus, { params: { id }, body: { version, status: previousStatus } }),
    fields: { status },
    send: (params, version) =>
      status === "APPROVED"
        ? call(approve, { params, body: { version } })
        : call(changeStatus, { params, body: { status, version } }),
    isStillPossible: ({ status: currentStatus, customerStatuses: enabled }) =>
      findStatusDenialReason({ status: currentStatus, enabled, superAdmin }, status) === null,
  });
}

/** Hides or shows a documentation after confirmation (2§4). Each undoes the other. */
export function useToggleHidden() {
  const { t } = useTranslation("review");
  return (details: DocumentationDetails): Change => {
    const action = details.hidden ? "show" : "hide";
    return {
      title: t(`${action}.title`),
      text: t(`${action}.text`),
      confirm: t(`${action}.action`),
      doneText: t(`${action}.success`),
      undo: ({ id, version }) => call(toggleHidden, { params: { id }, body: { version } }),
      fields: { hidden: !details.hidden },
      send: (params, version) => call(toggleHidden, { params, body: { version } }),
      // The call toggles: after another user's toggle it would undo theirs.
      isStillPossible: ({ status, hidden }) => !isReadOnlyForStaff(status) && hidden === details.hidden,
    };
  };
}
