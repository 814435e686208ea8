import { useEffectEvent, useLayoutEffect } from "react";
import { createPath, type To, useNavigate } from "react-router";

/**
 * Replaces the current screen with another. React Router's `Navigate` does so after the browser has painted, and so overrides a link that
 * the user has followed in the meantime.
 */
export function Redirect({ to, state }: { to: To; state?: unknown }): null {
  const navigate = useNavigate();
  const path = typeof to === "string" ? to : createPath(to);
  const redirect = useEffectEvent((target: string) => navigate(target, { replace: true, state }));
  useLayoutEffect(() => void redirect(path), [path]);
  return null;
}
