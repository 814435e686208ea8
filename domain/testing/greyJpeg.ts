/** A complete JPEG of 32 x 32 grey pixels. */
export const greyJpeg = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const base64 =
  "/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAgACABAREA/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcGAf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8A4N0MKN0JMLcIiLcP/9k=";
