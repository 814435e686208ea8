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
  pageCount: number | null;
  total: number | null;
  from: number;
  to: number;
  /** Whether the page is full: there may then be a next one, even if the total is unknown. */
  isFull: boolean;
  onPage: (page: number) => void;
}

/** The visible range, and buttons for the first, previous, next and last page (1§2). */
export function Paging({ page, pageCount, total, from, to, isFull, onPage }: PagingProps) {
  const { t } = useTranslation();
  const isLast = pageCount === null ? !isFull : page >= pageCount;
  const renderButton = (
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
        {total === null
          ? t("table.rowsWithoutTotal", { from, to })
          : t("table.rows", { from, to, size: total })}
      </NoteDigits>
      <nav aria-label={t("table.pages")}>
        <Buttons>
          {renderButton(MoveToStartIcon, "first", 1, page <= 1)}
          {renderButton(ChevronLeftIcon, "previous", page - 1, page <= 1)}
          {renderButton(ChevronRightIcon, "next", page + 1, isLast)}
          {renderButton(MoveToEndIcon, "last", pageCount ?? page, pageCount === null || isLast)}
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
