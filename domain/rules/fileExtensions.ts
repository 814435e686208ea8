import { wordsOf } from "../template/edit";

/** What a photo task takes (2§5), by name; by content it is looked at besides. */
export const photoExtensions = [".jpg", ".jpeg"] as const;

/** The extensions a file task takes, out of its options and with their dots; none is all of them (2§5). */
export const fileExtensions = (options: string | null): string[] =>
  wordsOf(options).flatMap((word) => {
    const extension = word.replace(/^\*?\.?/, "").toLowerCase();
    return extension === "" ? [] : [`.${extension}`];
  });

export const hasExtension = (fileName: string, extensions: readonly string[]): boolean => {
  const name = fileName.toLowerCase();
  return extensions.length === 0 || extensions.some((extension) => name.endsWith(extension));
};
