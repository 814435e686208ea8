import "./jitless";
import "./theme/primitives";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadTexts, startTexts } from "./i18n/i18n";
import { language, speakAsBrowser } from "./i18n/language";
import { strangerPages } from "./strangerPages";

/*
 * The pages that links open stand by themselves: whoever opens one has a phone, a bad network and no session, and loads
 * nothing of the console.
 */
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
