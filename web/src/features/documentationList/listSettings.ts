import { useState } from "react";
import { defaultListLimit, listLimits } from "#domain/core/documentationTypes.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** Settings of the list: hidden rows, row photos and the limit (2§9; -1 is all). Stored in the browser (2§2). */
export interface ListSettings {
  showHidden: boolean;
  showsThumbnails: boolean;
  max: (typeof listLimits)[number];
}

const storageKey = "documentationList";
const defaultSettings: ListSettings = { showHidden: false, showsThumbnails: true, max: defaultListLimit };

export function readSettings(): ListSettings {
  try {
    const savedSettings: Partial<Record<keyof ListSettings, unknown>> | null = JSON.parse(
      readStorage(storageKey) ?? "null",
    );
    return {
      showHidden: savedSettings?.showHidden === true,
      showsThumbnails: savedSettings?.showsThumbnails !== false,
      max: listLimits.find((max) => max === savedSettings?.max) ?? defaultSettings.max,
    };
  } catch {
    return defaultSettings;
  }
}

export function useListSettings(): [ListSettings, (change: Partial<ListSettings>) => void] {
  const [settings, setSettings] = useState(readSettings);
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      writeStorage(storageKey, JSON.stringify(next));
      setSettings(next);
    },
  ];
}
