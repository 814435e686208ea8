import "core-js/modules/es.array.to-reversed.js";
import "core-js/modules/es.array.to-sorted.js";
import "core-js/modules/es.array.to-spliced.js";
import "core-js/modules/es.array.with.js";
import "core-js/modules/es.map.group-by.js";
import "core-js/modules/es.promise.with-resolvers.js";
import "core-js/modules/es.string.is-well-formed.js";
import "core-js/modules/es.string.to-well-formed.js";

/* The polyfills of `polyfilledBuiltIns`, which support.ts loads before any other script. core-js has no AbortSignal.any. */
AbortSignal.any ??= combineSignals;

/** Returns a signal that aborts as soon as one of `signals` does, with the same reason. For browsers without AbortSignal.any. */
function combineSignals(signals: Iterable<AbortSignal>): AbortSignal {
  const sources = [...signals];
  const controller = new AbortController();
  const stopController = new AbortController();
  const abort = (source: AbortSignal) => {
    stopController.abort();
    controller.abort(source.reason);
  };
  const abortedSource = sources.find((source) => source.aborted);
  if (abortedSource) abort(abortedSource);
  else
    for (const source of sources)
      source.addEventListener("abort", () => abort(source), { once: true, signal: stopController.signal });
  return controller.signal;
}
