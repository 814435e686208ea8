import { describe, expect, it } from "vitest";
import { maxNameLength } from "#domain/core/limits.ts";
import { validate } from "#domain/core/validation.ts";
import { capturedDocumentation, type TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { listTaskTypesWhere, takesAnswer } from "#domain/task/types.ts";
import { seededRandom } from "#domain/testing/random.ts";
import {
  createDraft,
  type Draft,
  findVisibleTasks,
  toCapturedDocumentation,
  withAnswer,
  withConfirmed,
  withEmail,
  withMedia,
  withoutMedia,
  withPosition,
  withPredefined,
} from "./draft.ts";
import { validateForCompletion, validateForSending } from "./draftValidation.ts";

type Task = TemplateForDevice["tasks"][number];
let idCount = 0;
const makeUuid = () => `00000000-0000-4000-8000-${String(++idCount).padStart(12, "0")}`;

const makeTask = (changes: Partial<Task>): Task => ({
  id: makeUuid(),
  parentId: null,
  name: "Task",
  key: null,
  description: null,
  type: "TEXT",
  options: null,
  required: "NO",
  position: 0,
  level: 0,
  size: "normal",
  showOptionsInTaskList: false,
  fileExtensions: null,
  suggestionList: null,
  params: {},
  preconditions: [],
  referencePhotos: [],
  ...changes,
});
const makeAnswerPrecondition = (task: Task, answer: string) => ({
  id: makeUuid(),
  type: "TASK_ANSWER" as const,
  params: { task: task.id, operator: "EQUALS", answer },
});

function startDraft(tasks: Task[], requiredFields: Partial<Record<"position" | "email", true>> = {}): Draft {
  const template = {
    id: makeUuid(),
    name: "Mast inspection",
    deleteAutomatically: false,
    deleteTimeLimit: null,
    exportAutomatically: true,
    locationEnabled: requiredFields.position ?? false,
    locationRequired: requiredFields.position ?? false,
    lastUpdated: "2026-05-04T09:30:00Z",
    tasks,
  } as unknown as TemplateForDevice;
  const license = {
    ...{ id: makeUuid(), name: "Fält", licenseCode: "A", customerId: 1, pauseDocumentations: true },
    ...{
      emailRequired: requiredFields.email ?? false,
      useSavedUsername: false,
      useSavedEmail: false,
      hasLogo: false,
    },
    reverseDocumentationCreation: false,
  };
  return createDraft({
    userId: 1,
    creator: "staff",
    license,
    template,
    name: "M 1",
    newId: makeUuid,
    createdAt: "2026-05-04T10:00:00Z",
  });
}
const makeMedia = (taskId: string, kind: "PHOTO" | "FILE" = "PHOTO", name = "x.jpg") => ({
  id: makeUuid(),
  kind,
  taskId,
  name,
  comment: "",
  type: "image/jpeg",
  size: 10,
  sha256: "",
  md5: "",
  dateCreated: "2026-05-04T10:00:00Z",
});
const namesOf = (draft: Draft) => findVisibleTasks(draft).map(({ name }) => name);

describe("a documentation captured in the portal", () => {
  it("2§4 choosing a template creates tasks with new ids and remaps parents and preconditions", () => {
    const group = makeTask({ name: "Group", type: "GROUP" });
    const innerTask = makeTask({ name: "Inside", parentId: group.id, level: 1 });
    const dependentTask = makeTask({
      name: "After",
      preconditions: [makeAnswerPrecondition(innerTask, "yes")],
    });
    const draft = startDraft([group, innerTask, dependentTask]);
    const [draftGroup, draftInnerTask, draftDependentTask] = draft.tasks;
    expect(
      new Set([
        group.id,
        innerTask.id,
        dependentTask.id,
        draftGroup!.id,
        draftInnerTask!.id,
        draftDependentTask!.id,
      ]).size,
    ).toBe(6);
    expect(draftInnerTask).toMatchObject({
      parentId: draftGroup!.id,
      templateTaskId: innerTask.id,
      dateCreated: "2026-05-04T10:00:00Z",
    });
    expect(draftDependentTask!.preconditions).toEqual([
      { type: "TASK_ANSWER", params: { task: draftInnerTask!.id, operator: "EQUALS", answer: "yes" } },
    ]);
    expect(capturedDocumentation.safeParse(toCapturedDocumentation(draft, "Chromium")).error).toBeUndefined();
    expect(toCapturedDocumentation(draft, "Chromium")).toMatchObject({
      appVersion: "Portal",
      deviceId: "N/A",
      phoneModel: "N/A",
    });
  });

  it("2§4 shows tasks only while their preconditions and those of their groups hold, and never tasks for the app", () => {
    const question = makeTask({ name: "Question" });
    const group = makeTask({
      name: "Group",
      type: "GROUP",
      preconditions: [makeAnswerPrecondition(question, "yes")],
    });
    const innerTask = makeTask({ name: "Inside", parentId: group.id, level: 1 });
    const appTask = makeTask({
      name: "App",
      preconditions: [{ id: makeUuid(), type: "PLATFORM", params: { operator: "EQUALS", platform: "APP" } }],
    });
    let draft = startDraft([question, group, innerTask, appTask]);
    expect(namesOf(draft)).toEqual(["Question"]);
    draft = withAnswer(draft, draft.tasks[0]!.id, "yes");
    expect(namesOf(draft)).toEqual(["Question", "Group", "Inside"]);
    expect(toCapturedDocumentation(draft, "").tasks?.map(({ enabled }) => enabled)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    // Answered tasks stay visible, and are sent as not applicable.
    draft = withAnswer(withAnswer(draft, draft.tasks[2]!.id, "kept"), draft.tasks[0]!.id, "no");
    expect(namesOf(draft)).toEqual(["Question", "Group", "Inside"]);
    expect(toCapturedDocumentation(draft, "").tasks?.map(({ answer, enabled }) => [answer, enabled])).toEqual(
      [
        ["no", true],
        [null, false],
        ["kept", false],
        [null, false],
      ],
    );
  });

  it("2§5 a photo is not required once its task does not apply, and its explanation stays", () => {
    const question = makeTask({ name: "Question", type: "CHECKBOX" });
    const photoTask = makeTask({
      name: "Damage",
      type: "PHOTO",
      required: "YES",
      preconditions: [makeAnswerPrecondition(question, "true")],
    });
    let draft = startDraft([question, photoTask]);
    const [questionId, damageId] = draft.tasks.map(({ id }) => id);
    draft = withAnswer(withAnswer(draft, questionId!, "true"), damageId!, "Too dark");
    expect(validateForCompletion(draft).map(({ reason: error }) => error)).toEqual(["photo"]);
    draft = withAnswer(draft, questionId!, "false");
    expect([namesOf(draft), validateForCompletion(draft)]).toEqual([["Question", "Damage"], []]);
  });

  it("2§4 an untouched checkbox counts as no", () => {
    const question = makeTask({ name: "Question", type: "CHECKBOX" });
    const draft = startDraft([
      question,
      makeTask({ name: "Why not", preconditions: [makeAnswerPrecondition(question, "false")] }),
    ]);
    expect(namesOf(draft)).toEqual(["Question", "Why not"]);
    expect(namesOf(withAnswer(draft, draft.tasks[0]!.id, "true"))).toEqual(["Question"]);
  });

  it("2§5 photos are named after their task, and renumbered after a removal unless the service already has one of them", () => {
    const mast = makeTask({ name: "Mast", type: "PHOTO" });
    let draft = startDraft([mast]);
    const task = draft.tasks[0]!.id;
    for (let number = 0; number < 3; number += 1) draft = withMedia(draft, makeMedia(task));
    draft = withMedia(draft, makeMedia(task, "FILE", "plan.pdf"));
    expect(draft.media.map(({ name }) => name)).toEqual(["Mast_01", "Mast_02", "Mast_03", "plan.pdf"]);
    expect(withoutMedia(draft, draft.media[0]!.id).media.map(({ name }) => name)).toEqual([
      "Mast_01",
      "Mast_02",
      "plan.pdf",
    ]);
    const confirmedDraft = withConfirmed(draft, draft.media[2]!.id);
    expect(withoutMedia(confirmedDraft, confirmedDraft.media[0]!.id).media.map(({ name }) => name)).toEqual([
      "Mast_02",
      "Mast_03",
      "plan.pdf",
    ]);
    expect(toCapturedDocumentation(draft, "").numberOfPhotos).toBe(3);
  });

  it("2§7 predefined answers fill empty tasks; answers for another name are replaced, typed answers stay", () => {
    const predefinedTask = (option: string) =>
      makeTask({ name: option, type: "PREDEFINED", options: option });
    let draft = startDraft([predefinedTask("CUSTOMER_NAME"), predefinedTask("PROJECT_NOTE"), makeTask({})]);
    const readAnswers = () => draft.tasks.map(({ answer }) => answer);
    draft = withAnswer(draft, draft.tasks[1]!.id, "typed");
    draft = withPredefined(draft, {
      name: "M 1",
      answers: { CUSTOMER_NAME: "Norrnät", PROJECT_NOTE: "known" },
    });
    expect(readAnswers()).toEqual(["Norrnät", "typed", null]);
    draft = withPredefined(draft, { name: "M 2", answers: { PROJECT_NOTE: "other" } });
    expect(readAnswers()).toEqual([null, "typed", null]);
  });

  it("3§3 locationRequired and emailRequired prevent completing, not pausing; position and email are sent", () => {
    const completionErrorsOf = (draft: Draft) =>
      validateForCompletion(draft).map(({ elementId, reason: error }) => [elementId, error]);
    let draft = startDraft([makeTask({})], { position: true, email: true });
    expect(completionErrorsOf(draft)).toEqual([
      ["position", "position"],
      ["email", "required"],
    ]);
    expect(validateForSending(draft)).toEqual([]);
    expect(toCapturedDocumentation(draft, "")).toMatchObject({ lat: 1000, lng: 1000, email: null });
    draft = withEmail(withPosition(draft, null), "field@");
    expect(draft.isPositionRequested).toBe(true);
    expect(completionErrorsOf(draft)).toEqual([
      ["position", "position"],
      ["email", "invalid"],
    ]);
    // The service refuses an invalid address, paused or not.
    expect(validateForSending(draft).map(({ elementId }) => elementId)).toEqual(["email"]);
    const position = { lat: 64.75, lng: 20.95, accuracy: 12.5 };
    draft = withEmail(withPosition(draft, position), " field@example.com ");
    expect(completionErrorsOf(draft)).toEqual([]);
    // A second attempt that finds no position keeps the earlier one.
    draft = withPosition(draft, null);
    const sentDocumentation = toCapturedDocumentation(draft, "");
    expect(sentDocumentation).toMatchObject({ ...position, email: "field@example.com" });
    expect(capturedDocumentation.safeParse(sentDocumentation).error).toBeUndefined();
  });
});

/** Texts that people paste and scan into fields. */
const pieces = [
  ..."aÅ1,.;- +\t\n\r\u001d\u0000\u00a0\u200b\u00ad\u202e\u0301\u030a\ud83d",
  ...["12", "Red", "Blue", "true", "2026-05-04", "09:30", "x".repeat(300), "👩🏽‍🚒"],
];

describe("F3 the service accepts every draft that the form accepts, and stores it as sent", () => {
  it.each(listTaskTypesWhere(takesAnswer))("2§5 answers of %s, names and creators", (type) => {
    let acceptedCount = 0;
    for (let seed = 0; seed < 1500; seed += 1) {
      const random = seededRandom(seed);
      const randomText = () => Array.from({ length: random.number(6) }, () => random.pick(pieces)).join("");
      const task = makeTask({
        type,
        required: random.chance(0.2) ? "YES" : "NO",
        options: random.chance(0.5) ? "Red;Blue" : null,
        params: { columns: "Name;Phone", requiredColumns: "Name" },
      });
      const draft = {
        ...startDraft([task]),
        name: `M ${randomText()}`,
        creator: randomText(),
        email: random.pick(["", " a@b.se\u00a0"]),
      };
      const answeredDraft = withAnswer(draft, draft.tasks[0]!.id, randomText());
      const sentDocumentation = toCapturedDocumentation(answeredDraft, "1");
      const { data, errors } = validate(capturedDocumentation, sentDocumentation);
      if (validateForSending(answeredDraft).length > 0) continue;
      // A paused draft is accepted too, even if its answers are invalid.
      expect(errors, JSON.stringify(sentDocumentation)).toBeUndefined();
      acceptedCount += 1;
      expect(data?.name).toBe(sentDocumentation.name);
      expect(data?.creator).toBe(sentDocumentation.creator);
      expect(data?.tasks[0]?.answer).toBe(sentDocumentation.tasks?.[0]?.answer);
      expect(data?.name.length).toBeLessThanOrEqual(maxNameLength);
    }
    expect(acceptedCount).toBeGreaterThan(300);
  });
});
