/** Photos per call (2§7). */
export const photosAtATime = 1000;
