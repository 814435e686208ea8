import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

/** The search text, kept in the URL as `q` like that of the lists. */
export function useSearchParam(): [string, (word: string) => void] {
  const [params, changeParams] = useUrlParams();
  return [
    params.get("q") ?? "",
    (word) =>
      changeParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (word) next.set("q", word);
          else next.delete("q");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}
