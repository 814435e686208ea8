/**
 * Header of responses with a bookmark of the database's state. Clients send it with the next call, so that no replica answers with
 * older data.
 */
export const bookmarkHeader = "x-siteproof-bookmark";
