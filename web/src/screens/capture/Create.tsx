import { useParams } from "react-router";
import { OpenDraft } from "./draft/OpenDraft";
import { Start } from "./start/Start";

/** 2§2 /documentation/{uuid}: `create` begins a documentation, anything else is one that was begun in this browser. */
export default function Create() {
  const { uuid = "create" } = useParams();
  return uuid === "create" ? <Start /> : <OpenDraft key={uuid} id={uuid} />;
}
