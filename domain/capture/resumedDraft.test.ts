import { describe, expect, it } from "vitest";
import { capturedDocumentation, templateForDevice } from "#domain/endpoints/capture/capture.ts";
import { type FetchedInPortal, fetchDocumentation } from "#domain/endpoints/capture/handover.ts";
import type { Markup } from "#domain/media/markup.ts";
import { toCapturedDocumentation, withAnswer, withMedia, withName, withoutMedia } from "./draft.ts";
import {
  hasConflicts,
  isUnchanged,
  mergeServerState,
  resolveConflict,
  toResumedDraft,
  withSentSnapshot,
} from "./resumedDraft.ts";

const instant = "2026-05-04T09:30:00Z";
const makeId = (digit: string) => `00000000-0000-4000-8000-${digit.repeat(12)}`;
const [documentationId, photoTaskId, textTaskId, otherTaskId, serverPhotoId, serverFileId] = [
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
].map(makeId) as [string, string, string, string, string, string];

const user = { userId: 7, creator: "second", email: "", resumedAt: instant };

/** The service's response, parsed by its contract; `changes` are changes by others. */
function makeFetchedResponse(
  changes: {
    name?: string;
    answers?: Record<string, string | null>;
    version?: number;
    photos?: string[];
  } = {},
): FetchedInPortal {
  const { name = "Mast 1", answers = {}, version = 3, photos = [serverPhotoId] } = changes;
  const makeTask = (taskId: string, type: string, position: number, answer: string | null) => ({
    id: taskId,
    customerId: 1,
    documentation: documentationId,
    parentId: null,
    templateTaskId: null,
    name: `task ${position}`,
    key: null,
    description: null,
    type,
    options: null,
    answer: taskId in answers ? answers[taskId] : answer,
    required: "NO",
    enabled: true,
    position,
    level: 0,
    size: "normal",
    version: taskId in answers ? 2 : 1,
    params: {},
    dateCreated: instant,
    preconditions: [],
    events: [],
    referencePhotos: [],
    unexpectedAnswerEvents: [],
  });
  const mediaFields = {
    documentationTaskId: photoTaskId,
    creator: "first",
    imported: false,
    dateCreated: instant,
    dataSize: 9,
    sha256: "ab",
  };
  return fetchDocumentation.response!.parse({
    fetch: { id: makeId("f"), creator: "second", deviceId: "N/A", dateCreated: instant, photos: 0 },
    status: "DOWNLOADED",
    uploadedPhotos: photos.length,
    numberOfPhotos: photos.length,
    version,
    documentation: {
      id: documentationId,
      customerId: 1,
      templateId: makeId("a"),
      name,
      alias: null,
      creator: "first",
      deviceId: "tablet-1",
      appVersion: "4.2",
      osVersion: "iOS",
      phoneModel: "iPad",
      lat: 64.75,
      lng: 20.95,
      accuracy: 5,
      email: null,
      dateCreated: instant,
      tags: [],
      deleteAutomatically: true,
      deleteTimeLimit: "WEEK",
      exportAutomatically: false,
      templateLastUpdated: null,
      tasks: [
        makeTask(photoTaskId, "PHOTO", 0, null),
        makeTask(textTaskId, "TEXT", 1, "rust"),
        makeTask(otherTaskId, "DECIMAL", 2, "1.5"),
      ],
    },
    template: templateForDevice.parse({
      ...Object.fromEntries(Object.keys(templateForDevice.shape).map((key) => [key, false])),
      id: makeId("a"),
      name: "Mast inspection",
      description: null,
      position: 0,
      allTasksRequired: "NO",
      deleteTimeLimit: null,
      predefinedConfiguration: null,
      suggestionList: null,
      graphics: [],
      replacementTexts: [],
      lastUpdated: instant,
      tasks: [],
    }),
    retakes: [],
    photos: photos.map((photoId) => ({
      ...mediaFields,
      id: photoId,
      name: "task 0_01",
      comment: null,
      lat: 1000,
      lng: 1000,
      rotation: 0,
      hasData: photoId === serverPhotoId,
      version: 1,
    })),
    files: [{ ...mediaFields, id: serverFileId, name: "plan.pdf", type: "application/pdf", hasData: true }],
    license: {
      id: makeId("b"),
      name: "Field",
      licenseCode: "CODE",
      customerId: 1,
      reverseDocumentationCreation: false,
      pauseDocumentations: false,
      emailRequired: false,
      useSavedUsername: false,
      useSavedEmail: false,
      hasLogo: false,
    },
  });
}

const newResumedDraft = () => toResumedDraft(makeFetchedResponse(), user);
const answerOf = (draft: ReturnType<typeof newResumedDraft>, taskId: string) =>
  draft.tasks.find((task) => task.id === taskId)?.answer;
