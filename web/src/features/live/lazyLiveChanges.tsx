import { lazy, Suspense } from "react";
import { loadTexts } from "#i18n/i18n.ts";
import { useIsIdle } from "#ui/hooks/useIdle.ts";
import type { LiveChangesProps } from "./LiveChanges.tsx";

const LazyLiveChanges = lazy(async () => {
  const [module] = await Promise.all([import("./LiveChanges.tsx"), loadTexts("live")]);
  return module;
});

/** Changes by others, watched once the page has been drawn. */
export const LiveChanges = (props: LiveChangesProps) =>
  useIsIdle() ? (
    <Suspense fallback={null}>
      <LazyLiveChanges {...props} />
    </Suspense>
  ) : null;
