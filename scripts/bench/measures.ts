import type { Data, MeasureContext } from "./measure.ts";
import type { Row } from "./table.ts";

interface Measure {
  data: Data;
  /** Imports it, once STATE_DIR is set. */
  load: () => Promise<(context: MeasureContext) => Promise<Row[]>>;
}

export const measures = {
  exports: { data: "albums", load: async () => (await import("./exportSpeed.ts")).measureExports },
  layouts: { data: "albums", load: async () => (await import("./exportSpeed.ts")).measureLayouts },
  documentJob: { data: "albums", load: async () => (await import("./documentJob.ts")).measureDocumentJob },
  delivery: { data: "albums", load: async () => (await import("./delivery.ts")).measureDelivery },
  uploads: { data: "empty", load: async () => (await import("./arrivals/uploads.ts")).measureUploads },
  visible: {
    data: "empty",
    load: async () => (await import("./arrivals/timeToThumbnail.ts")).measureTimeToThumbnail,
  },
  faults: { data: "empty", load: async () => (await import("./arrivals/arrivalFaults.ts")).measureFaults },
  imports: { data: "empty", load: async () => (await import("./importSpeed.ts")).measureImports },
  pictures: { data: "empty", load: async () => (await import("./pictures.ts")).measurePictures },
  cost: { data: "empty", load: async () => (await import("./cost.ts")).measureCost },
  console: { data: "empty", load: async () => (await import("./console.ts")).measureConsole },
  real: { data: "rows", load: async () => (await import("./realRows.ts")).measureReal },
  listExport: { data: "rows", load: async () => (await import("./listExport.ts")).measureListExport },
  weights: { data: "rows", load: async () => (await import("./weights.ts")).measureWeights },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;
export const isMeasureName = (name: string): name is MeasureName => Object.hasOwn(measures, name);
