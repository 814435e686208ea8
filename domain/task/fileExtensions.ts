import { splitSemicolons } from "#domain/core/text/separatedList.ts";

/** The file extensions a photo task accepts (2§5); the content is checked as well. */
export const photoExtensions = [".jpg", ".jpeg"] as const;

/** The extensions in a file task's options, with their dots; an empty list means all (2§5). */
export const parseFileExtensions = (options: string | null): string[] =>
  splitSemicolons(options).flatMap((word) => {
    const extension = word.replace(/^\*?\.?/, "").toLowerCase();
    return extension === "" ? [] : [`.${extension}`];
  });

export const hasExtension = (fileName: string, extensions: readonly string[]): boolean => {
  const name = fileName.toLowerCase();
  return extensions.length === 0 || extensions.some((extension) => name.endsWith(extension));
};
