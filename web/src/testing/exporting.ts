import type { z } from "zod";
import type { DestinationOption } from "#domain/delivery/destination.ts";
import type { ExportOutcome } from "#domain/delivery/states.ts";
import { getExportOptions, manualExport, planExport } from "#domain/endpoints/exports/manualExport.ts";
import type { ExportEvent } from "#domain/endpoints/shared/exportEvents.ts";
import { aProgress } from "./deliveries.ts";
import { anExportEvent, anId } from "./fixtures.ts";

/** Responses of the export calls, parsed by their contracts. */

type Options = z.input<NonNullable<typeof getExportOptions.response>>;
type Plan = z.input<NonNullable<typeof planExport.response>>;

export const someOptions = (
  destinations: readonly Partial<DestinationOption>[],
  obstacles: Options["obstacles"] = [],
) =>
  getExportOptions.response!.parse({
    destinations: destinations.map((changes) => ({
      templateExportConfigurationId: anId(),
      exportConfigurationId: anId(),
      name: "Archive",
      type: "FTP",
      userParams: [],
      takesPhotos: true,
      takesFiles: true,
      takesExternalFiles: false,
      exportOn: null,
      recipients: [],
      ...changes,
    })),
    obstacles,
  });

export const aPlan = (
  { templateExportConfigurationId, name, type, takesExternalFiles }: DestinationOption,
  changes: Partial<Plan["items"][number]> = {},
) =>
  planExport.response!.parse({
    items: [
      {
        templateExportConfigurationId,
        name,
        type,
        entries: [
          { level: 0, type: "FOLDER", name: "NF-2041", count: null, bytes: null, document: null, names: [] },
          {
            level: 1,
            type: "PHOTOS",
            name: null,
            count: 3,
            bytes: 2_500_000,
            document: null,
            names: ["Overview_01.jpg"],
          },
          ...(takesExternalFiles
            ? [
                {
                  ...{ level: 1, type: "EXTERNAL_FILES", name: null, count: 0, bytes: 0 },
                  ...{ document: null, names: [] },
                },
              ]
            : []),
        ],
        files: 3,
        bytes: 2_500_000,
        missing: [],
        unfilled: [],
        seconds: null,
        ...changes,
      },
    ],
  });

export const startedExport = (...deliveries: { id: string; name: string; outcome?: ExportOutcome }[]) =>
  manualExport.response!.parse({
    deliveries: deliveries.map((delivery) => ({ outcome: "STARTED", ...delivery })),
  });

/** The export event of a delivery, with its progress. */
export const anEventOf = (
  { id, name }: { id: string; name: string },
  progress: Parameters<typeof aProgress>[0],
): ExportEvent & { templateName: string } => {
  const delivery = aProgress({ id, ...progress });
  const success = delivery.state === "DONE" ? true : delivery.state === "FAILED" ? false : null;
  const { errorStatusCode, errorMessage } = delivery;
  return {
    ...anExportEvent({ id, exportConfigurationName: name, success, errorStatusCode, errorMessage, delivery }),
    templateName: "Mast inspection",
  };
};
