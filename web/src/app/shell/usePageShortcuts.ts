import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useGrants } from "#api/session.ts";
import { findBarLinks, findUserLinks } from "#navigation/menus.ts";
import type { Path } from "#navigation/routes.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";

/** The letter that opens a page after G. */
const pageLetters: Partial<Record<Path, string>> = {
  "/overview": "o",
  "/documentation": "d",
  "/documentationGroup": "g",
  "/documentationComparison": "c",
  "/map": "m",
  "/photo": "f",
  "/delivery": "l",
  "/template": "t",
  "/suggestionList": "s",
  "/profile": "p",
};

/** G and a letter open the pages that the user may open. */
export function usePageShortcuts(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const grants = useGrants();
  useShortcuts(
    t("keys.pages"),
    [...findBarLinks(grants), ...findUserLinks(grants)].flatMap(({ path, title }) => {
      const letter = pageLetters[path];
      return letter
        ? [{ key: `g ${letter}`, label: t(`routes.${title}`), act: () => void navigate(path) }]
        : [];
    }),
  );
}
