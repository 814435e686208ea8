import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aPhoto } from "#testing/fixtures.ts";
import { useSlideShow } from "./useSlideShow.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const photo = aPhoto({ hasData: false });

test("2§2 the slide show shows the next photo, waits while it is paused, and ends with the last one", () => {
  const showNext = vi.fn();
  const show = (props: { hasNext: boolean; isPaused: boolean }) => ({ photo, showNext, ...props });
  const { result, rerender } = renderHook(useSlideShow, {
    initialProps: show({ hasNext: true, isPaused: false }),
  });
  const wait = () => act(() => vi.advanceTimersByTime(5000));
  wait();
  expect(showNext).not.toHaveBeenCalled();
  act(() => result.current.act(photo));
  wait();
  expect(showNext).toHaveBeenCalledTimes(1);
  rerender({ ...show({ hasNext: true, isPaused: true }) });
  wait();
  expect(showNext).toHaveBeenCalledTimes(1);
  rerender({ ...show({ hasNext: true, isPaused: false }) });
  wait();
  expect(showNext).toHaveBeenCalledTimes(2);
  rerender({ ...show({ hasNext: false, isPaused: false }) });
  wait();
  expect(showNext).toHaveBeenCalledTimes(2);
  expect(result.current).toMatchObject({ label: "Start slide show", disabled: true });
});
