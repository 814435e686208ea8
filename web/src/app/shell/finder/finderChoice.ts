import type { SearchHitKind } from "#domain/endpoints/documentation/globalSearch.ts";

export interface Choice {
  id: string;
  name: string;
  note: string;
  /** The page to open, or the action to run. */
  target: { to: string; state?: unknown } | (() => void);
}

export interface ChoiceGroup {
  kind: SearchHitKind | "RECENT" | "SCREEN" | "ACTION";
  choices: Choice[];
}
