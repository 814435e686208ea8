import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { call } from "#api/client.ts";
import { params } from "#domain/core/fields.ts";
import { strippedCharacters } from "#domain/core/text/listText.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import {
  addExpectedAnswer,
  type ExpectedAnswer,
  updateExpectedAnswer,
} from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { maxEntryLength } from "#domain/lists/entryFile.ts";
import { parseExpectedAnswer } from "#domain/lists/expectedAnswer.ts";
import { EntryForm } from "#features/entryList/EntryForm.tsx";
import { paramsOf, type Values } from "#ui/form/FormContext.ts";
import { ParamsField } from "#ui/form/ParamsField.tsx";
import { TextField } from "#ui/form/TextField.tsx";
import { expectedAnswerKind } from "./expectedAnswerKind.ts";

interface ExpectedAnswerFormProps {
  list: { id: string };
  /** The columns of the list's answers. */
  columns: readonly string[];
  entry: ExpectedAnswer | null;
  onClose: () => void;
}

const columnField = (index: number) => `column${index}`;
const textSchema = z.string().min(1).max(maxEntryLength);

/** One answer: its text, a field for each column of the list, and new columns. */
export function ExpectedAnswerForm({ list, columns: columnNames, entry, onClose }: ExpectedAnswerFormProps) {
  const { t } = useTranslation("lists");
  // The columns when the form opened: columns loaded while typing must not move a field, and the answer's own are kept.
  const [columns] = useState(() => [...new Set([...columnNames, ...Object.keys(entry?.params ?? {})])]);

  function rules(values: Values): FieldErrors {
    const parsedAnswer = parseExpectedAnswer(String(values.answer ?? ""));
    const addedParams = paramsOf(values.params);
    const isRepeated = columns.some((name) => name in addedParams);
    return {
      ...("error" in parsedAnswer && { answer: parsedAnswer.error }),
      ...(isRepeated && { params: "duplicate" as const }),
    };
  }

  async function save(values: Values): Promise<unknown> {
    const columnValues = columns.map(
      (name, index) => [name, String(values[columnField(index)] ?? "")] as const,
    );
    const addedParams = Object.entries(paramsOf(values.params));
    const body = {
      answer: String(values.answer ?? ""),
      // Empty columns are not stored.
      params: Object.fromEntries([...columnValues, ...addedParams].filter(([, value]) => value !== "")),
    };
    return entry
      ? call(updateExpectedAnswer, { params: { id: entry.id }, body })
      : call(addExpectedAnswer, { body: { expectedAnswerList: list.id, ...body } });
  }

  return (
    <EntryForm
      kind={expectedAnswerKind}
      entry={entry}
      fields={{
        answer: textSchema,
        params: params(),
        ...Object.fromEntries(
          columns.map((_, index) => [columnField(index), z.string().max(2000).optional()]),
        ),
      }}
      initialValues={{
        ...(entry && { answer: entry.answer }),
        ...Object.fromEntries(columns.map((name, index) => [columnField(index), entry?.params[name] ?? ""])),
      }}
      rules={rules}
      save={save}
      onClose={onClose}
    >
      <TextField
        name="answer"
        label={t("expectedAnswer.entry")}
        caption={t("captions.text", { characters: [...strippedCharacters].join(" ") })}
      />
      {columns.map((name, index) => (
        <TextField key={name} name={columnField(index)} label={name} />
      ))}
      <ParamsField name="params" label={t("fields.additionalColumns")} />
    </EntryForm>
  );
}
