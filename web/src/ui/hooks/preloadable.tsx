import { type ComponentType, lazy, useState } from "react";

/** Like React.lazy, with `preload()`. A preloaded component renders without suspending. */
export function createPreloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loadedComponent: ComponentType<P> | null = null;
  const LazyComponent = lazy(load);
  function Preloadable(props: P) {
    // A mounted component must not change its type: that would reset its state.
    const [Component] = useState(() => loadedComponent ?? LazyComponent);
    return <Component {...props} />;
  }
  Preloadable.preload = async () => {
    loadedComponent = (await load()).default;
  };
  return Preloadable;
}
