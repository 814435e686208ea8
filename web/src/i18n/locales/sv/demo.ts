import type { Texts, Translated } from "../../texts";

export default { title: "-" } satisfies Translated<Texts["demo"]>;
