import { Label, type LabelProps } from "@primer/react";
import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Note } from "#ui/layout/typography.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { DomainChange } from "./auditEntry.ts";
import { classText } from "./auditTexts.ts";
import { ChangedParams } from "./ChangedParams.tsx";
import { objectPath } from "./objectLinks.ts";

type Columns = TableColumn<DomainChange, keyof DomainChange>[];

/** The columns of 1§2, plus the action, and the customer on wide screens. */
export function useDomainChangeColumns(): Columns {
  const { t } = useTranslation("log");
  const { t: tCommon } = useTranslation();
  const { t: tAudit } = useTranslation("audit");
  const isCardLayout = useMediaQuery("(max-width: 767px)");
  // On a card every column gets its own line.
  const hasRoomForCustomer = useMediaQuery("(min-width: 1200px)") || isCardLayout;
  const columns: Columns = [
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "150px",
      isRowHeader: isCardLayout,
      cell: (row) => <DateTime value={row.dateCreated} />,
    },
    { id: "userId", header: t("domainChange.userId"), cell: (row) => <ActingUser row={row} /> },
    {
      id: "customerName",
      header: tCommon("fields.customer"),
      isOmitted: (row) => row.customerName === null,
      cell: (row) => <Name>{row.customerName ?? tCommon("state.emptyValue")}</Name>,
    },
    {
      id: "objectClass",
      header: t("domainChange.objectClass"),
      cell: (row) => <span title={row.objectClass}>{classText(row.objectClass, tAudit)}</span>,
    },
    { id: "objectId", header: t("domainChange.objectId"), cell: (row) => <ChangedObject row={row} /> },
    {
      id: "action",
      header: t("domainChange.action"),
      cell: (row) => (
        <Label variant={labelVariants[row.action]}>{t(`domainChange.actions.${row.action}`)}</Label>
      ),
    },
    {
      id: "params",
      header: t("domainChange.params"),
      share: 3.5,
      isOmitted: (row) => Object.keys(row.params).length === 0,
      cell: (row) => <ChangedParams row={row} />,
    },
  ];
  return columns.filter(({ id }) => hasRoomForCustomer || id !== "customerName");
}

const labelVariants: Record<DomainChange["action"], NonNullable<LabelProps["variant"]>> = {
  CREATE: "success",
  UPDATE: "accent",
  DELETE: "danger",
};

/** The acting user (1§2), or '-' if no user was logged in; the real user is shown below while switched. */
function ActingUser({ row }: { row: DomainChange }) {
  const { t } = useTranslation("log");
  return (
    <Name>
      {row.userId === -1 ? "-" : (row.username ?? row.userId)}
      {row.fullName && <Note as="div">{row.fullName}</Note>}
      {row.realUserId !== null && (
        <Note as="div">{t("domainChange.madeBy", { name: row.realUsername ?? row.realUserId })}</Note>
      )}
    </Name>
  );
}

/** The object's name, linked while the object exists. The tooltip is its id, by which the log can be searched. */
function ChangedObject({ row }: { row: DomainChange }) {
  const { t } = useTranslation("log");
  const link = objectPath(row);
  if (!row.object)
    return (
      <Name title={row.objectId}>
        {idPattern.test(row.objectId) ? <Note>{t("domainChange.unnamed")}</Note> : row.objectId}
      </Name>
    );
  return (
    <Name title={row.objectId}>
      {link ? <Link to={link}>{row.object.name}</Link> : row.object.name}
      {!row.object.exists && row.action !== "DELETE" && (
        <Note as="div">{t("domainChange.deletedObject")}</Note>
      )}
    </Name>
  );
}

const idPattern = /^[0-9a-f]{8}-/;

/** Returns whether a media query matches. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const Name = styled.div`
  overflow-wrap: anywhere;
`;
