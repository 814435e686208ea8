/** Photos per call (2§7). */
export const photosPageSize = 1000;
