import type { DocumentationTask } from "../../../../../domain/endpoints/documentation";
import { fileExtensions, hasExtension, photoExtensions } from "../../../../../domain/rules/fileExtensions";

export type ImportKind = "PHOTO" | "FILE";

/** The extensions a task takes, with their dots; none is all of them (2§5). */
export const extensionsOf = (
  kind: ImportKind,
  task: Pick<DocumentationTask, "options"> | null,
): readonly string[] => (kind === "PHOTO" ? photoExtensions : fileExtensions(task?.options ?? null));

export const isAccepted = hasExtension;
