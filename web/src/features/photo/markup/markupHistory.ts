import type { MarkupShape } from "#domain/media/markup.ts";

type Shapes = readonly MarkupShape[];

/** The shapes, with the steps to undo and redo, and the selected shape. */
export interface MarkupHistory {
  shapes: Shapes;
  past: readonly Shapes[];
  future: readonly Shapes[];
  /** Index of the selected shape; null for none. */
  selectedIndex: number | null;
  /** Set during one gesture or one text input: all its changes are one step. */
  stepId: string | null;
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
  selectedIndex: null,
  stepId: null,
});

export function markupReducer(state: MarkupHistory, action: MarkupAction): MarkupHistory {
  const { shapes, past, future, selectedIndex } = state;
  const recordShapes = (
    next: Shapes,
    nextSelectedIndex: number | null,
    stepId: string | null = null,
  ): MarkupHistory => ({
    shapes: next,
    past: stepId !== null && stepId === state.stepId ? past : [...past, shapes],
    future: [],
    selectedIndex: nextSelectedIndex,
    stepId,
  });
  switch (action.type) {
    case "add":
      return recordShapes([...shapes, action.shape], shapes.length, action.step ?? null);
    case "change":
      if (selectedIndex === null) return state;
      return recordShapes(shapes.with(selectedIndex, action.shape), selectedIndex, action.step);
    case "remove":
      return selectedIndex === null ? state : recordShapes(shapes.toSpliced(selectedIndex, 1), null);
    case "undo": {
      const previousShapes = past.at(-1);
      if (!previousShapes) return state;
      return {
        shapes: previousShapes,
        past: past.slice(0, -1),
        future: [shapes, ...future],
        selectedIndex: null,
        stepId: null,
      };
    }
    case "redo": {
      const [next, ...rest] = future;
      if (!next) return state;
      return { shapes: next, past: [...past, shapes], future: rest, selectedIndex: null, stepId: null };
    }
    case "choose":
      return { ...state, selectedIndex: action.index, stepId: null };
    case "end":
      return { ...state, stepId: null };
  }
}
