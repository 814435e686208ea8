import { type ComponentType, lazy, useState } from "react";

/** Like React.lazy, with `preload()`. A preloaded component renders without suspending. */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | null = null;
  const LazyComponent = lazy(load);
  function Preloadable(props: P) {
    // A mounted component never changes its type, which would reset its state.
    const [Component] = useState(() => loaded ?? LazyComponent);
    return <Component {...props} />;
  }
  Preloadable.preload = async () => {
    loaded = (await load()).default;
  };
  return Preloadable;
}
