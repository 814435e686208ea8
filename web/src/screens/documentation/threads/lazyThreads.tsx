import { lazy, Suspense, useRef, useState } from "react";
import { loadTexts } from "#i18n/i18n.ts";
import { useIsInView } from "#ui/hooks/useIsInView.ts";
import type { DiscussionProps } from "./Discussion.tsx";
import type { PhotoThreadsProps } from "./PhotoThreads.tsx";

const DiscussionSection = lazy(async () => {
  const [module] = await Promise.all([import("./Discussion.tsx"), loadTexts("thread")]);
  return module;
});
const ThreadsOfPhoto = lazy(async () => {
  const [module] = await Promise.all([import("./PhotoThreads.tsx"), loadTexts("thread")]);
  return module;
});

/** The threads of a documentation, loaded when they come into view or a link leads to them. */
export function Discussion(props: DiscussionProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const isInView = useIsInView(anchor);
  const [wasInView, setWasInView] = useState(false);
  if (isInView && !wasInView) setWasInView(true);
  return (
    <div id="threads" ref={anchor}>
      {(wasInView || props.linkedThreadId) && (
        <Suspense fallback={null}>
          <DiscussionSection {...props} />
        </Suspense>
      )}
    </div>
  );
}

/** The threads about a photo, in the viewer. */
export const PhotoThreads = (props: PhotoThreadsProps) => (
  <Suspense fallback={null}>
    <ThreadsOfPhoto {...props} />
  </Suspense>
);
