import "./zodWithoutEval.ts";
import "#theme/primitives.ts";
import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { initI18n, loadTexts } from "#i18n/i18n.ts";
import { followBrowserLanguage, getLanguage } from "#i18n/language.ts";
import type { Area } from "#i18n/texts.ts";
import { keepPageOnMissedDrops } from "#lib/missedDrops.ts";
import { survivePageTranslation } from "#lib/pageTranslation.ts";
import { watchPointer } from "#lib/pointerRest.ts";
import { type PublicPageName, publicPages } from "#lib/publicPages.ts";
import { ignoreUntypedKeys } from "#lib/untypedKeys.ts";
import { printInLight } from "#theme/printColors.ts";

interface PublicPage {
  load: () => Promise<{ default: ComponentType }>;
  /** The page's text area, in addition to `link`. */
  area: Area;
}

const pages: Record<PublicPageName, PublicPage> = {
  uploadFiles: { load: () => import("#screens/upload/UploadFiles.tsx"), area: "upload" },
  uploadLater: { load: () => import("#screens/upload/UploadLater.tsx"), area: "upload" },
  retake: { load: () => import("#screens/upload/Retake.tsx"), area: "upload" },
  delivered: { load: () => import("#screens/delivered/Delivered.tsx"), area: "delivered" },
};

/* Public pages are independent of the console: their visitors have a phone, a bad network and no session. */
followBrowserLanguage();
watchPointer();
printInLight();
survivePageTranslation();
ignoreUntypedKeys();
keepPageOnMissedDrops();
const path = location.pathname.replace(/^\/|\.html$/g, "");
const page = pages[publicPages.find((name) => name === path) ?? "uploadFiles"];
const [{ default: Page }] = await Promise.all([
  page.load(),
  initI18n(getLanguage()).then(() => Promise.all([loadTexts(page.area), loadTexts("link")])),
]);
const root = document.getElementById("root");
// Missing if the browser is too old: support.ts has replaced the page with a message.
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
