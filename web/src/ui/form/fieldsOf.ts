import type { ReactNode } from "react";
import type { z } from "zod";
import type { AnyResource } from "#domain/contract/resource.ts";
import { CheckboxField } from "./CheckboxField.tsx";
import { ChoiceField, type ChoiceFieldProps } from "./ChoiceField.tsx";
import { DayField } from "./DayField.tsx";
import { ImageField } from "./ImageField.tsx";
import { NumberField } from "./NumberField.tsx";
import { ParamsField } from "./ParamsField.tsx";
import { TextAreaField } from "./TextAreaField.tsx";
import { TextField } from "./TextField.tsx";

type WithFieldName<C, Name> = C extends (props: infer P) => infer Node
  ? (props: Omit<P, "name"> & { name: Name }) => Node
  : never;

/** The possible values of an enum field. */
type OptionOf<R extends AnyResource, N extends string> = Extract<z.output<R["fields"][N]>, string>;

interface Fields<R extends AnyResource, Name extends string> {
  Text: WithFieldName<typeof TextField, Name>;
  TextArea: WithFieldName<typeof TextAreaField, Name>;
  Number: WithFieldName<typeof NumberField, Name>;
  Flag: WithFieldName<typeof CheckboxField, Name>;
  Choice: <N extends Name>(
    props: Omit<ChoiceFieldProps, "name" | "optionLabels"> & {
      name: N;
      optionLabels: Record<OptionOf<R, N>, string>;
    },
  ) => ReactNode;
  Day: WithFieldName<typeof DayField, Name>;
  Params: WithFieldName<typeof ParamsField, Name>;
  Image: WithFieldName<typeof ImageField, Name>;
}

/** Typed field components for the form of one resource. Using a field that clients cannot write is a type error. */
export const createFields = <R extends AnyResource>(_resource: R): Fields<R, R["writable"][number]> => ({
  Text: TextField,
  TextArea: TextAreaField,
  Number: NumberField,
  Flag: CheckboxField,
  Choice: ChoiceField,
  Day: DayField,
  Params: ParamsField,
  Image: ImageField,
});
