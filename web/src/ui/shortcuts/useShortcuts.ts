import { useEffect, useRef } from "react";
import { registerShortcuts, type Shortcut } from "./shortcutStore.ts";

/** Gives a screen its keys while it is shown; `?` lists them under the title. No acts, no group. */
export function useShortcuts(title: string, acts: readonly Shortcut[]): void {
  const newest = useRef(acts);
  newest.current = acts;
  const names = acts
    .map(({ key, label, repeats }) => `${key}\t${label}\t${repeats ? "repeats" : ""}`)
    .join("\n");
  useEffect(() => {
    if (names === "") return;
    const act = (key: string) => newest.current.find((one) => one.key === key)?.act();
    return registerShortcuts({
      title,
      acts: names.split("\n").map((line) => {
        const [key = "", label = "", repeats = ""] = line.split("\t");
        return { key, label, act: () => act(key), repeats: repeats !== "" };
      }),
    });
  }, [title, names]);
}
