import { and, eq } from "drizzle-orm";
import { domainChange } from "#worker/db/schema/index.ts";
import { type Caller, call, db, jsonOf, makeCaller } from "./factories.ts";

/** Helpers for the tests of suggestion lists. */

export const makeStaff = (customerId?: number) =>
  makeCaller({
    roles: ["ROLE_SUGGESTION_LIST_READ", "ROLE_SUGGESTION_LIST_WRITE"],
    ...(customerId && { customerId }),
  });
export const contactListFields = {
  type: "CONTACT_PERSONS",
  params: { columns: "Namn;Telefon;Fastighet", requiredColumns: "Namn" },
};
export const toBase64 = (text: string, encoding: BufferEncoding = "utf8") =>
  Buffer.from(text, encoding).toString("base64");
export const findAuditEntries = (objectClass: string, objectId: string) =>
  db()
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectClass, objectClass), eq(domainChange.objectId, objectId)));
export const fetchTexts = async (as: Caller, id: string, query = "") =>
  (
    await jsonOf<{ items: { text: string }[] }>(
      call("GET", `/suggestionList/suggestions/${id}?${query}`, { as }),
    )
  ).items.map(({ text }) => text);
export const addSuggestion = (as: Caller, suggestionList: string, text: string, position = {}) =>
  call("POST", "/suggestionList/addSuggestion", { as, body: { suggestionList, text, ...position } });
export const importFile = (as: Caller, suggestionList: string, data: string, isPreview = false) =>
  call("POST", "/suggestionList/importFile", { as, body: { suggestionList, data, preview: isPreview } });
/** The status and error of a refused call. */
export const readProblem = async (call: Promise<Response>) => {
  const response = await call;
  return [response.status, (await jsonOf<{ error: { code: string; fields?: object } }>(response)).error];
};
