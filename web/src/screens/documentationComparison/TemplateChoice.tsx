import { Checkbox, FormControl } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import { PlainNote } from "#ui/layout/typography.ts";

interface TemplateChoiceProps {
  templates: DocumentationGroupRow["templates"];
  /** The templates that are not compared. */
  hiddenIds: ReadonlySet<string>;
  onChange: (hiddenIds: ReadonlySet<string>) => void;
}

/** Checkboxes that choose the compared templates (2§2); initially all. */
export function TemplateChoice({ templates, hiddenIds, onChange }: TemplateChoiceProps) {
  const { t } = useTranslation("comparison");
  const { t: tGroup } = useTranslation("group");
  const toggle = (id: string) => {
    const next = new Set(hiddenIds);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <Choice>
      <legend>{t("templates")}</legend>
      {templates.map(({ id, name, documentations }) => (
        <FormControl key={id}>
          <Checkbox checked={!hiddenIds.has(id)} onChange={() => toggle(id)} />
          <FormControl.Label>
            {name} <PlainNote>{tGroup("documentations", { count: documentations })}</PlainNote>
          </FormControl.Label>
        </FormControl>
      ))}
    </Choice>
  );
}

const Choice = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8) var(--base-size-24);
  margin: 0 0 var(--base-size-12);
  padding: 0;
  border: 0;
  legend {
    margin-bottom: var(--base-size-8);
    padding: 0;
    font-weight: var(--base-text-weight-semibold);
  }
`;
