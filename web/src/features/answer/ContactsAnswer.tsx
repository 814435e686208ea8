import { PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { FieldErrorText } from "#ui/layout/typography.ts";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import { contactsOf, findRepeatedRowIndexes, hasPerson, toContactsAnswer } from "./contacts.ts";
import type { ControlProps } from "./control.ts";
import { useSuggestions } from "./useSuggestions.ts";

/** Contact persons, one per row. Duplicates and missing values are reported at the row. */
export function ContactsAnswer({ task, value, onChange, focusRef, invalid, ...props }: ControlProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const suggestions = useSuggestions(task.suggestionListId);
  const isListOnly = props.onlyFromList === true && suggestions !== null;
  // The key of the search box: changing it empties the box after use.
  const [searchCount, setSearchCount] = useState(0);
  /** The person chosen last is already listed, and was not added again. */
  const [isDuplicate, setIsDuplicate] = useState(false);
  const contacts = contactsOf(task, value, t("answer.column"));
  const rows = contacts.rows.length > 0 || isListOnly ? contacts.rows : [contacts.columns.map(() => "")];
  const repeatedIndexes = findRepeatedRowIndexes(rows);
  const setRows = (next: string[][]) => {
    setIsDuplicate(false);
    onChange(toContactsAnswer(next));
  };
  const setCell = (rowIndex: number, columnIndex: number, cell: string) =>
    setRows(rows.map((row, index) => (index === rowIndex ? row.with(columnIndex, cell) : row)));
  const isEmpty = (row: string[]) => row.every((cell) => cell.trim() === "");
  const add = (row: string[]) => setRows([...rows.filter((existingRow) => !isEmpty(existingRow)), row]);
  return (
    <Wrapper>
      {suggestions && (
        <ServerSelect
          key={searchCount}
          {...suggestions}
          name="contact"
          label={t("answer.addFromList")}
          placeholder={t("answer.searchSuggestions")}
          value={null}
          onChange={(option) => {
            if (!option) return;
            const cells = option.label.split(";");
            const person = contacts.columns.map((_, index) => cells[index] ?? "");
            const isListed = hasPerson(rows, person);
            if (isListed) setIsDuplicate(true);
            else add(person);
            setSearchCount(searchCount + 1);
          }}
        />
      )}
      <Scroller hidden={rows.length === 0}>
        <table>
          <thead>
            <tr>
              {contacts.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                  {contacts.requiredColumns.has(column) && " *"}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person has only a position
              <tr key={rowIndex}>
                {row.map((cell, column) => {
                  const name = contacts.columns[column] ?? "";
                  const isMissing = contacts.requiredColumns.has(name) && !cell.trim() && !isEmpty(row);
                  return (
                    <td key={name}>
                      <TextInput
                        ref={rowIndex === 0 && column === 0 ? focusRef : undefined}
                        block
                        autoComplete="off"
                        readOnly={isListOnly}
                        aria-label={t("answer.cell", { column: name, row: rowIndex + 1 })}
                        value={cell}
                        onChange={(event) => setCell(rowIndex, column, event.target.value)}
                        {...((repeatedIndexes.has(rowIndex) || (invalid && isMissing)) && {
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
                    aria-label={tCommon("form.removeRow", { number: rowIndex + 1 })}
                    onClick={() => setRows(rows.filter((_, index) => index !== rowIndex))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {isDuplicate && <FieldErrorText role="alert">{t("answer.personAlreadyAdded")}</FieldErrorText>}
      {repeatedIndexes.size > 0 && (
        <FieldErrorText role="alert">{t("answer.duplicatePerson")}</FieldErrorText>
      )}
      {!isListOnly && (
        <Button
          type="button"
          size="small"
          leadingVisual={PlusIcon}
          onClick={() => setRows([...rows, contacts.columns.map(() => "")])}
        >
          {tCommon("form.addRow")}
        </Button>
      )}
    </Wrapper>
  );
}

const Wrapper = styled.div`
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
