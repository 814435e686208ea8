import type { ComponentType, ReactNode } from "react";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Markup } from "#domain/media/markup.ts";

/** What a key and a button of the large view do. */
export interface ViewerAction {
  /** As `KeyboardEvent.key` says it. */
  key: string;
  icon: ComponentType;
  label: string;
  act: (photo: PhotoRow) => void;
}

/** What a screen adds to the large view of a photo. */
export interface PhotoActions {
  /** Turns a photo by a quarter, clockwise (1) or against it; absent where photos may not be turned. */
  rotate?: ((photo: PhotoRow, turn: 1 | -1) => void) | undefined;
  /** Keeps what is drawn on a photo, null for nothing; absent where nobody may draw. Rejects when it could not, and says so itself. */
  saveMarkup?: ((photo: PhotoRow, markup: Markup | null) => Promise<unknown>) | undefined;
  /** Extra tools of the tool bar (`ViewerTool`). */
  tools?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** Shown above the facts. */
  panel?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** Acts of the screen, each with a key and a button. */
  acts?: readonly ViewerAction[] | undefined;
  /** What comes before the first photo and after the last one. */
  neighbours?: { previous?: (() => void) | undefined; next?: (() => void) | undefined } | undefined;
  /** Shown above the name: where the screen's documentation stands in a list, for instance. */
  context?: ReactNode;
  /** Where U leads. */
  back?: (() => void) | undefined;
  /** Raised each time the screen wants the facts, with its panel, to be open. */
  openDetailsSignal?: number | undefined;
  /** Shown below the photo, whether its facts are open or not. */
  notice?: ((photo: PhotoRow) => ReactNode) | undefined;
}
