import { useEffect, useState } from "react";
import type { LayoutPreview } from "#domain/endpoints/configuration/layout.ts";
import type { Pdf } from "#lib/pdf.ts";

/** A preview whose PDF is open. */
export interface Opened {
  preview: LayoutPreview;
  pdf: Pdf;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));

/** Opens the PDF of a preview; the previous one stays until it is open. */
export function usePages(preview: LayoutPreview | undefined) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (!preview) return setOpened(null);
    let gone = false;
    let pdf: Pdf | null = null;
    import("#lib/pdf.ts")
      .then(({ openPdf }) => openPdf(bytesOf(preview.pdf)))
      .then(
        (open) => {
          if (gone) return open.close();
          pdf = open;
          setOpened({ preview, pdf: open });
        },
        () => !gone && setFailed(true),
      );
    return () => {
      gone = true;
      pdf?.close();
    };
  }, [preview]);
  return { opened, failed };
}