const ownPhoto = {
  id: makeId("9"),
  kind: "PHOTO" as const,
  taskId: photoTaskId,
  name: "",
  comment: "",
  type: "image/jpeg",
  size: 4,
  sha256: "cd",
  md5: "",
  dateCreated: null,
};

describe("2§4 a draft of a handed-over documentation", () => {
  it("design§Retakes a retaken photo replaces the photo that was sent back without being announced, and removing it restores the old photo", () => {
    const retakeDrawing: Markup = [
      { type: "CIRCLE", color: "red", width: 0.01, from: [0.2, 0.2], to: [0.4, 0.4] },
    ];
    const retakeFields = { id: makeId("7"), reason: "Too dark", creator: "staff", dateCreated: instant };
    const makeResponseWithRetake = (): FetchedInPortal => ({
      ...makeFetchedResponse(),
      retakes: [
        {
          ...{ ...retakeFields, photoId: serverPhotoId, documentationTaskId: null },
          ...{ dueDay: "2026-05-09", drawing: retakeDrawing, recipient: null },
        },
      ],
    });
    const initialDraft = toResumedDraft(makeResponseWithRetake(), user);
    expect(initialDraft.handedOver?.retakes).toMatchObject([
      {
        ...{ photoId: serverPhotoId, taskId: photoTaskId, name: "task 0_01" },
        ...{ dueDay: "2026-05-09", drawing: retakeDrawing },
      },
    ]);
    const [oldPhoto] = initialDraft.media;
    const retakenDraft = withMedia(initialDraft, {
      ...ownPhoto,
      id: serverPhotoId,
      name: "task 0_01",
      replaces: oldPhoto!,
    });
    expect(retakenDraft.media.map((item) => [item.id, item.name, item.sha256, item.onServer])).toEqual([
      [serverPhotoId, "task 0_01", "cd", undefined],
      [serverFileId, "plan.pdf", "ab", true],
    ]);
    expect(isUnchanged(retakenDraft)).toBe(false);
    expect(toCapturedDocumentation(retakenDraft, "Linux").numberOfPhotos).toBe(0);
    expect(mergeServerState(retakenDraft, makeResponseWithRetake()).media).toEqual(retakenDraft.media);
    expect(withoutMedia(retakenDraft, serverPhotoId).media).toEqual(initialDraft.media);
  });

  it("2§4 has the documentation's answers, photos and files, and keeps the fields of the device that started it", () => {
    const draft = withMedia(withAnswer(newResumedDraft(), textTaskId, "painted"), ownPhoto);
    expect(draft.media.map(({ id: mediaId, name, onServer }) => [mediaId, name, onServer])).toEqual([
      [serverPhotoId, "task 0_01", true],
      [serverFileId, "plan.pdf", true],
      [ownPhoto.id, "task 0_02", undefined],
    ]);
    const savedDocumentation = capturedDocumentation.parse(toCapturedDocumentation(draft, "Linux"));
    expect(savedDocumentation).toMatchObject({
      creator: "first",
      deviceId: "tablet-1",
      appVersion: "4.2",
      osVersion: "iOS",
      phoneModel: "iPad",
      lat: 64.75,
      lng: 20.95,
      accuracy: 5,
      deleteTimeLimit: "WEEK",
      // Only its own photos: the service has counted the others.
      numberOfPhotos: 1,
    });
    expect(savedDocumentation.tasks.map(({ answer, version, events }) => [answer, version, events])).toEqual([
      [null, 1, []],
      ["painted", 1, []],
      ["1.5", 1, []],
    ]);
  });

  it("2§4 an announced photo that has not arrived is marked as such", () => {
    const pendingPhotoId = makeId("8");
    const draft = toResumedDraft(makeFetchedResponse({ photos: [serverPhotoId, pendingPhotoId] }), user);
    expect(draft.media.filter(({ notYetArrived }) => notYetArrived).map((item) => item.id)).toEqual([
      pendingPhotoId,
    ]);
  });

  it("2§4 adopts changes by others, and keeps those made only by the user", () => {
    const ownDraft = withMedia(withAnswer(newResumedDraft(), textTaskId, "painted"), ownPhoto);
    const serverState = makeFetchedResponse({
      name: "Mast 2",
      answers: { [otherTaskId]: "2.5" },
      version: 5,
      photos: [serverPhotoId, makeId("7")],
    });
    const mergedDraft = mergeServerState(ownDraft, serverState);
    expect([mergedDraft.name, answerOf(mergedDraft, textTaskId), answerOf(mergedDraft, otherTaskId)]).toEqual(
      ["Mast 2", "painted", "2.5"],
    );
    expect(mergedDraft.media.map((item) => item.id)).toEqual([
      serverPhotoId,
      makeId("7"),
      serverFileId,
      ownPhoto.id,
    ]);
    expect(mergedDraft.handedOver?.version).toBe(5);
    expect(hasConflicts(mergedDraft)).toBe(false);
    expect(mergeServerState(mergedDraft, serverState)).toEqual(mergedDraft);
  });

  it("2§4 if the user and others changed the same value, the user decides; nothing is overwritten before that", () => {
    const ownDraft = withName(withAnswer(newResumedDraft(), textTaskId, "painted"), "Mast A");
    const serverState = makeFetchedResponse({ name: "Mast B", answers: { [textTaskId]: "replaced" } });
    const mergedDraft = mergeServerState(ownDraft, serverState);
    expect(mergedDraft.handedOver?.conflicts).toEqual({
      name: "Mast B",
      answers: { [textTaskId]: "replaced" },
    });
    expect([mergedDraft.name, answerOf(mergedDraft, textTaskId)]).toEqual(["Mast A", "painted"]);
    // The conflict stays until the user decides, however often the documentation is fetched.
    expect(hasConflicts(mergeServerState(mergedDraft, serverState))).toBe(true);
    const theirDraft = resolveConflict(resolveConflict(mergedDraft, textTaskId, "theirs"), "name", "theirs");
    expect([theirDraft.name, answerOf(theirDraft, textTaskId), hasConflicts(theirDraft)]).toEqual([
      "Mast B",
      "replaced",
      false,
    ]);
    const resolvedDraft = resolveConflict(resolveConflict(mergedDraft, textTaskId, "mine"), "name", "mine");
    expect([resolvedDraft.name, answerOf(resolvedDraft, textTaskId), hasConflicts(resolvedDraft)]).toEqual([
      "Mast A",
      "painted",
      false,
    ]);
    expect(hasConflicts(mergeServerState(resolvedDraft, serverState))).toBe(false);
  });

  it("2§4 values that the draft itself sent, and equal answers from both sides, are not conflicts", () => {
    const sentDraft = withSentSnapshot(withName(withAnswer(newResumedDraft(), otherTaskId, "2,5"), "Mast A"));
    const savedResponse = makeFetchedResponse({ name: "Mast A", answers: { [otherTaskId]: "2.5" } });
    const remergedDraft = mergeServerState(
      withName(withAnswer(sentDraft, otherTaskId, "3,5"), "Mast C"),
      savedResponse,
    );
    expect([hasConflicts(remergedDraft), remergedDraft.name, answerOf(remergedDraft, otherTaskId)]).toEqual([
      false,
      "Mast C",
      "3,5",
    ]);
    const equalDraft = mergeServerState(withAnswer(newResumedDraft(), otherTaskId, "2,5"), savedResponse);
    expect(hasConflicts(equalDraft)).toBe(false);
  });

  it("2§4 is unchanged until something is changed, added or sent", () => {
    expect(isUnchanged(newResumedDraft())).toBe(true);
    expect(
      isUnchanged(
        mergeServerState(newResumedDraft(), makeFetchedResponse({ answers: { [textTaskId]: "x" } })),
      ),
    ).toBe(true);
    for (const changedDraft of [
      withAnswer(newResumedDraft(), textTaskId, "x"),
      withMedia(newResumedDraft(), ownPhoto),
      withName(newResumedDraft(), "Other"),
      withSentSnapshot(newResumedDraft()),
    ])
      expect(isUnchanged(changedDraft)).toBe(false);
  });

  it("2§4 a position and an address from others replace those that the draft has not changed", () => {
    const changedResponse = makeFetchedResponse();
    const theirFields = { lat: 65, lng: 21, accuracy: 2, email: "crew@example.com" };
    Object.assign(changedResponse.documentation, theirFields);
    const { email, ...position } = theirFields;
    expect(mergeServerState(newResumedDraft(), changedResponse).position).toEqual(position);
    const draft = toResumedDraft(changedResponse, user);
    const laterResponse = makeFetchedResponse();
    Object.assign(laterResponse.documentation, { ...theirFields, lat: 66, email: "second@example.com" });
    expect(mergeServerState(draft, laterResponse)).toMatchObject({
      position: { lat: 66 },
      email: "second@example.com",
    });
    const ownFields = { position: { lat: 59, lng: 18, accuracy: 1 }, email: "own@example.com" };
    expect(mergeServerState({ ...draft, ...ownFields }, laterResponse)).toMatchObject(ownFields);
    expect(draft.email).toBe(email);
  });

  it("2§4 fields that the form does not have keep the values of the device that sent them last", () => {
    const changedResponse = makeFetchedResponse();
    changedResponse.documentation.osVersion = "Android";
    const mergedDraft = mergeServerState(
      withAnswer(newResumedDraft(), textTaskId, "painted"),
      changedResponse,
    );
    expect(toCapturedDocumentation(mergedDraft, "Linux")).toMatchObject({
      osVersion: "Android",
      phoneModel: "iPad",
    });
  });
});
