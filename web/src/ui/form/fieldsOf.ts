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

type WithFieldName<C, Name> = C extends (props: infer P) => unknown
  ? ComponentType<Omit<P, "name"> & { name: Name }>
  : never;

/** Typed field components for the form of one resource: a field that clients cannot write does not compile. */
export const fieldsOf = <R extends AnyResource>(_resource: R) => {
  type Name = R["writable"][number];
  return {
    Text: TextField as WithFieldName<typeof TextField, Name>,
    TextArea: TextAreaField as WithFieldName<typeof TextAreaField, Name>,
    Number: NumberField as WithFieldName<typeof NumberField, Name>,
    Flag: CheckboxField as WithFieldName<typeof CheckboxField, Name>,
    Choice: ChoiceField as WithFieldName<typeof ChoiceField, Name>,
    Day: DayField as WithFieldName<typeof DayField, Name>,
    Params: ParamsField as WithFieldName<typeof ParamsField, Name>,
    Image: ImageField as WithFieldName<typeof ImageField, Name>,
  };
};
