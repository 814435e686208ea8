import type { MarkupShape } from "#domain/media/markup.ts";

type Shapes = readonly MarkupShape[];

/** The shapes, with the steps to undo and redo, and the selected shape. */
export interface MarkupHistory {
  shapes: Shapes;
  past: readonly Shapes[];
  future: readonly Shapes[];
  /** Index of the selected shape; null for none. */
  chosen: number | null;
  /** Set during one gesture or one text input: all its changes are one step. */
  step: string | null;
}

export type MarkupAction =
  | { type: "add"; shape: MarkupShape; step?: string }
  | { type: "change"; shape: MarkupShape; step: string }
  | { type: "remove" | "undo" | "redo" | "end" }
  | { type: "choose"; index: number | null };

export const createMarkupHistory = (shapes: Shapes): MarkupHistory => ({
  shapes,
  past: [],
  future: [],
  chosen: null,
  step: null,
});

export function markupReducer(state: MarkupHistory, action: MarkupAction): MarkupHistory {
  const { shapes, past, future, chosen } = state;
  const withShapes = (next: Shapes, selected: number | null, step: string | null = null): MarkupHistory => ({
    shapes: next,
    past: step !== null && step === state.step ? past : [...past, shapes],
    future: [],
    chosen: selected,
    step,
  });
  switch (action.type) {
    case "add":
      return withShapes([...shapes, action.shape], shapes.length, action.step ?? null);
    case "change":
      if (chosen === null) return state;
      return withShapes(shapes.with(chosen, action.shape), chosen, action.step);
    case "remove":
      return chosen === null ? state : withShapes(shapes.toSpliced(chosen, 1), null);
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
      return { ...state, chosen: action.index, step: null };
    case "end":
      return { ...state, step: null };
  }
}
