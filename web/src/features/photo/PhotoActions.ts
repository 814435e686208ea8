import type { ComponentType, ReactNode } from "react";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Markup } from "#domain/media/markup.ts";

/** An action of the large view, with its key and button. */
export interface ViewerAction {
  /** A value of `KeyboardEvent.key`. */
  key: string;
  icon: ComponentType;
  label: string;
  /** A disabled tool stays in place, because the others would otherwise shift below the pointer. */
  disabled?: boolean;
  /** Set for decisions, which are labelled buttons below the photo instead of tools. */
  variant?: "primary" | "default" | "danger";
  act: (photo: PhotoRow) => void;
}

/** The actions and texts that a screen adds to the large view of a photo. */
export interface PhotoActions {
  /** Rotates a photo by a quarter turn, clockwise (1) or counterclockwise (-1). Absent if the user cannot rotate photos. */
  rotate?: ((photo: PhotoRow, direction: 1 | -1) => void) | undefined;
  /**
   * Saves the markup of a photo; null removes it. Absent if the user cannot draw. Rejects on failure; the editor shows the error.
   */
  saveMarkup?: ((photo: PhotoRow, markup: Markup | null) => Promise<unknown>) | undefined;
  /** Shown above the details. */
  panel?: ((photo: PhotoRow) => ReactNode) | undefined;
  /** Actions of the screen, each with a key and a button. */
  shortcuts?: readonly ViewerAction[] | undefined;
  /** Navigation before the first photo and after the last one. */
  neighbours?: { previous?: (() => void) | undefined; next?: (() => void) | undefined } | undefined;
  /** Shown above the name: for instance the documentation's position in a list. */
  context?: ReactNode;
  /** Called on the key U. */
  onBack?: (() => void) | undefined;
  /** Incremented by the screen to open the details, with its panel. */
  openDetailsSignal?: number | undefined;
  /** Shown below the photo, whether the details are open or not. */
  notice?: ((photo: PhotoRow) => ReactNode) | undefined;
}
