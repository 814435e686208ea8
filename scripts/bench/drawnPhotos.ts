/** Base64 of both pictures of a photo, or why there are none. */
export type Drawn = { rendition: string; thumbnail: string } | { refused: string };
