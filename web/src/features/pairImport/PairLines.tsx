import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { IgnoredReason } from "#domain/endpoints/configuration/pairImport.ts";
import { Caption, ListTitle } from "#ui/layout/typography.ts";
import type { SkipReason } from "./pairPreview.ts";

export interface PairLine {
  line: number;
  name?: string | undefined;
  value?: string | undefined;
  reason?: SkipReason | IgnoredReason | undefined;
}

/** Maximum lines shown; further ones are only counted. */
const maxListedLines = 200;

interface PairLinesProps {
  title: string;
  lines: readonly PairLine[];
  valueLabel: string;
  /** Shows why each line was skipped. */
  showsReasons?: boolean;
}

/** Lines of a file in a scrolling table. */
export function PairLines({ title, lines, valueLabel, showsReasons: showReasons = false }: PairLinesProps) {
  const { t } = useTranslation("pairImport");
  const { t: tCommon } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <section>
      <ListTitle>{title}</ListTitle>
      <Scroller tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("line")}</th>
              <th scope="col">{tCommon("fields.name")}</th>
              <th scope="col">{valueLabel}</th>
              {showReasons && <th scope="col">{t("reasonHeader")}</th>}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, maxListedLines).map(({ line, name, value, reason }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{name || tCommon("state.emptyValue")}</td>
                <td>{value || tCommon("state.emptyValue")}</td>
                {showReasons && <td>{reason && t(`reason.${reason}`)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {lines.length > maxListedLines && (
        <Caption>{t("moreLines", { count: lines.length - maxListedLines })}</Caption>
      )}
    </section>
  );
}

const Scroller = styled.div`
  max-height: 240px;
  overflow: auto;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-body-size-small);
  }
  th,
  td {
    padding: var(--base-size-4) var(--base-size-8);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th {
    position: sticky;
    top: 0;
    background: var(--bgColor-muted);
    color: var(--fgColor-muted);
    font-weight: var(--base-text-weight-semibold);
    overflow-wrap: normal;
  }
  td:first-child {
    color: var(--fgColor-muted);
    font-variant-numeric: tabular-nums;
  }
  tr + tr td {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
