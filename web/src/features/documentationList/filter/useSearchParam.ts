import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

/** The search word, kept in the address as `q` like the lists'. */
export function useSearchParam(): [string, (word: string) => void] {
  const [params, changeAddress] = useUrlParams();
  return [
    params.get("q") ?? "",
    (word) =>
      changeAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (word) next.set("q", word);
          else next.delete("q");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}
