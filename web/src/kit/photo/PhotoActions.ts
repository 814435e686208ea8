import type { ReactNode } from "react";
import type { PhotoRow } from "../../../../domain/endpoints/documentation";

/** What a screen adds to the large view of a photo. */
export interface PhotoActions {
  /** Turns a photo by a quarter, clockwise (1) or against it; absent where photos may not be turned. */
  rotate?: ((photo: PhotoRow, turn: 1 | -1) => void) | undefined;
  /** Extra tools of the tool bar (`ViewerTool`). */
  tools?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** Shown above the facts. */
  panel?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** Shown below the photo, whether its facts are open or not. */
  notice?: ((photo: PhotoRow) => ReactNode) | undefined;
}
