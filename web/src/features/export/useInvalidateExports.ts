import { useQueryClient } from "@tanstack/react-query";
import { useCustomerId } from "#api/session.ts";

/**
 * Returns a function that refetches everything on the screen that shows exports. Queries of other screens refetch when next used.
 */
export function useInvalidateExports(source: { kind: "documentation"; id: string } | { kind: "comparison" }) {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
    await queryClient.invalidateQueries({
      queryKey:
        source.kind === "documentation"
          ? [customerId, "documentation", "item", source.id]
          : [customerId, "documentationGroup", "exports"],
    });
  };
}
