import { ArrowRightIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Muted } from "#ui/layout/typography.ts";
import type { DomainChange } from "./auditSource.ts";
import { codesOf, fieldText, isReadableField, valueText } from "./auditTexts.ts";

/** A field with its values as texts; a creation has no `before`, a deletion no `after`. */
interface Param {
  field: string;
  before?: string | null;
  after?: string | null;
}

/** The readable fields of a line. */
function useParams({ params, names, objectClass }: DomainChange): Param[] {
  const { t } = useTranslation("log");
  const { t: common } = useTranslation();
  const { t: audit } = useTranslation("audit");
  const values = { names, t, common, audit, code: codesOf(objectClass) };
  return Object.entries(params)
    .filter(([field]) => isReadableField(field))
    .map(([field, param]) => ({
      field: fieldText(field, audit),
      ...("before" in param && { before: valueText(field, param.before, values) }),
      ...("after" in param && { after: valueText(field, param.after, values) }),
    }));
}

const isLong = ({ before, after }: Param): boolean =>
  [before, after].some((value) => (value?.length ?? 0) > longText);

/** The key: value list of 1§2; a change shows both values. Long values are folded. */
export function ChangedParams({ row }: { row: DomainChange }) {
  const { t } = useTranslation("log");
  const [open, setOpen] = useState(false);
  const listId = useId();
  const all = useParams(row);
  const foldable = all.length > manyParams || all.some(isLong);
  const shown = open ? all : all.slice(0, manyParams);
  return (
    <>
      <List id={listId}>
        {shown.map((param) => (
          <li key={param.field}>
            <Muted>{param.field}:</Muted> <Value param={param} whole={open} />
          </li>
        ))}
      </List>
      {foldable && (
        <More
          size="small"
          variant="link"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {open
            ? t("domainChange.fold")
            : all.length > manyParams
              ? t("domainChange.expand", { count: all.length })
              : t("domainChange.expandLong")}
        </More>
      )}
    </>
  );
}

/** A creation has no `before` and a deletion no `after`: then there is one value and no arrow. */
function Value({ param, whole }: { param: Param; whole: boolean }) {
  const { t } = useTranslation("log");
  const text = (value: string | null | undefined) => {
    if (value === null || value === undefined) return <Muted as="i">{t("domainChange.nothing")}</Muted>;
    return whole ? value : folded(value);
  };
  if (!("before" in param)) return <After>{text(param.after)}</After>;
  if (!("after" in param)) return <After>{text(param.before)}</After>;
  return (
    <>
      <Before>{text(param.before)}</Before> <Arrow aria-label={t("domainChange.became")} size={12} />{" "}
      <After>{text(param.after)}</After>
    </>
  );
}

/** Characters beyond which a value is folded. */
const longText = 160;
const manyParams = 4;

const folded = (text: string): string =>
  text.length > longText ? `${text.slice(0, longText).trimEnd()}…` : text;

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

const More = styled(Button)`
  margin-top: var(--base-size-4);
  min-height: 24px;
`;
