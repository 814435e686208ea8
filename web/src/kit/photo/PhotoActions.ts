import type { ReactNode } from "react";
import type { PhotoRow } from "../../../../domain/endpoints/documentation";

/** What a screen lets one do with the photo in large view, beyond looking at it. All of it is the screen's own. */
export interface PhotoActions {
  /** Turns a photo by a quarter, clockwise or against it; absent where photos may not be turned. */
  rotate?: ((photo: PhotoRow, turn: 1 | -1) => void) | undefined;
  /** Buttons of the tool bar: `ViewerTool`. */
  tools?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** What stands above the facts. */
  panel?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** What is said below the photo, whether its facts are shown or not. */
  notice?: ((photo: PhotoRow) => ReactNode) | undefined;
}
