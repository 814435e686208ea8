/** Characters in a name or another single line. */
export const maxNameLength = 255;
/** Characters in the comment of a photo or file (2§5). */
export const maxCommentLength = 255;
