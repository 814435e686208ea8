import { PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { FieldErrorText } from "#ui/layout/typography.ts";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import { contactsAnswer, contactsOf, hasPerson, repeatedRows } from "./contacts.ts";
import type { ControlProps } from "./control.ts";
import { useSuggestions } from "./useSuggestions.ts";

/** Contact persons, one a row. Duplicates and missing values are reported at the row. */
export function ContactsAnswer({ task, value, onChange, focusRef, invalid, ...rest }: ControlProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const suggestions = useSuggestions(task.suggestionListId);
  const chosenOnly = rest.onlyFromList === true && suggestions !== null;
  // The key of the search box: a new one empties it after use.
  const [searches, setSearches] = useState(0);
  /** The person chosen last is there already, and was not added again. */
  const [known, setKnown] = useState(false);
  const given = contactsOf(task, value, t("answer.column"));
  const rows = given.rows.length > 0 || chosenOnly ? given.rows : [given.columns.map(() => "")];
  const repeated = repeatedRows(rows);
  const set = (next: string[][]) => {
    setKnown(false);
    onChange(contactsAnswer(next));
  };
  const put = (at: number, column: number, cell: string) =>
    set(rows.map((row, index) => (index === at ? row.with(column, cell) : row)));
  const isEmpty = (row: string[]) => row.every((cell) => cell.trim() === "");
  const add = (row: string[]) => set([...rows.filter((one) => !isEmpty(one)), row]);
  return (
    <Parts>
      {suggestions && (
        <ServerSelect
          key={searches}
          {...suggestions}
          name="contact"
          label={t("answer.addFromList")}
          placeholder={t("answer.searchSuggestions")}
          value={null}
          onChange={(option) => {
            if (!option) return;
            const cells = option.label.split(";");
            const person = given.columns.map((_, index) => cells[index] ?? "");
            const isKnown = hasPerson(rows, person);
            if (isKnown) setKnown(true);
            else add(person);
            setSearches(searches + 1);
          }}
        />
      )}
      <Scroller hidden={rows.length === 0}>
        <table>
          <thead>
            <tr>
              {given.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                  {given.required.has(column) && " *"}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person has only a position
              <tr key={at}>
                {row.map((cell, column) => {
                  const name = given.columns[column] ?? "";
                  const missing = given.required.has(name) && !cell.trim() && !isEmpty(row);
                  return (
                    <td key={name}>
                      <TextInput
                        ref={at === 0 && column === 0 ? focusRef : undefined}
                        block
                        autoComplete="off"
                        readOnly={chosenOnly}
                        aria-label={t("answer.cell", { column: name, row: at + 1 })}
                        value={cell}
                        onChange={(event) => put(at, column, event.target.value)}
                        {...((repeated.has(at) || (invalid && missing)) && {
                          validationStatus: "error" as const,
                        })}
                      />
                    </td>
                  );
                })}
                <td>
                  <IconButton
                    type="button"
                    variant="invisible"
                    icon={TrashIcon}
                    aria-label={common("form.removeRow", { number: at + 1 })}
                    onClick={() => set(rows.filter((_, index) => index !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {known && <FieldErrorText role="alert">{t("answer.known")}</FieldErrorText>}
      {repeated.size > 0 && <FieldErrorText role="alert">{t("answer.repeated")}</FieldErrorText>}
      {!chosenOnly && (
        <Button
          type="button"
          size="small"
          leadingVisual={PlusIcon}
          onClick={() => set([...rows, given.columns.map(() => "")])}
        >
          {common("form.addRow")}
        </Button>
      )}
    </Parts>
  );
}

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  align-items: stretch;
  > button {
    align-self: flex-start;
  }
  gap: var(--base-size-8);
`;

const Scroller = styled.div`
  overflow-x: auto;
  padding: 2px;
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th {
    padding: 0 var(--base-size-8) var(--base-size-4) 0;
    font-size: var(--text-body-size-small);
    text-align: start;
  }
  td {
    min-width: 120px;
    padding: 0 var(--base-size-8) var(--base-size-4) 0;
  }
  td:last-child {
    width: 32px;
    min-width: 0;
    padding-right: 0;
  }
`;
