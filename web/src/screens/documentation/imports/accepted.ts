import type { DocumentationTask } from "../../../../../domain/endpoints/documentation";
import { parts } from "../tasks/edit/control";

export type ImportKind = "PHOTO" | "FILE";

/** The extensions a task takes, with their dots; none is all of them (2§5). */
export const extensionsOf = (kind: ImportKind, task: Pick<DocumentationTask, "options"> | null): string[] =>
  kind === "PHOTO"
    ? [".jpg", ".jpeg"]
    : parts(task?.options ?? null).map((extension) => `.${extension.replace(/^\*?\./, "").toLowerCase()}`);

export const isAccepted = (fileName: string, extensions: readonly string[]): boolean =>
  extensions.length === 0 || extensions.some((extension) => fileName.toLowerCase().endsWith(extension));
