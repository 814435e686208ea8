import { z } from "zod";
import { exportConfigurationTypes } from "#domain/configuration/types.ts";
import { uuid } from "#domain/core/fields.ts";
import { exportOnStatuses } from "./states.ts";

export const destinationOption = z.object({
  templateExportConfigurationId: uuid(),
  exportConfigurationId: uuid(),
  name: z.string(),
  type: z.enum(exportConfigurationTypes),
  userParams: z.array(z.object({ id: uuid(), name: z.string(), required: z.boolean() })),
  takesPhotos: z.boolean().meta({ description: "false if nothing sent there contains photos" }),
  takesFiles: z.boolean(),
  takesExternalFiles: z.boolean(),
  takesThreads: z
    .boolean()
    .default(false)
    .meta({ description: "Whether a zip file or document is sent there" }),
  hasThreads: z.boolean().default(false).meta({ description: "Whether these always include the discussion" }),
  exportOn: z
    .enum(exportOnStatuses)
    .nullable()
    .meta({ description: "null if exports to it are only started manually" }),
  recipients: z.array(z.string()).meta({ description: "Only for EMAIL" }),
});

export type DestinationOption = z.output<typeof destinationOption>;
