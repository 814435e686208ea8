import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { UserFacingError, writeAtomically } from "../support/state.ts";
import { type SecretValues, secretNames } from "./account.ts";

const shape = z.partialRecord(z.enum(secretNames), z.string().min(1));

/** Secrets by name, as JSON; none where there is no file yet. */
export async function readSecrets(file: string): Promise<SecretValues> {
  if (!existsSync(file)) return {};
  try {
    return shape.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // Neither the file's text nor a part of it belongs in a message.
    throw new UserFacingError(`${file} holds no secrets as this writes them`);
  }
}

/** For nobody else's eyes. */
export const keepSecrets = (file: string, secrets: SecretValues) =>
  writeAtomically(file, JSON.stringify(secrets, null, 2), 0o600);
