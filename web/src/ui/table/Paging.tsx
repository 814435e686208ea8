import {
  ChevronLeftIcon,
  ChevronRightIcon,
  type Icon,
  MoveToEndIcon,
  MoveToStartIcon,
} from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { NoteDigits } from "../layout/typography.ts";

interface PagingProps {
  page: number;
  /** Null until the total is known. */
  pages: number | null;
  size: number | null;
  from: number;
  to: number;
  /** Whether the page is full: then there may be a next one while the total is unknown. */
  full: boolean;
  onPage: (page: number) => void;
}

/** The visible range, and buttons for the first, previous, next and last page (1§2). */
export function Paging({ page, pages, size, from, to, full, onPage }: PagingProps) {
  const { t } = useTranslation();
  const isLast = pages === null ? !full : page >= pages;
  const button = (
    icon: Icon,
    label: "first" | "previous" | "next" | "last",
    target: number,
    disabled: boolean,
  ) => (
    <IconButton
      icon={icon}
      variant="invisible"
      aria-label={t(`table.${label}`)}
      disabled={disabled}
      onClick={() => onPage(target)}
    />
  );
  return (
    <Bar>
      <NoteDigits as="div" role="status">
        {size === null ? t("table.rowsOpen", { from, to }) : t("table.rows", { from, to, size })}
      </NoteDigits>
      <nav aria-label={t("table.pages")}>
        <Buttons>
          {button(MoveToStartIcon, "first", 1, page <= 1)}
          {button(ChevronLeftIcon, "previous", page - 1, page <= 1)}
          {button(ChevronRightIcon, "next", page + 1, isLast)}
          {button(MoveToEndIcon, "last", pages ?? page, pages === null || isLast)}
        </Buttons>
      </nav>
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-4) var(--base-size-16);
  padding: var(--base-size-4) var(--base-size-8) var(--base-size-4) var(--base-size-16);
  border-top: 1px solid var(--borderColor-default);
`;

const Buttons = styled.div`
  display: flex;
`;
