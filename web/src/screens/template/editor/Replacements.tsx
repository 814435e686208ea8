import { PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TemplateContent } from "#domain/template/content.ts";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { FieldAside, Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { useEditor } from "./TemplateEditorContext.ts";

type Entry = TemplateContent["replacementTexts"][number];

/** The replacement texts: a code with its Swedish and English text (3§2). */
export function Replacements() {
  const { t } = useTranslation("template");
  const { state, dispatch, errors } = useEditor();
  const entries = state.content.replacementTexts;
  const set = (replacementTexts: Entry[]) => dispatch({ kind: "edit", edit: { replacementTexts } });
  const change = (id: string, changes: Partial<Entry>) =>
    set(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
  return (
    <Stack>
      <Note>{entries.length === 0 ? t("replacements.empty") : t("replacements.hint")}</Note>
      {entries.map(({ id, code, sv, en }, index) => (
        <Row key={id} role="group" aria-label={t("replacements.row", { number: index + 1 })}>
          <TextControl
            label={t("replacements.code")}
            required
            mono
            maxLength={100}
            value={code}
            error={errors[`replacementTexts.${index}.code`]}
            onChange={(value) => change(id, { code: value })}
          />
          <TextControl
            label={t("replacements.sv")}
            maxLength={2000}
            value={sv ?? ""}
            error={errors[`replacementTexts.${index}.sv`]}
            onChange={(value) => change(id, { sv: value || null })}
          />
          <TextControl
            label={t("replacements.en")}
            maxLength={2000}
            value={en ?? ""}
            error={errors[`replacementTexts.${index}.en`]}
            onChange={(value) => change(id, { en: value || null })}
          />
          <FieldAside>
            <IconButton
              icon={TrashIcon}
              variant="invisible"
              aria-label={t("replacements.remove", {
                name: code || t("replacements.row", { number: index + 1 }),
              })}
              onClick={() => set(entries.filter((entry) => entry.id !== id))}
            />
          </FieldAside>
        </Row>
      ))}
      <div>
        <Button
          leadingVisual={PlusIcon}
          onClick={() => set([...entries, { id: crypto.randomUUID(), code: "", sv: null, en: null }])}
        >
          {t("replacements.add")}
        </Button>
      </div>
    </Stack>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr)) auto;
  gap: var(--base-size-12);
  align-items: start;
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: var(--base-size-12);
    border-bottom: 1px solid var(--borderColor-muted);
  }
`;
