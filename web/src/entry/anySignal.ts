/** Returns a signal that aborts as soon as one of `signals` does, with the same reason. For browsers without AbortSignal.any. */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const sources = [...signals];
  const controller = new AbortController();
  const stop = new AbortController();
  const abort = (source: AbortSignal) => {
    stop.abort();
    controller.abort(source.reason);
  };
  const abortedSource = sources.find((source) => source.aborted);
  if (abortedSource) abort(abortedSource);
  else
    for (const source of sources)
      source.addEventListener("abort", () => abort(source), { once: true, signal: stop.signal });
  return controller.signal;
}
