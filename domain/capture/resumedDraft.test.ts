import { describe, expect, it } from "vitest";
import { capturedDocumentation, templateForDevice } from "#domain/endpoints/capture/capture.ts";
import { type FetchedInPortal, fetchDocumentation } from "#domain/endpoints/capture/handover.ts";
import { toCapturedDocumentation, withAnswer, withMedia, withName, withoutMedia } from "./draft.ts";
import {
  draftFromFetched,
  hasConflicts,
  isUnchanged,
  mergeServerState,
  resolveConflict,
  withSentSnapshot,
} from "./resumedDraft.ts";

const instant = "2026-05-04T09:30:00Z";
const id = (digit: string) => `00000000-0000-4000-8000-${digit.repeat(12)}`;
const [documentation, photoTask, textTask, otherTask, photo, file] = ["1", "2", "3", "4", "5", "6"].map(
  id,
) as [string, string, string, string, string, string];

const user = { userId: 7, creator: "second", email: "", at: instant };

/** The service's response, parsed by its contract; `changes` are changes by others. */
function fetchedResponse(
  changes: {
    name?: string;
    answers?: Record<string, string | null>;
    version?: number;
    photos?: string[];
  } = {},
): FetchedInPortal {
  const { name = "Mast 1", answers = {}, version = 3, photos = [photo] } = changes;
  const task = (taskId: string, type: string, position: number, answer: string | null) => ({
    id: taskId,
    customerId: 1,
    documentation,
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
  const media = {
    documentationTaskId: photoTask,
    creator: "first",
    imported: false,
    dateCreated: instant,
    dataSize: 9,
    sha256: "ab",
  };
  return fetchDocumentation.response!.parse({
    fetch: { id: id("f"), creator: "second", deviceId: "N/A", dateCreated: instant, photos: 0 },
    status: "DOWNLOADED",
    uploadedPhotos: photos.length,
    numberOfPhotos: photos.length,
    version,
    documentation: {
      id: documentation,
      customerId: 1,
      templateId: id("a"),
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
        task(photoTask, "PHOTO", 0, null),
        task(textTask, "TEXT", 1, "rust"),
        task(otherTask, "DECIMAL", 2, "1.5"),
      ],
    },
    template: templateForDevice.parse({
      ...Object.fromEntries(Object.keys(templateForDevice.shape).map((key) => [key, false])),
      id: id("a"),
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
      ...media,
      id: photoId,
      name: "task 0_01",
      comment: null,
      lat: 1000,
      lng: 1000,
      rotation: 0,
      hasData: photoId === photo,
      version: 1,
    })),
    files: [{ ...media, id: file, name: "plan.pdf", type: "application/pdf", hasData: true }],
    license: {
      id: id("b"),
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

const newResumedDraft = () => draftFromFetched(fetchedResponse(), user);
const answerOf = (draft: ReturnType<typeof newResumedDraft>, taskId: string) =>
  draft.tasks.find((task) => task.id === taskId)?.answer;
const ownPhoto = {
  id: id("9"),
  kind: "PHOTO" as const,
  taskId: photoTask,
  name: "",
  comment: "",
  type: "image/jpeg",
  size: 4,
  sha256: "cd",
  md5: "",
  dateCreated: null,
};

describe("2§4 a draft of a handed-over documentation", () => {
  it("design§Retakes a retaken photo replaces the one sent back without being announced, and removing it restores the old one", () => {
    const request = { id: id("7"), reason: "Too dark", creator: "staff", dateCreated: instant };
    const withRetake = (): FetchedInPortal => ({
      ...fetchedResponse(),
      retakes: [{ ...request, photoId: photo, documentationTaskId: null }],
    });
    const before = draftFromFetched(withRetake(), user);
    expect(before.handedOver?.retakes).toMatchObject([
      { photoId: photo, taskId: photoTask, name: "task 0_01" },
    ]);
    const [old] = before.media;
    const retaken = withMedia(before, { ...ownPhoto, id: photo, name: "task 0_01", replaces: old! });
    expect(retaken.media.map((item) => [item.id, item.name, item.sha256, item.onServer])).toEqual([
      [photo, "task 0_01", "cd", undefined],
      [file, "plan.pdf", "ab", true],
    ]);
    expect(isUnchanged(retaken)).toBe(false);
    expect(toCapturedDocumentation(retaken, "Linux").numberOfPhotos).toBe(0);
    expect(mergeServerState(retaken, withRetake()).media).toEqual(retaken.media);
    expect(withoutMedia(retaken, photo).media).toEqual(before.media);
  });

  it("2§4 has its answers, photos and files, and keeps the fields of the device that started it", () => {
    const draft = withMedia(withAnswer(newResumedDraft(), textTask, "painted"), ownPhoto);
    expect(draft.media.map(({ id: mediaId, name, onServer }) => [mediaId, name, onServer])).toEqual([
      [photo, "task 0_01", true],
      [file, "plan.pdf", true],
      [ownPhoto.id, "task 0_02", undefined],
    ]);
    const saved = capturedDocumentation.parse(toCapturedDocumentation(draft, "Linux"));
    expect(saved).toMatchObject({
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
    expect(saved.tasks.map(({ answer, version, events }) => [answer, version, events])).toEqual([
      [null, 1, []],
      ["painted", 1, []],
      ["1.5", 1, []],
    ]);
  });

  it("2§4 an announced photo that has not arrived is marked as such", () => {
    const pendingPhoto = id("8");
    const draft = draftFromFetched(fetchedResponse({ photos: [photo, pendingPhoto] }), user);
    expect(draft.media.filter(({ notYetArrived }) => notYetArrived).map((item) => item.id)).toEqual([
      pendingPhoto,
    ]);
  });

  it("2§4 adopts changes by others, and keeps those made only by the user", () => {
    const mine = withMedia(withAnswer(newResumedDraft(), textTask, "painted"), ownPhoto);
    const serverState = fetchedResponse({
      name: "Mast 2",
      answers: { [otherTask]: "2.5" },
      version: 5,
      photos: [photo, id("7")],
    });
    const next = mergeServerState(mine, serverState);
    expect([next.name, answerOf(next, textTask), answerOf(next, otherTask)]).toEqual([
      "Mast 2",
      "painted",
      "2.5",
    ]);
    expect(next.media.map((item) => item.id)).toEqual([photo, id("7"), file, ownPhoto.id]);
    expect(next.handedOver?.version).toBe(5);
    expect(hasConflicts(next)).toBe(false);
    expect(mergeServerState(next, serverState)).toEqual(next);
  });

  it("2§4 if both changed the same value, the user decides; nothing is overwritten before that", () => {
    const mine = withName(withAnswer(newResumedDraft(), textTask, "painted"), "Mast A");
    const serverState = fetchedResponse({ name: "Mast B", answers: { [textTask]: "replaced" } });
    const merged = mergeServerState(mine, serverState);
    expect(merged.handedOver?.conflicts).toEqual({ name: "Mast B", answers: { [textTask]: "replaced" } });
    expect([merged.name, answerOf(merged, textTask)]).toEqual(["Mast A", "painted"]);
    // It stays undecided, however often it is fetched.
    expect(hasConflicts(mergeServerState(merged, serverState))).toBe(true);
    const theirs = resolveConflict(resolveConflict(merged, textTask, "theirs"), "name", "theirs");
    expect([theirs.name, answerOf(theirs, textTask), hasConflicts(theirs)]).toEqual([
      "Mast B",
      "replaced",
      false,
    ]);
    const resolved = resolveConflict(resolveConflict(merged, textTask, "mine"), "name", "mine");
    expect([resolved.name, answerOf(resolved, textTask), hasConflicts(resolved)]).toEqual([
      "Mast A",
      "painted",
      false,
    ]);
    expect(hasConflicts(mergeServerState(resolved, serverState))).toBe(false);
  });

  it("2§4 values it sent itself, and equal answers from both sides, are not conflicts", () => {
    const sent = withSentSnapshot(withName(withAnswer(newResumedDraft(), otherTask, "2,5"), "Mast A"));
    const saved = fetchedResponse({ name: "Mast A", answers: { [otherTask]: "2.5" } });
    const mergedAgain = mergeServerState(withName(withAnswer(sent, otherTask, "3,5"), "Mast C"), saved);
    expect([hasConflicts(mergedAgain), mergedAgain.name, answerOf(mergedAgain, otherTask)]).toEqual([
      false,
      "Mast C",
      "3,5",
    ]);
    const same = mergeServerState(withAnswer(newResumedDraft(), otherTask, "2,5"), saved);
    expect(hasConflicts(same)).toBe(false);
  });

  it("2§4 is unchanged until something is changed, added or sent", () => {
    expect(isUnchanged(newResumedDraft())).toBe(true);
    expect(
      isUnchanged(mergeServerState(newResumedDraft(), fetchedResponse({ answers: { [textTask]: "x" } }))),
    ).toBe(true);
    for (const changed of [
      withAnswer(newResumedDraft(), textTask, "x"),
      withMedia(newResumedDraft(), ownPhoto),
      withName(newResumedDraft(), "Other"),
      withSentSnapshot(newResumedDraft()),
    ])
      expect(isUnchanged(changed)).toBe(false);
  });

  it("2§4 a position and an address from others replace those that the draft has not changed", () => {
    const changed = fetchedResponse();
    const theirs = { lat: 65, lng: 21, accuracy: 2, email: "crew@example.com" };
    Object.assign(changed.documentation, theirs);
    const { email, ...position } = theirs;
    expect(mergeServerState(newResumedDraft(), changed).position).toEqual(position);
    const draft = draftFromFetched(changed, user);
    const changedAgain = fetchedResponse();
    Object.assign(changedAgain.documentation, { ...theirs, lat: 66, email: "second@example.com" });
    expect(mergeServerState(draft, changedAgain)).toMatchObject({
      position: { lat: 66 },
      email: "second@example.com",
    });
    const own = { position: { lat: 59, lng: 18, accuracy: 1 }, email: "own@example.com" };
    expect(mergeServerState({ ...draft, ...own }, changedAgain)).toMatchObject(own);
    expect(draft.email).toBe(email);
  });

  it("2§4 fields that the form does not have keep the values of the device that sent them last", () => {
    const changed = fetchedResponse();
    changed.documentation.osVersion = "Android";
    const merged = mergeServerState(withAnswer(newResumedDraft(), textTask, "painted"), changed);
    expect(toCapturedDocumentation(merged, "Linux")).toMatchObject({
      osVersion: "Android",
      phoneModel: "iPad",
    });
  });
});
