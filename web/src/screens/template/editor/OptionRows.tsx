import { PlusIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { BareFieldset, Inline, Stack } from "#ui/layout/boxes.ts";
import { Danger, FieldErrorText, FieldLabel, Note, VisuallyHidden } from "#ui/layout/typography.ts";
import { Frame, Hint } from "../templateStyles.ts";
import { OptionRow } from "./OptionRow.tsx";
import { useDragging } from "./useDragging.ts";
import { useOptionRows } from "./useOptionRows.ts";

interface OptionRowsProps {
  /** Apart by semicolons, as stored. */
  options: string | null;
  fault: FieldError | undefined;
  onChange: (options: string | null) => void;
}

/** The options of a choice, a row each. */
export function OptionRows({ options, fault: error, onChange }: OptionRowsProps) {
  const { t } = useTranslation("template");
  const { rows, repeated, said, list, work } = useOptionRows(options, onChange);
  const drag = useDragging(list, work.drop);
  const message = useId();
  // One that occurs twice is marked where it stands.
  const text = repeated.size > 0 ? t("options.repeated", { count: repeated.size }) : "";
  const general = error && error !== "duplicate" ? fieldFaultText(error) : "";
  return (
    <BareFieldset aria-describedby={general || text ? message : undefined}>
      <FieldLabel as="legend">
        {t("fields.options")}
        <Danger aria-hidden="true"> *</Danger>
        <VisuallyHidden> ({t("options.needed")})</VisuallyHidden>
      </FieldLabel>
      <Stack $gap={8}>
        <Hint>{t("options.keys")}</Hint>
        <Scrolled>
          <ul ref={list} aria-label={t("fields.options")}>
            {rows.map(({ id, text: word }, index) => (
              <OptionRow
                key={id}
                id={id}
                text={word}
                number={index + 1}
                last={index === rows.length - 1}
                repeated={repeated.has(id)}
                work={work}
                onGrip={drag}
              />
            ))}
          </ul>
        </Scrolled>
        <div id={message}>
          {general && <FieldErrorText as="div">{general}</FieldErrorText>}
          {text && (
            <Inline>
              <FieldErrorText>{text}</FieldErrorText>
              <Button size="small" variant="invisible" onClick={work.removeRepeated}>
                {t("options.removeRepeated")}
              </Button>
            </Inline>
          )}
        </div>
        <Inline>
          <Button size="small" leadingVisual={PlusIcon} onClick={() => work.addBelow(null)}>
            {t("options.add")}
          </Button>
          <Note role="status">{said}</Note>
        </Inline>
      </Stack>
    </BareFieldset>
  );
}

/** A hundred options scroll on their own: what follows them stays in reach. */
const Scrolled = styled(Frame)`
  > ul {
    max-height: min(480px, 60vh);
    overflow-y: auto;
    overscroll-behavior: contain;
  }
`;
