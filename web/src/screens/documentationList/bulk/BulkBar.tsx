import { FileZipIcon, TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useGrants, useSession } from "#api/session.ts";
import { hasAuthority, hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import { type BulkChange, listBulkStatuses } from "#domain/documentation/bulkChange.ts";
import { maxSentBack } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { TrailingActions } from "#ui/layout/boxes.ts";
import { SelectionBar } from "#ui/select/SelectionBar.ts";
import type { Selection } from "#ui/select/selection.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";

interface BulkBarProps {
  selection: Selection;
  /** Number of matches; null until known. */
  total: number | null;
  onAll: () => void;
  onClear: () => void;
  onZip: () => void;
  /** The page that compares the selected documentations; null unless they are comparable. */
  comparePath: string | null;
  onChange: (change: BulkChange) => void;
}

/**
 * The number of selected rows, a button that selects all matches, and the actions. Readers can only download; writers can also
 * change.
 */
export function BulkBar({ selection, total, onAll, onClear, onZip, comparePath, onChange }: BulkBarProps) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const grants = useGrants();
  const navigate = useNavigate();
  const canChange = hasAuthority(grants, "ROLE_DOCUMENTATION_WRITE");
  const statuses = listBulkStatuses({
    superAdmin: spansCustomers(grants),
    enabled: useSession()?.documentationStatuses ?? [],
  });
  const isProminent = (status: BulkChange) => status === "APPROVED" || status === "HANDLED";
  const prominentStatuses = statuses.filter(isProminent);
  const otherStatuses = statuses.filter((status) => !isProminent(status));
  const count = selection.all ? (total ?? 0) : selection.ids.size;
  useShortcuts(t("bulk.region"), [
    { key: "", label: t("zip.action"), act: onZip, isAction: true },
    ...(canChange
      ? [
          ...statuses,
          "ASSIGN" as const,
          ...(count > maxSentBack ? [] : ["SEND_BACK" as const]),
          "TAG" as const,
          "HIDE" as const,
          "SHOW" as const,
          "DELETE" as const,
        ]
      : []
    ).map((change) => ({ key: "", label: t(`bulk.${change}`), act: () => onChange(change), isAction: true })),
  ]);
  const renderItem = (change: BulkChange) => (
    <ActionList.Item key={change} onSelect={() => onChange(change)}>
      {t(`bulk.${change}`)}
    </ActionList.Item>
  );
  return (
    <SelectionBar aria-label={t("bulk.region")}>
      <strong role="status">
        {selection.all
          ? t("bulk.allSelected", { formattedCount: formatNumber(count) })
          : t("bulk.selected", { count, formattedCount: formatNumber(count) })}
      </strong>
      {!selection.all && total !== null && total > count && (
        <Button size="small" variant="invisible" onClick={onAll}>
          {t("bulk.selectAll", { formattedCount: formatNumber(total) })}
        </Button>
      )}
      <Button size="small" variant="invisible" onClick={onClear}>
        {t("bulk.clear")}
      </Button>
      <TrailingActions>
        <Button size="small" leadingVisual={FileZipIcon} onClick={onZip}>
          {t("zip.action")}
        </Button>
        {hasProduct(grants, "DOCUMENTATION_COMPARISON") && (
          <Button
            size="small"
            disabled={!comparePath}
            title={comparePath ? undefined : t("bulk.compareHint")}
            onClick={() => comparePath && void navigate(comparePath)}
          >
            {t("bulk.compare")}
          </Button>
        )}
        {canChange && (
          <>
            <Button size="small" onClick={() => onChange("ASSIGN")}>
              {t("bulk.ASSIGN")}
            </Button>
            <Button
              size="small"
              disabled={count > maxSentBack}
              title={count > maxSentBack ? t("bulk.sendBackHint", { max: maxSentBack }) : undefined}
              onClick={() => onChange("SEND_BACK")}
            >
              {t("bulk.SEND_BACK")}
            </Button>
            <Button size="small" onClick={() => onChange("TAG")}>
              {t("bulk.tag.action")}
            </Button>
            <Button size="small" onClick={() => onChange("HIDE")}>
              {t("bulk.HIDE")}
            </Button>
            <Button size="small" onClick={() => onChange("SHOW")}>
              {t("bulk.SHOW")}
            </Button>
          </>
        )}
        {canChange &&
          prominentStatuses.map((status) => (
            <Button key={status} size="small" onClick={() => onChange(status)}>
              {t(`bulk.${status}`)}
            </Button>
          ))}
        {canChange && otherStatuses.length > 0 && (
          <ActionMenu>
            <ActionMenu.Anchor>
              <Button size="small" trailingAction={TriangleDownIcon}>
                {t("documentation:fields.status")}
              </Button>
            </ActionMenu.Anchor>
            <ActionMenu.Overlay align="end">
              <ActionList>{otherStatuses.map((status) => renderItem(status))}</ActionList>
            </ActionMenu.Overlay>
          </ActionMenu>
        )}
        {canChange && (
          <Button size="small" variant="danger" onClick={() => onChange("DELETE")}>
            {t("bulk.DELETE")}
          </Button>
        )}
      </TrailingActions>
    </SelectionBar>
  );
}
