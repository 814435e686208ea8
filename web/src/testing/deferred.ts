/** A promise that the test settles, to decide which of two responses arrives first. */
export function createDeferred<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
