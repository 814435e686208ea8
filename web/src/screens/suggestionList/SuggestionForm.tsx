import { useTranslation } from "react-i18next";
import { z } from "zod";
import { call } from "#api/client.ts";
import type { Row } from "#domain/contract/resource.ts";
import { hasPosition, unknownCoordinate } from "#domain/core/fields.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { strippedCharacters } from "#domain/core/text/listText.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import {
  addSuggestion,
  type Suggestion,
  updateSuggestion,
} from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { maxEntryLength } from "#domain/lists/entryFile.ts";
import {
  joinContactValues,
  parseContactColumns,
  parseSuggestion,
  splitContactValues,
  validatePosition,
} from "#domain/lists/suggestion.ts";
import type { suggestionList } from "#domain/resources/index.ts";
import { EntryForm } from "#features/entryList/EntryForm.tsx";
import type { Values } from "#ui/form/FormContext.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { TextField } from "#ui/form/TextField.tsx";
import { suggestionKind } from "./suggestionKind.ts";

interface SuggestionFormProps {
  list: Row<typeof suggestionList>;
  entry: Suggestion | null;
  onClose: () => void;
}

const optionalTextSchema = z.string().max(maxEntryLength).optional();
const columnField = (index: number) => `column${index}`;

/** The form of a suggestion: a text, with a position for documentation names, or columns for a contact person (3§5). */
export function SuggestionForm({ list, entry, onClose }: SuggestionFormProps) {
  const { t } = useTranslation("lists");
  const isContactList = list.type === "CONTACT_PERSONS";
  const hasPositions = list.type === "DOCUMENTATION_NAMES";
  const { columns, required: requiredColumns } = parseContactColumns(isContactList ? list.params : {});
  const maxLength = hasPositions ? maxNameLength : maxEntryLength;

  const textOf = (values: Values): string =>
    isContactList
      ? joinContactValues(
          columns.map((_, index) => String(values[columnField(index)] ?? "")),
          columns,
        )
      : String(values.text ?? "");
  const fieldOf = (name: string) => {
    const column = columns.indexOf(name);
    if (column >= 0) return columnField(column);
    return isContactList && name === "text" ? columnField(0) : name;
  };

  function validate(values: Values): FieldErrors {
    const parsedSuggestion = parseSuggestion(list, textOf(values));
    const errors: FieldErrors =
      "error" in parsedSuggestion ? { [fieldOf(parsedSuggestion.field)]: parsedSuggestion.error } : {};
    if (!hasPositions) return errors;
    const [lat, lng] = [parseDegrees(values.lat, 90), parseDegrees(values.lng, 180)];
    if (typeof lat === "string") errors.lat = lat;
    if (typeof lng === "string") errors.lng = lng;
    return typeof lat === "number" && typeof lng === "number"
      ? { ...errors, ...validatePosition({ lat, lng }) }
      : errors;
  }

  async function save(values: Values): Promise<unknown> {
    const position = hasPositions && {
      lat: Number(parseDegrees(values.lat, 90)),
      lng: Number(parseDegrees(values.lng, 180)),
    };
    const body = { text: textOf(values), ...position };
    return entry
      ? call(updateSuggestion, { params: { id: entry.id }, body })
      : call(addSuggestion, { body: { suggestionList: list.id, ...body } });
  }

  const positionTexts = { wrongType: t("position.notNumber"), invalid: t("position.invalid") };
  return (
    <EntryForm
      kind={suggestionKind}
      entry={entry}
      fields={{
        ...Object.fromEntries(columns.map((_, index) => [columnField(index), optionalTextSchema])),
        text: z.string().min(1).max(maxLength),
        lat: optionalTextSchema,
        lng: optionalTextSchema,
      }}
      initialValues={toInitialValues(entry, columns, isContactList)}
      rules={validate}
      // The service reports an invalid column as `text.<column>`, e.g. `text.Phone`.
      errorsFor={(errors) =>
        Object.fromEntries(
          Object.entries(errors).map(([name, error]) => [fieldOf(name.replace(/^text\./, "")), error]),
        )
      }
      save={save}
      onClose={onClose}
    >
      {isContactList ? (
        columns.map((name, index) => (
          <TextField key={name} name={columnField(index)} label={name} required={requiredColumns.has(name)} />
        ))
      ) : (
        <TextField
          name="text"
          label={t("suggestion.entry")}
          caption={t("captions.text", { characters: [...strippedCharacters].join(" ") })}
          faultTexts={{ notAllowed: t("documentedHint") }}
        />
      )}
      {hasPositions && (
        <Pair>
          <TextField
            name="lat"
            label={t("fields.lat")}
            caption={t("captions.position")}
            faultTexts={positionTexts}
          />
          <TextField name="lng" label={t("fields.lng")} faultTexts={positionTexts} />
        </Pair>
      )}
    </EntryForm>
  );
}

function toInitialValues(
  entry: Suggestion | null,
  columns: readonly string[],
  isContactList: boolean,
): Values {
  if (!entry) return {};
  if (isContactList)
    return Object.fromEntries(
      splitContactValues(entry.text)
        .slice(0, columns.length)
        .map((value, index) => [columnField(index), value]),
    );
  return {
    text: entry.text,
    ...(hasPosition(entry) ? { lat: String(entry.lat), lng: String(entry.lng) } : {}),
  };
}

/** Parses degrees with a decimal point or comma. An empty input is an unknown coordinate. */
function parseDegrees(input: unknown, maxDegrees: 90 | 180): number | FieldError {
  const text = String(input ?? "").trim();
  if (text === "") return unknownCoordinate;
  if (!/^[+-]?\d{1,4}([.,]\d{0,20})?$/.test(text)) return "wrongType";
  const value = Number(text.replace(",", "."));
  return Math.abs(value) > maxDegrees ? "invalid" : value;
}
