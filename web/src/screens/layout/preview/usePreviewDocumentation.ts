import { useCallback, useState } from "react";
import { z } from "zod";
import { useCustomerId } from "#api/session.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";
import type { Option } from "#ui/select/useCombobox.ts";

const storageKeyOf = (customerId: number) => `layoutPreview.documentation.${customerId}`;
const storedOptionSchema = z.object({ id: z.uuid(), label: z.string() });

function readStoredOption(storageKey: string): Option | null {
  try {
    return storedOptionSchema.parse(JSON.parse(readStorage(storageKey) ?? "null"));
  } catch {
    return null;
  }
}

/** The documentation of the preview, stored in this browser for the customer that the session acts in. */
export function usePreviewDocumentation(): [Option | null, (option: Option | null) => void] {
  const storageKey = storageKeyOf(useCustomerId());
  const [documentation, setDocumentation] = useState(() => readStoredOption(storageKey));
  const select = useCallback(
    (option: Option | null) => {
      setDocumentation(option);
      writeStorage(storageKey, option && JSON.stringify(option));
    },
    [storageKey],
  );
  return [documentation, select];
}
