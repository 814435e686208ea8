/** Both derivatives of a photo in base64, or why there are none. */
export type Drawn = { rendition: string; thumbnail: string } | { refused: string };
