import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
} from "pdfjs-dist/legacy/build/pdf.mjs";
// The legacy build: the worker brings the built-ins that older browsers lack.
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerUrl;

/** A PDF, rendered page by page. This module is a separate chunk, because only previews need pdf.js. */
export interface Pdf {
  /** Page sizes in points. */
  pages: readonly { width: number; height: number }[];
  /** Draws a page, counted from 0, at a width in pixels. @throws PdfRenderError if cancelled */
  draw: (page: number, width: number, signal: AbortSignal) => Promise<HTMLCanvasElement>;
  close: () => void;
}

export class PdfRenderError extends Error {}

/** One worker for all previews: starting another takes longer than drawing a page. */
let worker: PDFWorker | null = null;

export async function openPdf(data: Uint8Array): Promise<Pdf> {
  worker ??= new PDFWorker();
  const task = getDocument({
    data,
    worker,
    // Nothing is fetched: fonts are embedded, images are JPEG or PNG, and the page's CSP allows no WebAssembly.
    useWasm: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
  });
  const document = await task.promise;
  return {
    pages: await sizesOf(document),
    draw: (page, width, signal) => renderPage(document, page, width, signal),
    close: () => void task.destroy(),
  };
}

async function sizesOf(document: PDFDocumentProxy) {
  const pages: { width: number; height: number }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
    pages.push({ width, height });
  }
  return pages;
}

async function renderPage(
  document: PDFDocumentProxy,
  index: number,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const page = await document.getPage(index + 1);
  if (signal.aborted) throw new PdfRenderError();
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = window.document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const task = page.render({ canvas, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener("abort", cancel);
  try {
    await task.promise;
    return canvas;
  } catch (error) {
    if (error instanceof RenderingCancelledException) throw new PdfRenderError();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
