import { useEffect, useRef } from "react";
import { useBeforeUnload } from "./useBeforeUnload.ts";

/** The forms with unsaved changes. `UnsavedChangesPrompt` asks for all of them: the router takes one blocker at a time. */
const unsavedForms = new Set<object>();

export const hasUnsavedChanges = (): boolean => unsavedForms.size > 0;

/** Makes the console ask before the user leaves the page with unsaved changes: by a link, the browser's buttons or closing the tab. */
export function useUnsavedChanges(isUnsaved: boolean) {
  const form = useRef({});
  useBeforeUnload(isUnsaved);
  useEffect(() => {
    const key = form.current;
    if (!isUnsaved) return;
    unsavedForms.add(key);
    return () => void unsavedForms.delete(key);
  }, [isUnsaved]);
  return {
    /** Lets a navigation pass while or after everything is saved. */
    allow: () => void unsavedForms.delete(form.current),
    /** Asks again, after saving has failed. */
    blockNavigation: () => void unsavedForms.add(form.current),
  };
}
