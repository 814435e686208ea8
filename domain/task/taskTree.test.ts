import { describe, expect, it } from "vitest";
import { findCycle, sortInReadingOrder } from "./taskTree.ts";

const task = (id: string, parentId: string | null = null) => ({ id, parentId });
const ids = (tasks: { id: string }[]) => tasks.map(({ id }) => id).join("");

describe("the tree of tasks", () => {
  it("2§2 a group is followed by its subtasks", () =>
    expect(ids(sortInReadingOrder([task("a"), task("b"), task("c", "a"), task("d", "c")]))).toBe("acdb"));
  it("2§2 no task is lost, whatever its parent", () => {
    expect(ids(sortInReadingOrder([task("a", "gone"), task("b")]))).toBe("ab");
    expect(ids(sortInReadingOrder([task("a", "b"), task("b", "a"), task("c")]))).toBe("cab");
    expect(ids(sortInReadingOrder([task("a", "a")]))).toBe("a");
  });
  it("2§5 a task that is its own ancestor is found", () => {
    expect(findCycle([task("a"), task("b", "a")])).toBe(-1);
    expect(findCycle([task("x"), task("a", "b"), task("b", "a")])).toBe(1);
    expect(findCycle([task("a", "a")])).toBe(0);
    // Below a cycle, but not part of it.
    expect(findCycle([task("c", "a"), task("a", "b"), task("b", "a")])).toBe(1);
  });
});
