/** In characters (2§5). */
export const maxCommentLength = 255;
