import "../../offline/orKept";
import { useParams } from "react-router";
import type { ScreenModule } from "../../routes/screenModule";
import { OpenDraft } from "./draft/OpenDraft";
import { captureLicensesQuery } from "./start/captureData";
import { Start } from "./start/Start";

export const askAhead: ScreenModule["prefetch"] = (queries, { params, customerId }) => {
  if (params.uuid === "create") void queries.prefetchQuery(captureLicensesQuery(customerId));
};

/** 2§2 /documentation/{uuid}: `create` begins a documentation, any other id is a draft of this browser. */
export default function Create() {
  const { uuid = "create" } = useParams();
  return uuid === "create" ? <Start /> : <OpenDraft key={uuid} id={uuid} />;
}
