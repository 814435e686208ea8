import { useMemo, useState } from "react";

interface Choosable {
  id: string;
  hasData: boolean;
}

/** Which of the photos or files are sent: all, until somebody leaves one out. What has not arrived cannot be chosen. */
export interface Choice {
  /** Null for all: what arrives later is sent too. */
  ids: readonly string[] | null;
  chosen: number;
  total: number;
  has: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  all: () => void;
  none: () => void;
}

export function useItemSelection(items: readonly Choosable[]): Choice {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const arrived = useMemo(() => items.flatMap(({ id, hasData }) => (hasData ? [id] : [])), [items]);
  const ids = useMemo(
    () => (left.size === 0 ? null : arrived.filter((id) => !left.has(id))),
    [arrived, left],
  );
  return {
    ids,
    chosen: ids?.length ?? arrived.length,
    total: arrived.length,
    has: (id) => !left.has(id),
    set: (id, on) =>
      setLeft((before) => {
        const next = new Set(before);
        if (on) next.delete(id);
        else next.add(id);
        return next;
      }),
    all: () => setLeft(new Set()),
    none: () => setLeft(new Set(arrived)),
  };
}
