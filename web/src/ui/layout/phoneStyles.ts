import { css, type RuleSet } from "styled-components";

/** Name of the container that previews a phone, whatever the window's width. */
export const phoneContainer = "phone";

/** Phone styles: they apply in a narrow viewport and inside the phone preview. */
export const phoneStyles = (mediaQuery: string, styles: RuleSet<object>) => css`
  @media ${mediaQuery} {
    ${styles}
  }
  @container ${phoneContainer} (width > 0px) {
    ${styles}
  }
`;
