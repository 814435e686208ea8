import { vi } from "vitest";
import type { z } from "zod";
import {
  documentationGroupRow,
  type GroupedTask,
  groupedTask,
} from "#domain/endpoints/documentation/groups.ts";
import { documentationSummary } from "#domain/endpoints/documentation/list.ts";
import { anId, aPhoto } from "./fixtures.ts";

/** Groups, parsed by their contracts. */

/** Makes parts of a page count as visible, except photos (which load 400 px ahead), so that tests fetch no images. */
export function observeAllButPhotos(): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(
        readonly notify: (entries: { isIntersecting: boolean }[]) => void,
        readonly options: { rootMargin: string },
      ) {}
      observe() {
        if (this.options.rootMargin !== "400px") this.notify([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}

export const aGroup = (changes: Partial<z.input<typeof documentationGroupRow>> = {}) =>
  documentationGroupRow.parse({
    customerId: 7,
    customerName: "Norrfiber",
    name: "NF-2041 Skellefteå",
    alias: null,
    tag: false,
    documentations: 2,
    latest: "2026-05-09T09:30:00Z",
    exported: "NONE",
    templates: [],
    ...changes,
  });

export const aDocumentationSummary = (changes: Partial<z.input<typeof documentationSummary>> = {}) =>
  documentationSummary.parse({
    id: anId(),
    customerId: 7,
    name: "NF-2041 Skellefteå",
    alias: null,
    templateId: anId(),
    templateName: "Mast inspection",
    creator: "Isak R",
    deviceId: "e05c9a77",
    dateCreated: "2026-05-04T09:30:00Z",
    dateUploaded: null,
    status: "COMPLETED",
    numberOfPhotos: 1,
    uploadedPhotos: 1,
    ...changes,
  });

const aGroupedTask = (changes: Partial<z.input<typeof groupedTask>> = {}): GroupedTask =>
  groupedTask.parse({
    id: anId(),
    documentationId: anId(),
    parentId: null,
    templateTaskId: null,
    name: "Overview",
    key: null,
    type: "PHOTO",
    answer: null,
    position: 0,
    groups: [],
    ...changes,
  });

/** A site with two visits by one template and one by another, each with a photo. The first two photos belong to the same task. */
export function aVisitedSite() {
  const [mast, cabinet] = [anId(), anId()];
  const visit = (
    templateId: string,
    templateName: string,
    day: string,
    key: string | null,
    taskName: string,
  ) => {
    const documentation = aDocumentationSummary({
      templateId,
      templateName,
      dateCreated: `2026-05-${day}T09:30:00Z`,
    });
    const task = aGroupedTask({ documentationId: documentation.id, name: taskName, key });
    const photo = aPhoto({
      documentationId: documentation.id,
      documentationTaskId: task.id,
      name: `${taskName}_${day}`,
      dateCreated: documentation.dateCreated,
    });
    return { documentation, task, photo };
  };
  const earlierVisit = visit(mast, "Mast inspection", "04", "overview", "Overview");
  const laterVisit = visit(mast, "Mast inspection", "09", "overview", "Overview");
  const anotherVisit = visit(cabinet, "Cabinet", "06", "overview", "Whole cabinet");
  const template = (id: string, name: string, documentations: number, day: string) => ({
    id,
    name,
    documentations,
    latest: `2026-05-${day}T09:30:00Z`,
  });
  const group = aGroup({
    documentations: 3,
    templates: [template(cabinet, "Cabinet", 1, "06"), template(mast, "Mast inspection", 2, "09")],
  });
  const visits = [earlierVisit, laterVisit, anotherVisit];
  const encodedName = encodeURIComponent(group.name);
  return {
    group,
    mast,
    cabinet,
    before: earlierVisit,
    after: laterVisit,
    anotherVisit,
    /** The service's responses about the site. */
    calls: {
      [`GET /documentationGroup/getGroup/${encodedName}`]: () => group,
      [`GET /documentation/findAllByDocumentationNameOrTag/${encodedName}`]: () => ({
        items: visits.map(({ documentation }) => documentation),
      }),
      [`GET /photo/findAllByDocumentationNameOrTag/${encodedName}`]: () => ({
        items: visits.map(({ photo }) => photo),
      }),
      [`GET /documentationTask/findAllByDocumentationNameOrTag/${encodedName}`]: () => ({
        items: visits.map(({ task }) => task),
      }),
    },
  };
}
