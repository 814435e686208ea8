import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { UserFacingError, writeAtomically } from "../support/state.ts";
import { type SecretValues, secretNames } from "./account.ts";

const secretsSchema = z.partialRecord(z.enum(secretNames), z.string().min(1));

/** Reads secrets by name from a JSON file; empty if there is no file yet. */
export async function readSecrets(file: string): Promise<SecretValues> {
  if (!existsSync(file)) return {};
  try {
    return secretsSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // The message must not quote the file.
    throw new UserFacingError(`${file} is not a valid secrets file`);
  }
}

/** Readable by the owner only. */
export const writeSecrets = (file: string, secrets: SecretValues) =>
  writeAtomically(file, JSON.stringify(secrets, null, 2), 0o600);
