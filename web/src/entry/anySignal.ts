/** A signal that is aborted with the first of `signals`, for its reason. Replaces AbortSignal.any where that is missing. */
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
