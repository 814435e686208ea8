/** Only passed on to pdf.js, so it needs no types. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";
