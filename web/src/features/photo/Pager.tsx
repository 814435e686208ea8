import { ChevronLeftIcon, ChevronRightIcon } from "@primer/octicons-react";
import styled from "styled-components";
import { pageNumbers } from "#ui/table/pageNumbers.ts";

interface PagerProps {
  label: string;
  previousLabel: string;
  nextLabel: string;
  pageLabel: (page: number) => string;
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Page links by the rule of 2§2: from ten pages on, the first three, the last three and the neighbours of the current one. */
export function Pager({ label, previousLabel, nextLabel, pageLabel, page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label}>
      <Pages>
        <li>
          <PageButton
            type="button"
            aria-label={previousLabel}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeftIcon />
          </PageButton>
        </li>
        {pageNumbers(page, pages).map((offered, index, all) =>
          offered === null ? (
            <Gap key={`gap after ${all[index - 1]}`} aria-hidden="true">
              …
            </Gap>
          ) : (
            <li key={offered}>
              <PageButton
                type="button"
                aria-label={pageLabel(offered)}
                aria-current={offered === page ? "page" : undefined}
                onClick={() => onPage(offered)}
              >
                {offered}
              </PageButton>
            </li>
          ),
        )}
        <li>
          <PageButton
            type="button"
            aria-label={nextLabel}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRightIcon />
          </PageButton>
        </li>
      </Pages>
    </nav>
  );
}

const Pages = styled.ul`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: var(--base-size-4);
`;

const Gap = styled.li`
  align-self: center;
  padding: 0 var(--base-size-4);
  color: var(--fgColor-muted);
`;

const PageButton = styled.button`
  display: grid;
  place-items: center;
  min-width: 32px;
  height: 32px;
  padding: 0 var(--base-size-8);
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-default);
  font-size: var(--text-body-size-medium);
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &:hover:not(:disabled) {
    background: var(--control-transparent-bgColor-hover);
  }
  &:disabled {
    color: var(--fgColor-disabled);
    cursor: default;
  }
  &[aria-current="page"] {
    background: var(--bgColor-accent-emphasis);
    color: var(--fgColor-onEmphasis);
  }
`;
