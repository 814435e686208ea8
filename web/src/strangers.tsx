import "./jitless";
import "./theme/primitives";
import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadTexts, startTexts } from "./i18n/i18n";
import { language, speakAsBrowser } from "./i18n/language";

/** Pages with an HTML file of their own, by path. */
const strangerPages: Record<string, () => Promise<{ default: ComponentType }>> = {
  "/uploadFiles": () => import("./screens/upload/UploadFiles"),
  "/uploadLater": () => import("./screens/upload/UploadLater"),
};

/* Pages opened by link are independent of the console: their visitors have a phone, a bad network and no session. */
speakAsBrowser();
const page = strangerPages[location.pathname.replace(/\.html$/, "")] ?? strangerPages["/uploadFiles"]!;
const [{ default: Page }] = await Promise.all([
  page(),
  startTexts(language()).then(() => Promise.all([loadTexts("upload"), loadTexts("link")])),
]);
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
