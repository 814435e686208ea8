import { PlusIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { BareFieldset, Inline, Stack } from "#ui/layout/boxes.ts";
import { Danger, FieldErrorText, FieldLabel, Note, VisuallyHidden } from "#ui/layout/typography.ts";
import { Frame, Hint } from "../templateStyles.ts";
import { OptionRow } from "./OptionRow.tsx";
import { useDragging } from "./useDragging.ts";
import { useOptionRows } from "./useOptionRows.ts";

interface OptionRowsProps {
  /** Separated by semicolons, as stored. */
  options: string | null;
  error: FieldError | undefined;
  onChange: (options: string | null) => void;
}

/** The options of a choice, one row each. */
export function OptionRows({ options, error, onChange }: OptionRowsProps) {
  const { t } = useTranslation("template");
  const {
    rows,
    repeated: duplicateIds,
    caseVariants: caseVariantIds,
    status,
    list: listRef,
    work: actions,
  } = useOptionRows(options, onChange);
  const drag = useDragging(listRef, actions.drop);
  const messageId = useId();
  // Duplicates are marked at their rows.
  const duplicatesText = duplicateIds.size > 0 ? t("options.duplicates", { count: duplicateIds.size }) : "";
  const generalError = error && error !== "duplicate" ? fieldErrorText(error) : "";
  return (
    <BareFieldset aria-describedby={generalError || duplicatesText ? messageId : undefined}>
      <FieldLabel as="legend">
        {t("fields.options")}
        <Danger aria-hidden="true"> *</Danger>
        <VisuallyHidden> ({t("options.required")})</VisuallyHidden>
      </FieldLabel>
      <Stack $gap={8}>
        <Hint>{t("options.keyboardHint")}</Hint>
        <ScrollArea>
          <ul ref={listRef} aria-label={t("fields.options")}>
            {rows.map(({ id, text: optionText }, index) => (
              <OptionRow
                key={id}
                id={id}
                text={optionText}
                number={index + 1}
                isLast={index === rows.length - 1}
                isDuplicate={duplicateIds.has(id)}
                isCaseVariant={caseVariantIds.has(id)}
                actions={actions}
                onDragStart={drag}
              />
            ))}
          </ul>
        </ScrollArea>
        <div id={messageId}>
          {generalError && <FieldErrorText as="div">{generalError}</FieldErrorText>}
          {duplicatesText && (
            <Inline>
              <FieldErrorText>{duplicatesText}</FieldErrorText>
              <Button size="small" variant="invisible" onClick={actions.removeRepeated}>
                {t("options.removeDuplicates")}
              </Button>
            </Inline>
          )}
        </div>
        <Inline>
          <Button size="small" leadingVisual={PlusIcon} onClick={() => actions.addBelow(null)}>
            {t("options.add")}
          </Button>
          <Note role="status">{status}</Note>
        </Inline>
      </Stack>
    </BareFieldset>
  );
}

/** A long list scrolls itself, so that the fields below stay within reach. */
const ScrollArea = styled(Frame)`
  > ul {
    max-height: min(480px, 60vh);
    overflow-y: auto;
    overscroll-behavior: contain;
  }
`;
