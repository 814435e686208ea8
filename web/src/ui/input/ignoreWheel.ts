import type { WheelEvent } from "react";

/** For number inputs: scrolling the page over a focused one would change its value unnoticed. */
export const ignoreWheel = {
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
};
