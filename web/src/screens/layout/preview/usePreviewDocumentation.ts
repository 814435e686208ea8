import { useCallback, useState } from "react";
import { z } from "zod";
import { readStorage, writeStorage } from "#lib/storage.ts";
import type { Option } from "#ui/select/useCombobox.ts";

const storageKey = "layoutPreview.documentation";
const storedOptionSchema = z.object({ id: z.uuid(), label: z.string() });

function readStoredOption(): Option | null {
  try {
    return storedOptionSchema.parse(JSON.parse(readStorage(storageKey) ?? "null"));
  } catch {
    return null;
  }
}

/** The documentation of the preview, stored in this browser. */
export function usePreviewDocumentation(): [Option | null, (option: Option | null) => void] {
  const [documentation, setDocumentation] = useState(readStoredOption);
  const select = useCallback((option: Option | null) => {
    setDocumentation(option);
    writeStorage(storageKey, option && JSON.stringify(option));
  }, []);
  return [documentation, select];
}
