/** Returns a signal that aborts as soon as one of `signals` does, with the same reason. For browsers without AbortSignal.any. */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const sources = [...signals];
  const combined = new AbortController();
  const stop = new AbortController();
  const abort = (source: AbortSignal) => {
    stop.abort();
    combined.abort(source.reason);
  };
  const aborted = sources.find((source) => source.aborted);
  if (aborted) abort(aborted);
  else
    for (const source of sources)
      source.addEventListener("abort", () => abort(source), { once: true, signal: stop.signal });
  return combined.signal;
}
