import "../../offline/orKept";
import { useParams } from "react-router";
import { OpenDraft } from "./draft/OpenDraft";
import { Start } from "./start/Start";

/** 2§2 /documentation/{uuid}: `create` begins a documentation, any other id is a draft of this browser. */
export default function Create() {
  const { uuid = "create" } = useParams();
  return uuid === "create" ? <Start /> : <OpenDraft key={uuid} id={uuid} />;
}
