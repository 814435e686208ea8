import { describe, expect, it } from "vitest";
import { documentationStatuses, preconditionTypes, taskTypes } from "#domain/core/documentationTypes.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import { Random } from "../support/random.ts";
import { simulateCapture } from "./capture.ts";
import { dayMs } from "./context.ts";
import { flattenTasks, norrfiberTemplates, templates } from "./templates.ts";
import { planVisits } from "./visits.ts";

const today = new Date(Date.UTC(2026, 4, 4));
const plan = () =>
  planVisits(new Random(20_260_117)).map((visit, index) => simulateCapture(visit, index, today));
const captures = plan();

describe("the demo templates", () => {
  const tasks = norrfiberTemplates.flatMap((template) =>
    flattenTasks(template.tasks).map(({ task }) => task),
  );

  it("together use every task type and every kind of precondition", () => {
    expect(new Set(tasks.map(({ type }) => type))).toEqual(new Set(taskTypes));
    const conditions = tasks.flatMap(({ conditions }) => conditions ?? []).map(({ type }) => type);
    expect(new Set(conditions)).toEqual(new Set(preconditionTypes));
  });

  it("name each task once and refer to existing tasks", () => {
    for (const template of templates) {
      const keys = flattenTasks(template.tasks).map(({ task }) => task.key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { task } of flattenTasks(template.tasks))
        for (const { task: target } of task.conditions ?? []) if (target) expect(keys).toContain(target);
    }
  });
});

describe("the demo documentations", () => {
  it("are about sixty in every status, over eighteen months, with a few hundred photos", () => {
    expect(captures.length).toBeGreaterThanOrEqual(55);
    expect(captures.length).toBeLessThanOrEqual(70);
    expect(new Set(captures.map(({ visit }) => visit.status))).toEqual(new Set(documentationStatuses));
    expect(Math.max(...captures.map(({ visit }) => visit.daysAgo))).toBeGreaterThan(500);
    const photoCount = captures.flatMap(({ photos }) => photos).length;
    expect(photoCount).toBeGreaterThanOrEqual(240);
    // Storing them takes most of the time of a first start.
    expect(photoCount).toBeLessThanOrEqual(280);
    expect(captures.some(({ visit }) => visit.hidden)).toBe(true);
  });

  it("are reproducible, and all in the past", () => {
    expect(plan()).toEqual(captures);
    for (const { endedAt } of captures) expect(Date.parse(endedAt)).toBeLessThan(today.getTime() + dayMs);
  });

  it("are consistent: only unfinished ones lack photos, and only those waiting for a file lack one", () => {
    for (const { visit, photos, files, tasks } of captures) {
      const missingCount = photos.filter(({ hasArrived }) => !hasArrived).length;
      expect(missingCount > 0, visit.site.name).toBe(visit.status === "ONGOING");
      const hasLateTask = tasks.some(({ sketch }) => sketch.required === "NO_WITH_LATER_UPLOAD");
      if (visit.status === "WAITING_FOR_FILE") expect(hasLateTask && files.length === 0).toBe(true);
      else if (hasLateTask && !acceptsDeviceUploads(visit.status)) expect(files.length).toBeGreaterThan(0);
      for (const photo of photos) expect(tasks.map(({ id }) => id)).toContain(photo.taskId);
    }
  });

  it("number their photos from 01 within each task", () => {
    for (const { photos } of captures)
      for (const [, taskPhotos] of Map.groupBy(photos, ({ taskId }) => taskId))
        expect(taskPhotos.map(({ name }) => name.slice(-3))).toEqual(
          taskPhotos.map((_, index) => `_0${index + 1}`),
        );
  });
});
