/** It is handed on as it is. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";
