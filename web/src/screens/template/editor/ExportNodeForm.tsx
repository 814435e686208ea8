import { useTranslation } from "react-i18next";
import { useDocumentTypes } from "#api/useDocumentTypes.ts";
import { type Layout, useLayouts } from "#api/useLayouts.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { isContainerNode, nodeTree, withMovedNode } from "#domain/template/exportRules.ts";
import type { ExportNode } from "#domain/template/exportTree.ts";
import type { ExportNodeParam, ExportNodeType } from "#domain/template/types.ts";
import { CheckboxControl, SelectControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { useNodeText } from "../exports/nodeText.ts";
import { Grid, OpenRowFields } from "../templateStyles.ts";
import { AddNodeMenu } from "./AddNodeMenu.tsx";
import { ExcludedKeys } from "./ExcludedKeys.tsx";
import { useEditor } from "./TemplateEditorContext.ts";
import { WithPlaceholders } from "./WithPlaceholders.tsx";

interface ExportNodeFormProps {
  node: ExportNode;
  nodes: readonly ExportNode[];
  path: string;
  onChange: (node: ExportNode) => void;
  onMoveTo: (parent: string | null) => void;
  onAdd: (type: ExportNodeType) => void;
}

/** The form of an export node: its params, depending on its type. */
export function ExportNodeForm({ node, nodes, path, onChange, onMoveTo, onAdd }: ExportNodeFormProps) {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const { errors, state } = useEditor();
  const nodeText = useNodeText(state.customerId);
  const layouts = useLayouts(state.customerId);
  const { type, params } = node;
  const grantedTypes = useDocumentTypes(state.customerId);
  const { exportDocumentType: selectedType } = params;
  // A selected type that the customer no longer has stays selectable.
  const offeredTypes =
    isOneOf(exportDocumentTypes, selectedType) && !grantedTypes.includes(selectedType)
      ? [...grantedTypes, selectedType]
      : grantedTypes;
  const setParams = (changes: Partial<Record<ExportNodeParam, string>>) =>
    onChange({ ...node, params: { ...params, ...changes } });
  const fieldPropsOf = (name: ExportNodeParam) => ({
    value: params[name] ?? "",
    error: errors[`${path}.params.${name}`],
    onChange: (value: string) => setParams({ [name]: value }),
  });
  const hasName = type !== "FILES" && type !== "EXTERNAL_FILES";
  const containers = nodeTree
    .flatten(nodes)
    .filter(
      ({ node: candidate }) =>
        isContainerNode(candidate.type) && withMovedNode(nodes, node.id, candidate.id, 0) !== null,
    );
  return (
    <OpenRowFields>
      <Grid>
        {hasName && (
          <WithPlaceholders
            value={params.name ?? ""}
            photos={type === "PHOTOS"}
            onChange={(value) => setParams({ name: value })}
          >
            <TextControl
              label={t("exports.nodeName")}
              required={isContainerNode(type)}
              mono
              maxLength={2000}
              {...fieldPropsOf("name")}
            />
          </WithPlaceholders>
        )}
        {type === "EXPORT_DOCUMENT_TYPE" && (
          <SelectControl<string>
            label={t("exports.documentType")}
            required
            placeholder={t("choose")}
            options={offeredTypes.map((value) => ({ value, label: tDocumentation(`exportType.${value}`) }))}
            {...fieldPropsOf("exportDocumentType")}
          />
        )}
        {type === "EXPORT_DOCUMENT_CONFIGURATION" && (
          <SelectControl<string>
            label={t("exports.nodes.EXPORT_DOCUMENT_CONFIGURATION")}
            required
            placeholder={t("choose")}
            caption={layouts.length === 0 ? t("layouts.empty") : undefined}
            options={withSelectedLayout(layouts, params.exportDocumentConfiguration).map(
              ({ id, name, type: kind }) => ({
                value: id,
                label: kind ? `${name} (${tDocumentation(`layoutType.${kind}`)})` : name,
              }),
            )}
            {...fieldPropsOf("exportDocumentConfiguration")}
          />
        )}
        {containers.length > 0 && (
          <SelectControl<string>
            label={t("exports.parent")}
            value={node.parent ?? ""}
            options={[
              { value: "", label: t("exports.topLevel") },
              ...containers.map(({ node: container }) => ({
                value: container.id,
                label: nodeText(container),
              })),
            ]}
            onChange={(parent) => onMoveTo(parent || null)}
          />
        )}
      </Grid>
      {type === "PHOTOS" && (
        <Stack>
          <CheckboxControl
            label={t("exports.compressPhotos")}
            caption={t("exports.compressHint")}
            value={params.compressPhotos === "true"}
            onChange={(value) => setParams({ compressPhotos: String(value) })}
          />
          {params.compressPhotos === "true" && (
            <Grid>
              <TextControl
                label={t("exports.maxSize")}
                caption={t("exports.maxSizeHint")}
                unit="px"
                {...fieldPropsOf("maxSize")}
              />
              <TextControl label={t("exports.quality")} {...fieldPropsOf("quality")} />
            </Grid>
          )}
          <ExcludedKeys
            name={`${path}.params.excludeKeys`}
            value={params.excludeKeys ?? ""}
            onChange={(excludeKeys) => setParams({ excludeKeys })}
          />
        </Stack>
      )}
      {isContainerNode(type) && (
        <AddNodeMenu label={t("exports.addTo", { name: nodeText(node) })} onAdd={onAdd} />
      )}
    </OpenRowFields>
  );
}

/** Keeps a selected layout that is no longer granted, although only its id is known. */
const withSelectedLayout = (
  layouts: readonly Layout[],
  selectedId: string | undefined,
): readonly (Pick<Layout, "id" | "name"> & { type?: Layout["type"] })[] =>
  !selectedId || layouts.some(({ id }) => id === selectedId)
    ? layouts
    : [...layouts, { id: selectedId, name: "–" }];
