import { ArrowRightIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Muted } from "#ui/layout/typography.ts";
import type { DomainChange } from "./auditEntry.ts";
import { codeTextsOf, fieldText, isReadableField, valueText } from "./auditTexts.ts";

/** A field with its values as texts; a creation has no `before`, a deletion no `after`. */
interface Param {
  field: string;
  before?: string | null;
  after?: string | null;
}

/** The readable fields of an audit entry. */
function useReadableParams({ params, names, objectClass }: DomainChange): Param[] {
  const { t: tCommon } = useTranslation();
  const { t: tAudit } = useTranslation("audit");
  const valueTexts = { names, common: tCommon, audit: tAudit, code: codeTextsOf(objectClass) };
  return Object.entries(params)
    .filter(([field]) => isReadableField(field))
    .map(([field, param]) => ({
      field: fieldText(field, tAudit),
      ...("before" in param && { before: valueText(field, param.before, valueTexts) }),
      ...("after" in param && { after: valueText(field, param.after, valueTexts) }),
    }));
}

const isLong = ({ before, after }: Param): boolean =>
  [before, after].some((value) => (value?.length ?? 0) > maxFoldedCharacters);

/** The key: value list of 1§2; a change shows both values. Long values are folded. */
export function ChangedParams({ row }: { row: DomainChange }) {
  const { t } = useTranslation("log");
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const allParams = useReadableParams(row);
  const isFoldable = allParams.length > maxFoldedParams || allParams.some(isLong);
  const visibleParams = isOpen ? allParams : allParams.slice(0, maxFoldedParams);
  return (
    <>
      <List id={listId}>
        {visibleParams.map((param) => (
          <li key={param.field}>
            <Muted>{param.field}:</Muted> <Value param={param} isExpanded={isOpen} />
          </li>
        ))}
      </List>
      {isFoldable && (
        <FoldButton
          size="small"
          variant="link"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen
            ? t("domainChange.showLess")
            : allParams.length > maxFoldedParams
              ? t("domainChange.showAllCount", { count: allParams.length })
              : t("domainChange.showAll")}
        </FoldButton>
      )}
    </>
  );
}

/** A creation has no `before` and a deletion no `after`: then there is one value and no arrow. */
function Value({ param, isExpanded }: { param: Param; isExpanded: boolean }) {
  const { t } = useTranslation("log");
  const renderText = (value: string | null | undefined) => {
    if (value === null || value === undefined) return <Muted as="i">{t("domainChange.emptyValue")}</Muted>;
    return isExpanded ? value : truncate(value);
  };
  if (!("before" in param)) return <After>{renderText(param.after)}</After>;
  if (!("after" in param)) return <After>{renderText(param.before)}</After>;
  return (
    <>
      <Before>{renderText(param.before)}</Before> <Arrow aria-label={t("domainChange.changedTo")} size={12} />{" "}
      <After>{renderText(param.after)}</After>
    </>
  );
}

/** Longer values are folded to this many characters. */
const maxFoldedCharacters = 160;
const maxFoldedParams = 4;

const truncate = (text: string): string =>
  text.length > maxFoldedCharacters ? `${text.slice(0, maxFoldedCharacters).trimEnd()}…` : text;

const List = styled.ul`
  display: grid;
  gap: var(--base-size-2);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
`;

const Before = styled.span`
  color: var(--fgColor-muted);
  white-space: pre-wrap;
`;

const After = styled.span`
  white-space: pre-wrap;
`;

const Arrow = styled(ArrowRightIcon)`
  color: var(--fgColor-muted);
  vertical-align: -1px;
`;

const FoldButton = styled(Button)`
  margin-top: var(--base-size-4);
  min-height: 24px;
`;
