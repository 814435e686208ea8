import { useCallback, useEffect, useRef } from "react";
import { type NavigateOptions, type To, useNavigate } from "react-router";

/** Navigates after a call, unless the user has left the screen in the meantime. The function resolves to whether it navigated. */
export function useNavigateWhileOpen(): (to: To, options?: NavigateOptions) => Promise<boolean> {
  const navigate = useNavigate();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback(
    async (to, options) => {
      if (!isOpen.current) return false;
      await navigate(to, options);
      return true;
    },
    [navigate],
  );
}
