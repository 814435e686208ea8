/** Adds the configured storage and map origins to the Content-Security-Policy in the console's headers. */
export function withAllowedOrigins(
  headers: string,
  { STORAGE_ENDPOINT, MAP_TILES }: { STORAGE_ENDPOINT?: string; MAP_TILES?: string },
): string {
  const storage = STORAGE_ENDPOINT ? ` ${new URL(STORAGE_ENDPOINT).origin}` : "";
  const tiles = MAP_TILES ? ` ${new URL(MAP_TILES).origin}` : "";
  return headers
    .replace(/connect-src 'self'[^;]*;/, `connect-src 'self'${storage};`)
    .replace(/img-src 'self' blob: data:[^;]*;/, `img-src 'self' blob: data:${tiles};`);
}
