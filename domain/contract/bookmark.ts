/**
 * Responses carry a bookmark of the database's state in this header. Sent with the next call, it prevents that older data is read
 * from a replica.
 */
export const bookmarkHeader = "x-siteproof-bookmark";
