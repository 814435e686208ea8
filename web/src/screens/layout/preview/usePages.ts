import { useEffect, useState } from "react";
import type { LayoutPreview } from "#domain/endpoints/configuration/layout.ts";
import type { Pdf } from "#lib/pdf.ts";

/** A preview with its opened PDF. */
export interface OpenPreview {
  preview: LayoutPreview;
  pdf: Pdf;
}

const decodeBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));

/** Opens the PDF of a preview. The previous one stays until the new one is open. */
export function usePages(preview: LayoutPreview | undefined) {
  const [openPreview, setOpened] = useState<OpenPreview | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (!preview) return setOpened(null);
    let isCancelled = false;
    let pdf: Pdf | null = null;
    import("#lib/pdf.ts")
      .then(({ openPdf }) => openPdf(decodeBase64(preview.pdf)))
      .then(
        (openedPdf) => {
          if (isCancelled) return openedPdf.close();
          pdf = openedPdf;
          setOpened({ preview, pdf: openedPdf });
        },
        () => !isCancelled && setFailed(true),
      );
    return () => {
      isCancelled = true;
      pdf?.close();
    };
  }, [preview]);
  return { opened: openPreview, hasFailed };
}
