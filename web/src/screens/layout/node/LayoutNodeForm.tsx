import { Button, FormControl } from "@primer/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import { keysOf } from "#domain/core/objects.ts";
import { getParamRules } from "#domain/layout/grammar.ts";
import { findFlatLayoutNode } from "#domain/layout/layoutEdit.ts";
import { maxColumns, maxLevels } from "#domain/layout/types.ts";
import { TextAreaControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { useEditor } from "../editor/LayoutEditorContext.ts";
import { useTreeUiState } from "../tree/treeUiStore.ts";
import { useNodeText } from "../useNodeText.ts";
import { NodeParamField } from "./NodeParamField.tsx";

/** The form of the open row's node: its params, a custom name and a note. */
export function LayoutNodeForm({ id }: { id: string }) {
  const { t } = useTranslation("layout");
  const { content, change, rename: changeLabel } = useEditor();
  const errors = useTreeUiState((state) => state.errors.get(id)) ?? {};
  const text = useNodeText();
  const flatNode = findFlatLayoutNode(content.nodes, id);
  const hadLabel = useRef(Boolean(flatNode?.node.name || flatNode?.node.description));
  if (!flatNode) return null;
  const { node, ancestors } = flatNode;
  const rules = getParamRules(content.type, node, ancestors);
  // The type of an image is taken from its file.
  const params = keysOf(rules).filter((param) => !(node.type === "IMAGE" && param === "TYPE"));
  const obsoleteParams = keysOf(node.params).filter((param) => !rules[param]);
  return (
    <FormBox role="group" aria-label={t("form.title", { name: text(node) })}>
      {errors.type && <FieldErrorText>{fieldErrorText(errors.type)}</FieldErrorText>}
      {errors.children && (
        <FieldErrorText>
          {t("form.tooMuchContent", { levels: maxLevels, columns: maxColumns[content.type] })}
        </FieldErrorText>
      )}
      {params.length === 0 && <Note as="p">{t("form.noSettings")}</Note>}
      <Fields>
        {params.map((param) => {
          const rule = rules[param];
          return (
            rule && (
              <NodeParamField
                key={param}
                node={node}
                ancestors={ancestors}
                param={param}
                rule={rule}
                error={errors[param]}
                onChange={(params) => change(id, params)}
              />
            )
          );
        })}
      </Fields>
      {obsoleteParams.map((param) => (
        <FormControl key={param}>
          <FormControl.Label>
            {t(`params.${param}`)} · {t("form.obsolete")}
          </FormControl.Label>
          <Inline>
            <Note>{node.params[param]}</Note>
            <Button size="small" onClick={() => change(id, { [param]: null })}>
              {t("form.removeObsolete")}
            </Button>
          </Inline>
        </FormControl>
      ))}
      <details open={hadLabel.current}>
        <Summary>{t("form.nameAndNote")}</Summary>
        <Stack $gap={12}>
          <TextControl
            label={t("form.label")}
            caption={t("captions.LABEL")}
            value={node.name ?? ""}
            error={errors.name}
            onChange={(name) => changeLabel(id, { name: name || null })}
          />
          <TextAreaControl
            label={t("form.description")}
            rows={2}
            maxLength={2000}
            value={node.description ?? ""}
            error={errors.description}
            onChange={(description) => changeLabel(id, { description: description || null })}
          />
        </Stack>
      </details>
    </FormBox>
  );
}

const FormBox = styled(Stack)`
  gap: var(--base-size-12);
  margin: var(--base-size-4) 0 var(--base-size-8) var(--base-size-8);
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-muted);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-inset);
`;

/** Two columns if they fit; wide fields span both. */
const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(150px, 100%), 1fr));
  gap: var(--base-size-12);
  align-items: start;
  &:empty {
    display: none;
  }
  > [data-wide] {
    grid-column: 1 / -1;
  }
`;

const Summary = styled.summary`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  cursor: pointer;
  details[open] > & {
    margin-bottom: var(--base-size-8);
  }
`;
