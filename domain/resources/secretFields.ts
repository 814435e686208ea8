import { z } from "zod";

/** Secrets among the params of an entity: they go in under `secrets` and never come out; `secretsSet` names those that have a value. */
export const secretFields = () => ({
  secrets: z.record(z.string().min(1).max(100), z.string().max(2000)).default({}).meta({
    description:
      "Write only, by type like params. A secret that is left out does not change; an empty one is removed",
  }),
  secretsSet: z.array(z.string()),
});
