import styled, { css } from "styled-components";
import { phoneStyles } from "#ui/layout/phoneStyles.ts";

/** The buttons of a dialog, as tall as those of the form. */
export const TouchRow = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--base-size-8);
  @media (pointer: coarse), (max-width: 767px) {
    button {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

const largeTargets = css`
  button,
  a[class*="Button"],
  select,
  input:not([type="checkbox"], [type="radio"]),
  [class*="TextInputWrapper"] {
    min-height: 44px;
  }
  button:where([data-component="IconButton"]) {
    min-width: 44px;
  }
  input:not([type="checkbox"], [type="radio"]),
  select,
  textarea {
    font-size: 16px;
  }
  [role="option"] {
    min-height: 44px;
  }
  [role="listbox"] {
    margin-top: 12px;
  }
  input:is([type="checkbox"], [type="radio"]) {
    width: 24px;
    height: 24px;
  }
  [class*="ControlChoiceInputs"] {
    padding-top: 10px;
  }
  [class*="ControlHorizontalLayout"] label {
    display: block;
    padding: 10px var(--base-size-8);
    line-height: 24px;
  }
`;

/** Touch targets for gloves and rain: at least 44 px high, with text large enough to stop iOS from zooming in. */
export const TouchTargets = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-24);
  ${phoneStyles("(pointer: coarse), (max-width: 767px)", largeTargets)}
`;
