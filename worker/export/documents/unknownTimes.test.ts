import { expect, test } from "vitest";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { exportFileFor } from "../export.ts";
import { unzipExport } from "../testing/documents.ts";
import { MemorySource, makePhoto, makePlan } from "../testing/samplePlans.ts";

/** In Swedish time, and as the serial number that Excel has for it. */
const arrival = { dateCreated: "2031-07-08T09:10:00Z", printed: "2031-07-08", serial: "48037" };

test.each(exportDocumentTypes)(
  "P5 immich#5714 %s never prints a time of arrival as the time of a photo",
  async (kind) => {
    const textsFor = async (dateSource: "ARRIVAL" | "EXIF") => {
      const source = new MemorySource();
      const photos = [makePhoto(source, { dateCreated: arrival.dateCreated, dateSource })];
      const { names, text } = unzipExport(source, await exportFileFor(makePlan({ photos }), { kind }));
      return names
        .filter((name) => /^(ppt\/slides|word\/document|xl\/worksheets)/.test(name) && name.endsWith(".xml"))
        .map(text)
        .join("\n");
    };
    const [arrivalText, exifText] = [await textsFor("ARRIVAL"), await textsFor("EXIF")];
    expect(arrivalText).not.toContain(arrival.printed);
    expect(arrivalText).not.toContain(arrival.serial);
    const isPrinted = exifText.includes(arrival.printed) || exifText.includes(arrival.serial);
    expect(/time unknown|okänd tid/.test(arrivalText)).toBe(isPrinted);
  },
);
