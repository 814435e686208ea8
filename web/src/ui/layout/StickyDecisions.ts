import styled from "styled-components";

/** Phones in portrait: in landscape the buttons at the bottom would cover the page. */
const phoneMediaQuery = "@media (max-width: 767px) and (min-height: 480px)";

/**
 * The buttons for sending back and for the decision, apart from each other. On phones they stay at the bottom, within reach of the thumb.
 */
export const StickyDecisions = styled.div`
  display: flex;
  gap: var(--base-size-24);
  ${phoneMediaQuery} {
    position: fixed;
    z-index: 3;
    right: 0;
    bottom: 0;
    left: 0;
    gap: var(--base-size-12);
    padding: var(--base-size-8) var(--base-size-16) max(var(--base-size-8), env(safe-area-inset-bottom));
    border-top: 1px solid var(--borderColor-default);
    background: var(--bgColor-default);
    > * {
      flex: 1 1 0;
    }
    /* Room for the bar below the page, and for messages above the bar. */
    body:has(&) {
      --bottom-bar-height: calc(61px + env(safe-area-inset-bottom));
      padding-bottom: var(--bottom-bar-height);
    }
  }
  @media print {
    display: none;
  }
`;
