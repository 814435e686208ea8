import { css, type RuleSet } from "styled-components";

/** The name of the container that looks like a phone, whatever the window's width is. */
export const phoneContainer = "phone";

/** Styles of phones, by the media query that tells them; and of what stands in a box that shows how a phone looks. */
export const phoneStyles = (media: string, styles: RuleSet<object>) => css`
  @media ${media} {
    ${styles}
  }
  @container ${phoneContainer} (width > 0px) {
    ${styles}
  }
`;
