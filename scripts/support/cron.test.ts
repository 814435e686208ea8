import { expect, it } from "vitest";
import { parseCron } from "#domain/core/calendar/cron.ts";
import { readWranglerConfig } from "./localConfig.ts";

it("reads every cron expression of wrangler.toml", async () => {
  for (const cron of (await readWranglerConfig()).triggers.crons)
    expect(parseCron(cron).firesAt).toBeTypeOf("function");
});
