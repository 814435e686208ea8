import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

/** The search text, kept in the URL as `q`, as in all lists. */
export function useSearchParam(): [string, (text: string) => void] {
  const [params, changeParams] = useUrlParams();
  return [
    params.get("q") ?? "",
    (text) =>
      changeParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (text) next.set("q", text);
          else next.delete("q");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}
