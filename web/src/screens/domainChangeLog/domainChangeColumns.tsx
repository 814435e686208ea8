import { Label, type LabelProps } from "@primer/react";
import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { DateTime } from "../../kit/DateTime";
import type { TableColumn } from "../../kit/table/columns";
import { Note } from "../../kit/text";
import { ChangedParams } from "./ChangedParams";
import type { DomainChange } from "./domainChangeSource";

type Columns = TableColumn<DomainChange, keyof DomainChange>[];

/** The columns of 1§2, the action, and the customer where there is room. */
export function useDomainChangeColumns(): Columns {
  const { t } = useTranslation("log");
  const { t: common } = useTranslation();
  const cards = useMedia("(max-width: 767px)");
  // On a card every column has its own line.
  const room = useMedia("(min-width: 1200px)") || cards;
  const columns: Columns = [
    {
      id: "dateCreated",
      header: common("fields.created"),
      width: "150px",
      heads: cards,
      cell: (row) => <DateTime value={row.dateCreated} />,
    },
    { id: "userId", header: t("domainChange.userId"), cell: (row) => <Who row={row} /> },
    {
      id: "customerName",
      header: common("fields.customer"),
      omitted: (row) => row.customerName === null,
      cell: (row) => <Name>{row.customerName ?? common("state.none")}</Name>,
    },
    {
      id: "objectClass",
      header: t("domainChange.objectClass"),
      cell: (row) => <span title={row.objectClass}>{lastSegment(row.objectClass)}</span>,
    },
    { id: "objectId", header: t("domainChange.objectId"), cell: (row) => <Id>{row.objectId}</Id> },
    {
      id: "action",
      header: t("domainChange.action"),
      cell: (row) => <Label variant={colours[row.action]}>{t(`domainChange.actions.${row.action}`)}</Label>,
    },
    {
      id: "params",
      header: t("domainChange.params"),
      width: "36%",
      omitted: (row) => Object.keys(row.params).length === 0,
      cell: (row) => <ChangedParams params={row.params} />,
    },
  ];
  return columns.filter(({ id }) => room || id !== "customerName");
}

const colours: Record<DomainChange["action"], NonNullable<LabelProps["variant"]>> = {
  CREATE: "success",
  UPDATE: "accent",
  DELETE: "danger",
};

/** siteproof.License becomes License (1§2). */
export const lastSegment = (objectClass: string): string => objectClass.split(".").at(-1) ?? objectClass;

/** The acting user (1§2); '-' where nobody was logged in. Below it the real user while switched. */
function Who({ row }: { row: DomainChange }) {
  const { t } = useTranslation("log");
  return (
    <Name>
      {row.userId === -1 ? "-" : (row.username ?? row.userId)}
      {row.realUserId !== null && (
        <Note as="div">{t("domainChange.acting", { name: row.realUsername ?? row.realUserId })}</Note>
      )}
    </Name>
  );
}

/** Whether a media query matches. */
function useMedia(query: string): boolean {
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
  min-width: 104px;
  overflow-wrap: anywhere;
`;

const Id = styled.code`
  display: block;
  width: 156px;
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
  @media (max-width: 767px) {
    width: auto;
  }
`;
