import type { MarkupShape } from "#domain/media/markup.ts";

type Shapes = readonly MarkupShape[];

/** What is drawn, with the steps that can be taken back and done again, and which shape is chosen. */
export interface MarkupHistory {
  shapes: Shapes;
  past: readonly Shapes[];
  future: readonly Shapes[];
  /** The chosen shape's place; null for none. */
  chosen: number | null;
  /** Set while one gesture or one text is going on: all of it is one step. */
  step: string | null;
}

export type MarkupAction =
  | { act: "add"; shape: MarkupShape; step?: string }
  | { act: "change"; shape: MarkupShape; step: string }
  | { act: "remove" | "undo" | "redo" | "end" }
  | { act: "choose"; at: number | null };

export const historyOf = (shapes: Shapes): MarkupHistory => ({
  shapes,
  past: [],
  future: [],
  chosen: null,
  step: null,
});

export function markupReducer(state: MarkupHistory, given: MarkupAction): MarkupHistory {
  const { shapes, past, future, chosen } = state;
  const to = (next: Shapes, choose: number | null, step: string | null = null): MarkupHistory => ({
    shapes: next,
    past: step !== null && step === state.step ? past : [...past, shapes],
    future: [],
    chosen: choose,
    step,
  });
  switch (given.act) {
    case "add":
      return to([...shapes, given.shape], shapes.length, given.step ?? null);
    case "change":
      if (chosen === null) return state;
      return to(shapes.with(chosen, given.shape), chosen, given.step);
    case "remove":
      return chosen === null ? state : to(shapes.toSpliced(chosen, 1), null);
    case "undo": {
      const before = past.at(-1);
      if (!before) return state;
      return {
        shapes: before,
        past: past.slice(0, -1),
        future: [shapes, ...future],
        chosen: null,
        step: null,
      };
    }
    case "redo": {
      const [next, ...rest] = future;
      if (!next) return state;
      return { shapes: next, past: [...past, shapes], future: rest, chosen: null, step: null };
    }
    case "choose":
      return { ...state, chosen: given.at, step: null };
    case "end":
      return { ...state, step: null };
  }
}
