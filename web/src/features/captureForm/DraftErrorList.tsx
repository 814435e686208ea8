import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { type DraftError, isHeaderField } from "#domain/capture/draftValidation.ts";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DraftErrorText } from "./TaskField.tsx";
import { fieldId } from "./taskNodes.ts";

/** Errors listed by name; the others are only counted. */
const maxListedErrors = 5;

/** The errors that block completion; each entry links to its field. */
export function DraftErrorList({
  draftErrors: errors,
  ref,
}: {
  draftErrors: readonly DraftError[];
  ref: Ref<HTMLDivElement>;
}) {
  const { t } = useTranslation("capture");
  if (errors.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1}>
      <Banner kind="danger">
        {t("missing.title", { count: errors.length })}
        <List>
          {errors.slice(0, maxListedErrors).map(({ elementId, name, reason: error }) => (
            <li key={elementId}>
              <LinkButton type="button" onClick={() => focusField(elementId)}>
                {isHeaderField(elementId) ? t(`headerFields.${elementId}`) : name}
              </LinkButton>
              <span>
                <DraftErrorText draftError={error} />
              </span>
            </li>
          ))}
        </List>
        {errors.length > maxListedErrors &&
          t("missing.moreMissing", { count: errors.length - maxListedErrors })}
      </Banner>
    </div>
  );
}

/** Scrolls to the field and focuses its input. */
function focusField(elementId: string): void {
  const field = document.getElementById(fieldId(elementId));
  field?.scrollIntoView({ block: "center" });
  field
    ?.querySelector<HTMLElement>("input:not([hidden]), textarea, select, button")
    ?.focus({ preventScroll: true });
}

const List = styled.ul`
  max-height: 30vh;
  margin-top: var(--base-size-4);
  overflow: auto;
  > li {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    padding: var(--base-size-4) 0;
  }
  > li > span {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  /* The whole row is the link, to be large enough for a thumb. */
  > li > button {
    min-height: 0;
  }
  > li > button::after {
    position: absolute;
    inset: 0;
    content: "";
  }
`;
