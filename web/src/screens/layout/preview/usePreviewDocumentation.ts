import { useCallback, useState } from "react";
import { z } from "zod";
import { readStorage, writeStorage } from "#lib/storage.ts";
import type { Option } from "#ui/select/useCombobox.ts";

const rememberedAs = "layoutPreview.documentation";
const stored = z.object({ id: z.uuid(), label: z.string() });

function rememberedOption(): Option | null {
  try {
    return stored.parse(JSON.parse(readStorage(rememberedAs) ?? "null"));
  } catch {
    return null;
  }
}

/** The documentation of the preview; this browser remembers it. */
export function usePreviewDocumentation(): [Option | null, (option: Option | null) => void] {
  const [documentation, setDocumentation] = useState(rememberedOption);
  const choose = useCallback((option: Option | null) => {
    setDocumentation(option);
    writeStorage(rememberedAs, option && JSON.stringify(option));
  }, []);
  return [documentation, choose];
}
