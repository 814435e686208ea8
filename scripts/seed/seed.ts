import type { Platform } from "../support/platform.ts";

export async function seed(_platform: Platform, _say: (line: string) => void): Promise<void> {}
