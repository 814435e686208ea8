import { z } from "zod";

/** Secret params of an entity: written as `secrets` and never returned; `secretsSet` names those that have a value. */
export const secretFields = () => ({
  secrets: z.record(z.string().min(1).max(100), z.string().max(2000)).default({}).meta({
    description:
      "Write only, by type like params. An omitted secret does not change; an empty one is removed",
  }),
  secretsSet: z.array(z.string()),
});
