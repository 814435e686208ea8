import { useState } from "react";

/**
 * The option that Enter selects. It is tracked by its id, so that new results do not change it. Until the user moves to another option,
 * it is the first one.
 * @param ids of the options in order
 * @param text that the options were found for
 * @returns the index of the active option, 0 if there is none, and the function that activates another
 */
export function useActiveOption(ids: readonly string[], text: string): [number, (id: string | null) => void] {
  const [mark, setMark] = useState<{ id: string; text: string | null } | null>(null);
  const isValid = mark !== null && (mark.text === null || mark.text === text);
  const index = isValid ? ids.indexOf(mark.id) : -1;
  const firstId = ids[0];
  if (index === -1 && firstId !== undefined && (mark?.id !== firstId || mark.text !== text))
    setMark({ id: firstId, text });
  return [Math.max(0, index), (id) => setMark(id === null ? null : { id, text: null })];
}
