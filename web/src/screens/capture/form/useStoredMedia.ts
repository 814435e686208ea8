import { useEffect, useState } from "react";
import { readMedia } from "../draft/draftStore";

/** The kept bytes of a photo as an object URL; null while they are read, or when the browser has them no more. */
export function useStoredMedia(id: string): { url: string | null; gone: boolean } {
  const [shown, setShown] = useState<{ url: string | null; gone: boolean }>({ url: null, gone: false });
  useEffect(() => {
    let url: string | null = null;
    let wanted = true;
    readMedia(id).then(
      (bytes) => {
        if (!wanted) return;
        url = bytes ? URL.createObjectURL(bytes) : null;
        setShown({ url, gone: !bytes });
      },
      () => wanted && setShown({ url: null, gone: true }),
    );
    return () => {
      wanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  return shown;
}
