import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { languages } from "#domain/core/language.ts";
import { chooseLanguage, getLanguage, languageNames } from "#i18n/language.ts";
import { canOpen } from "#navigation/guard.ts";
import { colorModes, setColorMode, useColorMode } from "#theme/colorMode.ts";
import { addState } from "#ui/form/useRowForm.tsx";
import { keyName } from "#ui/shortcuts/ShortcutHelp.tsx";
import { useShortcutGroups } from "#ui/shortcuts/shortcutStore.ts";
import type { Choice } from "./finderChoice.ts";

/** Forms that create something, each with the route whose permissions it shares. */
const creationForms = [
  { name: "documentation", route: "/documentation/:uuid", to: "/documentation/create" },
  { name: "template", route: "/template/:uuid", to: "/template/create" },
  { name: "user", route: "/user", to: "/user", state: addState },
  { name: "license", route: "/license", to: "/license", state: addState },
  { name: "customer", route: "/customer", to: "/customer", state: addState },
  {
    name: "layout",
    route: "/exportDocumentConfiguration/:uuid",
    to: "/exportDocumentConfiguration/create",
  },
] as const;

/** The actions that the finder offers: those of the open page, then the global ones. */
export function useActions(): Choice[] {
  const { t } = useTranslation("finder");
  const { t: tCommon } = useTranslation();
  const grants = useGrants();
  const mode = useColorMode();
  const globalTitle = tCommon("keys.everywhere");
  // Actions on a selection come before those of the page, and both before the global ones.
  const pageActions = useShortcutGroups()
    .toReversed()
    .toSorted((a, b) => Number(a.title === globalTitle) - Number(b.title === globalTitle))
    .flatMap(({ title, shortcuts }) =>
      shortcuts
        .filter(({ isAction }) => isAction)
        .map(({ key, label, act }) => ({
          id: `ACTION ${title} ${label}`,
          name: label,
          note: [title, key && keyName(key)].filter(Boolean).join(" · "),
          target: act,
        })),
    );
  const createAction = (name: string, target: Choice["target"]): Choice => ({
    id: `ACTION ${name}`,
    name,
    note: "",
    target,
  });
  return [
    ...pageActions,
    ...creationForms
      .filter(({ route }) => canOpen(route, grants))
      .map(({ name, ...target }) => createAction(t(`actions.${name}`), target)),
    ...languages
      .filter((language) => language !== getLanguage())
      .map((language) =>
        createAction(t("actions.language", { language: languageNames[language] }), () =>
          chooseLanguage(language),
        ),
      ),
    ...colorModes
      .filter((theme) => theme !== mode)
      .map((theme) =>
        createAction(t("actions.theme", { theme: tCommon(`frame.themes.${theme}`) }), () =>
          setColorMode(theme),
        ),
      ),
    createAction(tCommon("actions.logOut"), { to: "/logout" }),
  ];
}
