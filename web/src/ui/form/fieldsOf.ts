import type { ComponentType } from "react";
import type { AnyResource } from "#domain/contract/resource.ts";
import { CheckboxField } from "./CheckboxField.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import { DayField } from "./DayField.tsx";
import { ImageField } from "./ImageField.tsx";
import { NumberField } from "./NumberField.tsx";
import { ParamsField } from "./ParamsField.tsx";
import { TextAreaField } from "./TextAreaField.tsx";
import { TextField } from "./TextField.tsx";

type Named<C, Name> = C extends (props: infer P) => unknown
  ? ComponentType<Omit<P, "name"> & { name: Name }>
  : never;

/** Typed fields for the form of one resource: a field that its contract does not let a client write does not compile. */
export const fieldsOf = <R extends AnyResource>(_resource: R) => {
  type Name = R["writable"][number];
  return {
    Text: TextField as Named<typeof TextField, Name>,
    TextArea: TextAreaField as Named<typeof TextAreaField, Name>,
    Number: NumberField as Named<typeof NumberField, Name>,
    Flag: CheckboxField as Named<typeof CheckboxField, Name>,
    Choice: ChoiceField as Named<typeof ChoiceField, Name>,
    Day: DayField as Named<typeof DayField, Name>,
    Params: ParamsField as Named<typeof ParamsField, Name>,
    Image: ImageField as Named<typeof ImageField, Name>,
  };
};
