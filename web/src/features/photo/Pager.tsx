import { ChevronLeftIcon, ChevronRightIcon } from "@primer/octicons-react";
import styled from "styled-components";
import { listPageNumbers } from "#ui/table/pageNumbers.ts";

interface PagerProps {
  label: string;
  previousLabel: string;
  nextLabel: string;
  pageLabel: (page: number) => string;
  /** Counts from 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** Page links as in 2§2: from ten pages on, only the first three, the last three and the neighbours of the current one. */
export function Pager({ label, previousLabel, nextLabel, pageLabel, page, pageCount, onPage }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <Pages aria-label={label}>
      <PageButton
        type="button"
        aria-label={previousLabel}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon />
      </PageButton>
      <Numbers>
        {listPageNumbers(page, pageCount).map((number, index, numbers) =>
          number === null ? (
            <Gap key={`gap after ${numbers[index - 1]}`} aria-hidden="true">
              …
            </Gap>
          ) : (
            <li key={number}>
              <PageButton
                type="button"
                aria-label={pageLabel(number)}
                aria-current={number === page ? "page" : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </PageButton>
            </li>
          ),
        )}
      </Numbers>
      <PageButton
        type="button"
        aria-label={nextLabel}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon />
      </PageButton>
    </Pages>
  );
}

/** As wide for few numbers as for many, so that the arrows stay below a pointer that clicks them repeatedly. */
const Pages = styled.nav`
  display: flex;
  width: 100%;
  max-width: 480px;
  margin: 0 auto;
`;

const Numbers = styled.ul`
  display: flex;
  flex: 1;
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
