import i18next from "i18next";
import type { Area, Texts } from "./texts.ts";

/** Whether a group of an area's texts has a key, such as a type or a param that is known only at run time. */
export const isTextKey = <A extends Area, G extends keyof Texts[A] & string>(
  area: A,
  group: G,
  key: string,
): key is keyof Texts[A][G] & string => i18next.exists(`${group}.${key}`, { ns: area });
