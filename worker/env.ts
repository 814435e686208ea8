import type { JobMessage } from "../queues/messages";

/** The bindings, variables and secrets of the Worker; README, "Operations", says where each comes from. */
export interface Env {
  DB: D1Database;
  STORAGE: R2Bucket;
  IMAGES: ImagesBinding;
  JOBS: Queue<JobMessage>;
  STORAGE_ENDPOINT: string;
  STORAGE_BUCKET: string;
  STORAGE_ACCESS_KEY_ID: string;
  STORAGE_SECRET_ACCESS_KEY: string;
  SESSION_SECRET: string;
}

const needed = [
  "DB",
  "STORAGE",
  "IMAGES",
  "JOBS",
  "STORAGE_ENDPOINT",
  "STORAGE_BUCKET",
  "STORAGE_ACCESS_KEY_ID",
  "STORAGE_SECRET_ACCESS_KEY",
  "SESSION_SECRET",
] as const satisfies readonly (keyof Env)[];

let checked: Env | undefined;

/** Fails on the first call rather than in the middle of one, and names everything that is missing. */
export function checkEnv(env: Env): void {
  if (checked === env) return;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`not configured: ${missing.join(", ")}`);
  if (env.SESSION_SECRET.length < 32) throw new Error("SESSION_SECRET needs at least 32 characters");
  checked = env;
}
