import { useTranslation } from "react-i18next";
import type { FieldErrors } from "#domain/core/validation.ts";
import { createLayoutCopy, type LayoutContent, setLayoutType } from "#domain/layout/layoutEdit.ts";
import { layoutTree } from "#domain/layout/node.ts";
import { type LayoutType, layoutTypes } from "#domain/layout/types.ts";
import { photoSizes } from "#domain/media/photoSize.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { CopyFrom } from "#ui/form/CopyFrom.tsx";
import { SelectControl, TextAreaControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { contentOf } from "./layoutEditorState.ts";

interface GeneralProps {
  content: LayoutContent;
  /** True if the layout is stored, which locks its type. */
  isStored: boolean;
  errors: FieldErrors;
  onEdit: (edit: (content: LayoutContent) => LayoutContent, name?: string) => void;
}

/** Name, description and type of a layout; a new one can start as a copy of another. */
export function General({ content, isStored, errors, onEdit }: GeneralProps) {
  const { t } = useTranslation("layout");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const confirm = useConfirm();
  const count = layoutTree.flatten(content.nodes).length;
  const hasContent = count > 0 || content.name !== "" || (content.description ?? "") !== "";

  async function changeType(type: LayoutType) {
    const isConfirmed =
      count === 0 ||
      (await confirm({
        title: t("typeTitle", { type: tDocumentation(`layoutType.${type}`) }),
        text: t("typeText", { count }),
        confirm: t("typeConfirm"),
        danger: true,
      }));
    if (isConfirmed) onEdit((current) => setLayoutType(current, type));
  }

  return (
    <Stack>
      {!isStored && (
        <CopyFrom
          resource={exportDocumentConfiguration}
          texts={{
            label: t("fields.copyFrom"),
            hint: t("fields.copyFromHint"),
            search: t("fields.copyFromSearch"),
          }}
          optionLabel={({ name, type, customerName }) =>
            [name, tDocumentation(`layoutType.${type}`), customerName ?? tCommon("product")].join(" · ")
          }
          source={null}
          onCopy={async ({ row }) => {
            const isConfirmed =
              !hasContent ||
              (await confirm({
                title: t("copyFromTitle"),
                text: t("copyFromText", { name: row.name }),
                confirm: t("copyFromConfirm"),
              }));
            if (isConfirmed) onEdit(() => createLayoutCopy(contentOf(row)));
          }}
        />
      )}
      <TextControl
        label={t("fields.name")}
        required
        value={content.name}
        error={errors.name}
        onChange={(name) => onEdit((current) => ({ ...current, name }), "name")}
      />
      <TextAreaControl
        label={t("fields.description")}
        value={content.description ?? ""}
        error={errors.description}
        onChange={(text) => onEdit((current) => ({ ...current, description: text || null }), "description")}
      />
      <SelectControl
        label={t("fields.type")}
        required
        value={content.type}
        disabled={isStored}
        caption={isStored ? t("typeLocked") : undefined}
        error={errors.type}
        options={layoutTypes.map((type) => ({ value: type, label: tDocumentation(`layoutType.${type}`) }))}
        onChange={(type) => void changeType(type)}
      />
      <SelectControl
        label={t("fields.photoSize")}
        required
        value={content.photoSize}
        caption={t("photoSizeHint")}
        error={errors.photoSize}
        options={photoSizes.map((size) => ({ value: size, label: tDocumentation(`photoSize.${size}`) }))}
        onChange={(photoSize) => onEdit((current) => ({ ...current, photoSize }))}
      />
    </Stack>
  );
}
