import { useTranslation } from "react-i18next";
import type { LeftOut } from "../../../../domain/endpoints/template";

/** What a copy or a restored version goes without, in one sentence. */
export function useLeftOutText() {
  const { t } = useTranslation("template");
  return (leftOut: readonly LeftOut[]): string =>
    t("leftOut", {
      list: leftOut
        .map(({ kind, name }) =>
          name === null ? t("nameless", { kind: t(`kinds.${kind}`) }) : `${t(`kinds.${kind}`)} ${name}`,
        )
        .join(", "),
    });
}
