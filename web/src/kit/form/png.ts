const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The base64 of a PNG file, or what is wrong with it. What a file is, its first bytes say, and not its name. */
export async function readPng(
  file: Blob,
  limit: number,
): Promise<{ data?: string; fault?: "tooLarge" | "notPng" }> {
  if (file.size > limit) return { fault: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!signature.every((byte, index) => bytes[index] === byte)) return { fault: "notPng" };
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { data: btoa(binary) };
}
