import { Textarea, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { maxAnswerLength } from "#domain/task/answers.ts";
import type { ControlProps } from "./control.ts";

/** Characters per line on a phone. */
const charsPerLine = 42;

/** Rows needed to show the whole text on a phone, at most ten. */
function rowCountOf(value: string): number {
  const lines = value.split("\n");
  const wrappedLineCount = lines.reduce(
    (rows, line) => rows + Math.max(1, Math.ceil(line.length / charsPerLine)),
    0,
  );
  return Math.min(10, Math.max(2, lines.length + 1, wrappedLineCount));
}

/** A multi-line text. Where Enter saves, Shift+Enter starts a new line. */
export function MultiLineAnswer({ task, value, onChange, focusRef, invalid, savesOnInput }: ControlProps) {
  const { t } = useTranslation("review");
  return (
    <div>
      <Textarea
        ref={focusRef}
        block
        resize="vertical"
        rows={rowCountOf(value)}
        maxLength={maxAnswerLength}
        aria-label={task.name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(invalid && { validationStatus: "error" as const })}
      />
      <Footer>
        <span>{!savesOnInput && t("answer.newLine")}</span>
        <span>{t("counter", { count: value.length, max: maxAnswerLength })}</span>
      </Footer>
    </div>
  );
}

export function LineAnswer({ task, value, onChange, focusRef, invalid }: ControlProps) {
  return (
    <TextInput
      ref={focusRef}
      block
      autoComplete="off"
      maxLength={maxAnswerLength}
      aria-label={task.name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(invalid && { validationStatus: "error" as const })}
    />
  );
}

/** A number; both a decimal comma and a decimal point are accepted. */
export function NumberAnswer({ task, value, onChange, focusRef, invalid }: ControlProps) {
  const isInteger = task.type === "INTEGER";
  return (
    <NumberWrapper>
      <TextInput
        ref={focusRef}
        block
        autoComplete="off"
        inputMode={isInteger ? "numeric" : "decimal"}
        aria-label={task.name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(invalid && { validationStatus: "error" as const })}
      />
    </NumberWrapper>
  );
}

const NumberWrapper = styled.div`
  max-width: 200px;
`;

const Footer = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--base-size-16);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;
