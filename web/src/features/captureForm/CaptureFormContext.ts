import { createContext, useContext } from "react";
import type { DraftMedia } from "#domain/capture/draft.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";

/** Actions of the form's fields. The object stays the same for the life of a form, so that it never redraws a field. */
export interface CaptureActions {
  answer: (taskId: string, answer: string) => void;
  /** Adds what can be added. @returns what was refused and why, in words for the user. */
  addPhotos: (task: DraftTask, files: readonly Blob[], drawn?: boolean) => Promise<string[]>;
  addFiles: (task: DraftTask, files: readonly File[]) => Promise<string[]>;
  /** Takes a photo in the place of one that a reviewer sent back. @returns why it was refused, in words for the user. */
  retake: (photo: DraftMedia, file: Blob) => Promise<string[]>;
  remove: (media: DraftMedia) => Promise<void>;
  comment: (mediaId: string, comment: string) => void;
  /** Opens a sheet to draw on. */
  draw: (task: DraftTask) => void;
  /** Opens a photo to draw on it. */
  mark: (photo: DraftMedia) => void;
}

/** Why a reviewer sent photos and tasks back, by their ids. */
export const RetakeReasonsContext = createContext<ReadonlyMap<string, string>>(new Map());

interface CaptureSettings {
  photoComments: boolean;
  photoDrawing: boolean;
  referencePhotos: boolean;
  /** Shown as on a phone: photos are taken, too. */
  phone?: boolean;
}

export const ActionsContext = createContext<CaptureActions | null>(null);
export const SettingsContext = createContext<CaptureSettings>({
  photoComments: true,
  photoDrawing: true,
  referencePhotos: false,
});

/** Where the bytes of a draft's photos lie: in the browser beside the draft; those of a preview in its memory alone. */
export interface MediaSource {
  /** Bytes to look at; undefined where they are lost. */
  picture: (item: DraftMedia) => Promise<Blob | undefined>;
  /** The bytes of a photo that was added here. */
  bytes: (id: string) => Promise<Blob | undefined>;
}

export const MediaContext = createContext<MediaSource>({
  picture: async () => undefined,
  bytes: async () => undefined,
});

export function useActions(): CaptureActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useActions needs an ActionsContext");
  return actions;
}
