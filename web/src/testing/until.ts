/** A promise settled from outside, to decide which of two answers arrives first. */
export function until<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
