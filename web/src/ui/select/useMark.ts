import { useState } from "react";

/**
 * The option that Enter chooses, by its id: new results neither move the mark to another option nor change what Enter takes. Without a
 * choice of the user's it is on the first option, and stays there until the text changes.
 * @param ids of the options in order
 * @param text that they are the options for
 * @returns the index of the marked option, 0 if there is none, and the function that marks another
 */
export function useMark(ids: readonly string[], text: string): [number, (id: string | null) => void] {
  const [mark, setMark] = useState<{ id: string; text: string | null } | null>(null);
  const isValid = mark !== null && (mark.text === null || mark.text === text);
  const index = isValid ? ids.indexOf(mark.id) : -1;
  const firstId = ids[0];
  if (index === -1 && firstId !== undefined && (mark?.id !== firstId || mark.text !== text))
    setMark({ id: firstId, text });
  return [Math.max(0, index), (id) => setMark(id === null ? null : { id, text: null })];
}
