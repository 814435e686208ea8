import { createContext, useContext } from "react";
import type { DraftMedia, DraftRetake } from "#domain/capture/draft.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";

/** Actions of the form's fields. The object is stable for the life of a form, so it never re-renders a field. */
export interface CaptureActions {
  answer: (taskId: string, answer: string) => void;
  /** Adds photos. @returns the reasons why photos were refused, as text for the user */
  addPhotos: (task: DraftTask, files: readonly Blob[], isDrawing?: boolean) => Promise<string[]>;
  addFiles: (task: DraftTask, files: readonly File[]) => Promise<string[]>;
  /** Replaces a photo that a reviewer sent back. @returns the reasons why it was refused, as text for the user */
  retake: (photo: DraftMedia, file: Blob) => Promise<string[]>;
  remove: (media: DraftMedia) => Promise<void>;
  comment: (mediaId: string, comment: string) => void;
  /** Opens the drawing pad. */
  draw: (task: DraftTask) => void;
  /** Opens the markup editor for a photo. */
  openMarkup: (photo: DraftMedia) => void;
}

/** The retakes that a reviewer requested, by photo or task id. */
export const RetakesContext = createContext<ReadonlyMap<string, DraftRetake>>(new Map());

interface CaptureSettings {
  hasPhotoComments: boolean;
  hasPhotoDrawing: boolean;
  referencePhotos: boolean;
  /** Renders the phone layout, with a button for the camera. */
  phone?: boolean;
}

export const ActionsContext = createContext<CaptureActions | null>(null);
export const SettingsContext = createContext<CaptureSettings>({
  hasPhotoComments: true,
  hasPhotoDrawing: true,
  referencePhotos: false,
});

/** The store of a draft's photos: the browser's database for a draft, memory for a preview. */
export interface MediaSource {
  /** The bytes to display; undefined if they are lost. */
  picture: (item: DraftMedia) => Promise<Blob | undefined>;
  /** The bytes of a photo added in this browser. */
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
