import "#offline/offlineCache.ts";
import { useParams } from "react-router";
import { captureLicensesQuery } from "#features/captureForm/captureData.ts";
import type { ScreenModule } from "#navigation/screenModule.ts";
import { OpenDraft } from "./draft/OpenDraft.tsx";
import { Start } from "./start/Start.tsx";

export const prefetch: ScreenModule["prefetch"] = (queryClient, { params, customerId }) => {
  if (params.uuid === "create") void queryClient.prefetchQuery(captureLicensesQuery(customerId));
};

/** 2§2 /documentation/{uuid}: `create` starts a documentation, any other id is a draft in this browser. */
export default function Create() {
  const { uuid = "create" } = useParams();
  return uuid === "create" ? <Start /> : <OpenDraft key={uuid} id={uuid} />;
}
