import "./jitless";
import "./theme/primitives";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { forgetBookmark } from "./api/bookmark";
import { forgetImages } from "./api/imageCache";
import { makeQueryClient } from "./api/queries";
import { startSessionClock } from "./api/refresh";
import { currentSession, subscribeToSession } from "./api/session";
import { react } from "./frame/reactions";
import { startTexts } from "./i18n/i18n";
import { ConfirmProvider } from "./kit/Confirm";
import { makeRouter } from "./router";

const router = makeRouter();
const queries = makeQueryClient((failure) => react(failure, (path) => void router.navigate(path)));

// Nothing that one session read may be shown to the next.
let whose = identity();
subscribeToSession(() => {
  const now = identity();
  if (now === whose) return;
  whose = now;
  queries.clear();
  forgetImages();
  forgetBookmark();
});

function identity(): string {
  const session = currentSession();
  return session ? `${session.userId}/${session.customerId}` : "";
}

startSessionClock();
await startTexts();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ConfirmProvider>
        <RouterProvider router={router} />
      </ConfirmProvider>
    </QueryClientProvider>
  </StrictMode>,
);
