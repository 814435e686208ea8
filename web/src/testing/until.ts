/** A promise that is settled from outside, to decide which of two answers comes first. */
export function until<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
