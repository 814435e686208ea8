import { maximumEntryFile } from "../../../../domain/rules/entryFile";

export type FileFault = "wrongKind" | "tooLarge" | "unreadable";

/** The base64 of a file of rows (3§5), or why it is not taken. */
export async function readTextFile(file: File): Promise<{ data: string } | { fault: FileFault }> {
  if (!/\.(txt|csv)$/i.test(file.name)) return { fault: "wrongKind" };
  if (file.size > maximumEntryFile) return { fault: "tooLarge" };
  try {
    return { data: base64(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { fault: "unreadable" };
  }
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // As many arguments as every engine takes in one call.
  for (let at = 0; at < bytes.length; at += 32_768)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(parts.join(""));
}
