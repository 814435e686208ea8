import type { ComponentType } from "react";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { CheckboxAnswer, ChoiceAnswer, ChoicesAnswer } from "./ChoiceAnswer.tsx";
import { ContactsAnswer } from "./ContactsAnswer.tsx";
import type { ControlProps } from "./control.ts";
import { DateAnswer, DateTimeAnswer, RangeAnswer, TimeAnswer } from "./DateAnswer.tsx";
import { SuggestionAnswer, SuggestionsAnswer } from "./SuggestionAnswer.tsx";
import { LineAnswer, MultiLineAnswer, NumberAnswer } from "./TextAnswer.tsx";

/** The control for each task type. Types without one have no written answer (`takesAnswer`). */
const controls: Partial<Record<TaskType, ComponentType<ControlProps>>> = {
  TEXT: MultiLineAnswer,
  INTEGER: NumberAnswer,
  DECIMAL: NumberAnswer,
  CHECKBOX: CheckboxAnswer,
  SINGLE_CHOICE: ChoiceAnswer,
  MULTI_CHOICE: ChoicesAnswer,
  SINGLE_CHOICE_SUGGESTION: SuggestionAnswer,
  MULTI_CHOICE_SUGGESTION: SuggestionsAnswer,
  PREDEFINED: LineAnswer,
  ZEBRA_SCANNER: LineAnswer,
  DATE: DateAnswer,
  DATE_RANGE: RangeAnswer,
  DATE_TIME: DateTimeAnswer,
  TIME: TimeAnswer,
  CONTACT_PERSONS: ContactsAnswer,
};

export function AnswerControl(props: ControlProps) {
  const Control = controls[props.task.type];
  return Control ? <Control {...props} /> : null;
}
