import { env } from "cloudflare:workers";
import type { Env } from "./env.ts";

/** The bindings, for code whose many callers do not pass them. Cast: the runtime's type of the environment knows no bindings. */
export const runtimeEnv = env as Env;
