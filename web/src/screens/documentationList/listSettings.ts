import { useState } from "react";
import { defaultListLimit, shownMaxima } from "../../../../domain/documentation";
import { remember, remembered } from "../../kit/remembered";

/** Show hidden, the rows' photos, and the limit (2§9; -1 is all), stored in the browser (2§2). */
export interface ListSettings {
  showHidden: boolean;
  thumbnails: boolean;
  max: (typeof shownMaxima)[number];
}

const storageKey = "documentationList";
const defaultSettings: ListSettings = { showHidden: false, thumbnails: true, max: defaultListLimit };

export function storedSettings(): ListSettings {
  try {
    const stored = JSON.parse(remembered(storageKey) ?? "null") as Partial<ListSettings> | null;
    return {
      showHidden: stored?.showHidden === true,
      thumbnails: stored?.thumbnails !== false,
      max: shownMaxima.find((max) => max === stored?.max) ?? defaultSettings.max,
    };
  } catch {
    return defaultSettings;
  }
}

export function useListSettings(): [ListSettings, (change: Partial<ListSettings>) => void] {
  const [settings, setSettings] = useState(storedSettings);
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      remember(storageKey, JSON.stringify(next));
      setSettings(next);
    },
  ];
}
