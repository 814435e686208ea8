import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ChartLine } from "./chartLines.ts";
import { LineSample } from "./LineSample.tsx";

interface LegendProps {
  chart: string;
  lines: readonly ChartLine[];
  hiddenKeys: ReadonlySet<string>;
  onHide: (hiddenKeys: ReadonlySet<string>) => void;
}

/** The legend; each entry is a button that toggles its line. */
export function Legend({ chart, lines, hiddenKeys, onHide }: LegendProps) {
  const { t } = useTranslation("statistics");
  function toggle(key: string) {
    const nextKeys = new Set(hiddenKeys);
    if (!nextKeys.delete(key)) nextKeys.add(key);
    onHide(nextKeys);
  }
  return (
    <Side role="group" aria-label={t("legend", { chart })}>
      <Header>
        <span>
          {t("visibleLines", { visibleCount: lines.length - hiddenKeys.size, total: lines.length })}
        </span>
        <Button size="small" variant="invisible" onClick={() => onHide(new Set())}>
          {t("showAll")}
        </Button>
        <Button size="small" variant="invisible" onClick={() => onHide(new Set(lines.map(({ key }) => key)))}>
          {t("hideAll")}
        </Button>
      </Header>
      <List>
        {lines.map((line) => (
          <li key={line.key}>
            <Switch type="button" aria-pressed={!hiddenKeys.has(line.key)} onClick={() => toggle(line.key)}>
              <LineSample line={line} />
              <span>{line.name}</span>
            </Switch>
          </li>
        ))}
      </List>
    </Side>
  );
}

const Side = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  max-height: 624px;
  border-left: 1px solid var(--borderColor-muted);
  @media (max-width: 1011px) {
    max-height: 280px;
    border-left: 0;
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const Header = styled.div`
  display: flex;
  align-items: center;
  padding: var(--base-size-4) var(--base-size-8) var(--base-size-4) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  span:first-child {
    flex: 1;
  }
`;

const List = styled.ul`
  overflow-y: auto;
  padding: var(--base-size-4) var(--base-size-8);
`;

const Switch = styled.button`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  width: 100%;
  min-height: 28px;
  padding: var(--base-size-4) var(--base-size-8);
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-default);
  font-size: var(--text-body-size-small);
  text-align: start;
  cursor: pointer;
  svg {
    flex: none;
  }
  span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
  &[aria-pressed="false"] {
    color: var(--fgColor-muted);
    text-decoration: line-through;
    svg {
      opacity: 0.3;
    }
  }
`;
