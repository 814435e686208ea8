import type { DocumentationTask } from "../../../../../../domain/endpoints/documentation";

/** An answer as it is typed. A decimal number has the comma of its reader's language; it is stored with a point. */
export const draftOf = (
  { type, answer }: Pick<DocumentationTask, "type" | "answer">,
  comma: boolean,
): string => (type === "DECIMAL" && comma ? (answer ?? "").replace(".", ",") : (answer ?? ""));
