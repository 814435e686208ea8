import { type ComponentType, lazy, useState } from "react";

/**
 * A component whose code is loaded when it is first drawn, or before: then it is drawn at once, where a lazy one would show that it
 * loads first.
 */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | null = null;
  const Later = lazy(load);
  function Loadable(props: P) {
    // What is mounted stays what it is.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? (Later as ComponentType<P>));
    return <Shown {...props} />;
  }
  Loadable.preload = async () => {
    loaded = (await load()).default;
  };
  return Loadable;
}
