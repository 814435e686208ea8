import { useQueryClient } from "@tanstack/react-query";
import { useCustomerId } from "#api/session.ts";

/** Asks again for everything on the screen that tells of exports. Lists of other screens are asked when they are next shown. */
export function useInvalidateExports(source: { kind: "documentation"; id: string } | { kind: "comparison" }) {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  return async () => {
    await queries.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
    await queries.invalidateQueries({
      queryKey:
        source.kind === "documentation"
          ? [customerId, "documentation", "item", source.id]
          : [customerId, "documentationGroup", "exports"],
    });
  };
}
