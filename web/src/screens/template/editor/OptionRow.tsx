import { ArrowDownIcon, ArrowUpIcon, GrabberIcon, TrashIcon } from "@primer/octicons-react";
import { type ClipboardEvent, type KeyboardEvent, memo, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import styled, { css } from "styled-components";
import { maxAnswerLength } from "#domain/task/answers.ts";
import { DragHandle, PlainIconButton } from "#ui/button/plainIconButton.ts";
import { Danger, Muted } from "#ui/layout/typography.ts";
import { Item, Ordinal } from "./taskRowStyles.ts";
import type { OptionActions } from "./useOptionRows.ts";

interface OptionRowProps {
  id: string;
  text: string;
  number: number;
  isLast: boolean;
  /** An earlier row has the same text. */
  isDuplicate: boolean;
  /** An earlier row differs only in case. */
  isCaseVariant: boolean;
  actions: OptionActions;
  onDragStart: (id: string, event: PointerEvent<HTMLElement>) => void;
}

/** There can be hundreds of rows, so a row has plain controls and re-renders only when its own data changes. */
export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { id, text, number, isLast, isDuplicate, isCaseVariant, actions, onDragStart } = props;
  const { t } = useTranslation("template");
  const name = text.trim() || t("options.row", { number });
  const errorId = `${id}-fault`;
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (event.altKey) actions.move(id, step);
      else actions.step(id, step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      actions.addBelow(id);
    } else if (event.key === "Backspace" && text === "" && !event.repeat) {
      event.preventDefault();
      actions.remove(id);
    }
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const isHandled = actions.paste(id, {
      textBefore: value.slice(0, selectionStart ?? value.length),
      pastedText: event.clipboardData.getData("text/plain"),
      textAfter: value.slice(selectionEnd ?? value.length),
    });
    if (isHandled) event.preventDefault();
  }
  return (
    <Item data-row={id}>
      <Row data-line="">
        <DragHandle
          type="button"
          title={t("editor.drag", { name })}
          aria-hidden="true"
          tabIndex={-1}
          onPointerDown={(event) => onDragStart(id, event)}
        >
          <GrabberIcon />
        </DragHandle>
        <RowNumber aria-hidden="true">{number}</RowNumber>
        <OptionInput
          value={text}
          maxLength={maxAnswerLength}
          autoComplete="off"
          enterKeyHint="next"
          aria-label={t("options.row", { number })}
          aria-invalid={isDuplicate}
          aria-describedby={isDuplicate || isCaseVariant ? errorId : undefined}
          onChange={({ target }) => actions.type(id, target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {isDuplicate && <DuplicateNote id={errorId}>{t("options.isDuplicate")}</DuplicateNote>}
        {isCaseVariant && !isDuplicate && <CaseNote id={errorId}>{t("options.isCaseVariant")}</CaseNote>}
        {/* The keyboard moves rows from the text field; these buttons are for pointer users who cannot drag. */}
        <PlainIconButton
          type="button"
          tabIndex={-1}
          aria-disabled={number === 1}
          aria-label={t("editor.moveUp", { name })}
          onClick={() => actions.move(id, -1)}
        >
          <ArrowUpIcon />
        </PlainIconButton>
        <PlainIconButton
          type="button"
          tabIndex={-1}
          aria-disabled={isLast}
          aria-label={t("editor.moveDown", { name })}
          onClick={() => actions.move(id, 1)}
        >
          <ArrowDownIcon />
        </PlainIconButton>
        <PlainIconButton
          type="button"
          aria-label={t("editor.delete", { name })}
          onClick={() => actions.remove(id)}
        >
          <TrashIcon />
        </PlainIconButton>
      </Row>
    </Item>
  );
});

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
  min-height: 40px;
  padding: 0 var(--base-size-4);
  &:focus-within {
    background: var(--bgColor-muted);
  }
  @media (max-width: 767px) {
    min-height: 44px;
  }
`;

const RowNumber = styled(Ordinal)`
  @media (max-width: 767px) {
    display: none;
  }
`;

const OptionInput = styled.input`
  flex: 1 1 0;
  min-width: 0;
  height: 32px;
  padding: 0 var(--base-size-8);
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-default);
  font: inherit;
  &[aria-invalid="true"] {
    color: var(--fgColor-danger);
  }
  @media (max-width: 767px) {
    height: 44px;
  }
`;

const rowNote = css`
  flex: none;
  font-size: var(--text-body-size-small);
  @media (max-width: 767px) {
    display: none;
  }
`;

const DuplicateNote = styled(Danger)`
  ${rowNote}
`;

const CaseNote = styled(Muted)`
  ${rowNote}
`;
