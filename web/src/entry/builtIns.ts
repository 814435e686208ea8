/*
 * The browser features that the console needs. docs/compatibility.md and the README list the browsers; scripts/checks/browsers.ts finds
 * anything else in the built files that one of them lacks.
 */

/** Built-ins that some supported browsers lack. Only those browsers load polyfills.ts. */
export const polyfilledBuiltIns = [
  "AbortSignal.any",
  "Array.prototype.toReversed",
  "Array.prototype.toSorted",
  "Array.prototype.toSpliced",
  "Array.prototype.with",
  "Map.groupBy",
  "Promise.withResolvers",
  "String.prototype.isWellFormed",
  "String.prototype.toWellFormed",
] as const;

/** Built-ins that every supported browser has. A browser without one of them is too old for the syntax of the console's files, too. */
export const requiredBuiltIns = [
  "AbortSignal.timeout",
  "Array.prototype.at",
  "Array.prototype.findLast",
  "CompressionStream",
  "HTMLDialogElement",
  "Object.hasOwn",
  "Promise.any",
  "ResizeObserver",
  "String.prototype.replaceAll",
  "structuredClone",
] as const;

/** A unit of Chrome 108, Firefox 101 and Safari 15.4. */
export const requiredStyle = ["height", "1dvh"] as const;
