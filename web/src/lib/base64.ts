const chunkBytes = 32_768;

/** The bytes of a file in base64, encoded in chunks because the number of arguments of a call is limited. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let index = 0; index < bytes.length; index += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(index, index + chunkBytes));
  return btoa(binary);
}
