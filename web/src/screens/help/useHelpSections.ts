import { createElement, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { authorities, hasAuthority } from "#domain/access/authorities.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { isTextKey } from "#i18n/isTextKey.ts";
import { canOpen } from "#navigation/guard.ts";
import { findBarLinks, findUserLinks } from "#navigation/menus.ts";
import { keyName } from "#ui/shortcuts/ShortcutHelp.tsx";
import { useShortcutGroups } from "#ui/shortcuts/shortcutStore.ts";
import { PhoneCode } from "./PhoneCode.tsx";

interface HelpTopic {
  title: string;
  text: string;
  /** The page it is about. */
  to?: string;
  extra?: ReactNode;
}

export interface HelpSection {
  id: string;
  title: string;
  topics: readonly HelpTopic[];
}

/** The first steps of an organisation, each with its page and the route whose permissions it needs. */
const firstSteps = [
  { step: "template", route: "/template/:uuid", to: "/template/create" },
  { step: "license", route: "/license", to: "/license" },
  { step: "capture", route: "/documentation/:uuid", to: "/documentation/create" },
  { step: "review", route: "/documentation", to: "/documentation?statusFilter=COMPLETED" },
  { step: "report", route: "/documentation", to: "/documentation" },
] as const;

/** The sections of the help: first steps, statuses, pages, shortcuts and roles, limited to those that the user has. */
export function useHelpSections(): HelpSection[] {
  const { t } = useTranslation("help");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const { t: tAccess } = useTranslation("access");
  const grants = useGrants();
  const shortcutGroups = useShortcutGroups();
  const createSection = (id: HelpSectionId, topics: readonly HelpTopic[]): HelpSection => ({
    id,
    title: t(`sections.${id}`),
    topics,
  });
  return [
    createSection(
      "start",
      firstSteps
        .filter(({ route }) => canOpen(route, grants))
        .map(({ step, to }) => ({
          title: t(`start.${step}.title`),
          text: t(`start.${step}.text`),
          to,
          ...(step === "capture" && { extra: createElement(PhoneCode, { path: to, label: t("scan") }) }),
        })),
    ),
    createSection(
      "statuses",
      documentationStatuses.map((status) => ({
        title: tDocumentation(`status.${status}`),
        text: tDocumentation(`statusHint.${status}`),
      })),
    ),
    createSection(
      "pages",
      [...findBarLinks(grants), ...findUserLinks(grants)].flatMap(({ path, title }) =>
        isTextKey("help", "pages", title)
          ? [{ title: tCommon(`routes.${title}`), text: t(`pages.${title}`), to: path }]
          : [],
      ),
    ),
    createSection("keys", [
      { title: "Ctrl+K", text: t("keys.find") },
      ...shortcutGroups.flatMap(({ shortcuts }) =>
        shortcuts
          .filter(({ key }) => key !== "")
          .map(({ key, label }) => ({
            title: key
              .split(" ")
              .map(keyName)
              .join(` ${tCommon("keys.sequence")} `),
            text: label,
          })),
      ),
    ]),
    createSection(
      "roles",
      authorities.map((authority) => ({
        title: tAccess(`authority.${authority}`),
        text: tAccess(`authorityHint.${authority}`),
        ...(hasAuthority(grants, authority) && { extra: t("held") }),
      })),
    ),
  ].filter(({ topics }) => topics.length > 0);
}

type HelpSectionId = "start" | "statuses" | "pages" | "keys" | "roles";
