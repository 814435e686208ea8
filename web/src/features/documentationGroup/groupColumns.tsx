import { CheckCircleFillIcon, DotFillIcon, TagIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import { LabelList } from "#ui/dialog/LabelList.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { NameLink } from "#ui/format/NameLink.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { useGroupPath } from "./groupPath.ts";

export type GroupColumn = TableColumn<DocumentationGroupRow>;

/** The columns of the three lists (2§2), with the customer for users who see several customers. */
export function useGroupColumns(
  screen: string,
): Record<"name" | "alias" | "templates" | "latest" | "exported", GroupColumn> & { customer: GroupColumn[] } {
  const { t } = useTranslation("group");
  const { t: tCommon } = useTranslation();
  const pathOf = useGroupPath(screen);
  const canSeeCustomers = spansCustomers(useGrants());
  return {
    name: {
      id: "name",
      header: t("columns.name"),
      isRowHeader: true,
      cell: (row) => (
        <>
          <NameLink to={pathOf(row)}>{row.name}</NameLink>
          {row.tag && (
            <TagMark title={t("documentationsWithTag")}>
              <TagIcon size={14} aria-label={t("tag")} />
            </TagMark>
          )}
        </>
      ),
    },
    customer: canSeeCustomers
      ? [
          {
            id: "customerName",
            header: t("columns.customerName"),
            cell: (row) => row.customerName,
          },
        ]
      : [],
    alias: {
      id: "alias",
      header: t("columns.alias"),
      isOmitted: ({ alias }) => !alias,
      cell: ({ alias }) => alias ?? tCommon("state.emptyValue"),
    },
    templates: {
      id: "templates",
      header: t("columns.templates"),
      cell: ({ templates }) => (
        <LabelList title={t("columns.templates")} items={templates.map(({ name }) => ({ text: name }))} />
      ),
    },
    latest: {
      id: "latest",
      header: t("columns.latest"),
      width: "150px",
      cell: ({ latest }) => <DateTime value={latest} />,
    },
    exported: {
      id: "exported",
      header: t("columns.exported"),
      width: "170px",
      cell: ({ exported }) => (
        <State $isMuted={exported === "NONE"}>
          {exported === "ALL" && <CheckCircleFillIcon fill="var(--fgColor-success)" />}
          {exported === "SOME" && <DotFillIcon fill="var(--fgColor-attention)" />}
          {t(`exported.${exported}`)}
        </State>
      ),
    },
  };
}

const TagMark = styled.span`
  display: inline-grid;
  margin-left: var(--base-size-8);
  vertical-align: -2px;
  color: var(--fgColor-muted);
`;

const State = styled.span<{ $isMuted: boolean }>`
  display: inline-flex;
  vertical-align: middle;
  align-items: center;
  gap: var(--base-size-8);
  white-space: nowrap;
  ${({ $isMuted }) => $isMuted && "color: var(--fgColor-muted);"}
`;
