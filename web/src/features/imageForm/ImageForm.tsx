import { useTranslation } from "react-i18next";
import type { FieldErrors } from "#domain/core/validation.ts";
import { maxImageUploadBytes } from "#domain/resources/image.ts";
import type { graphic, referencePhoto } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { StoredImage, type StoredImageKind } from "#features/StoredImage.tsx";
import { useResourceForm } from "#ui/form/FormContext.ts";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";

interface ImageFormProps {
  resource: typeof graphic | typeof referencePhoto;
  kind: StoredImageKind;
  id: string | null;
  onClose: () => void;
}

/** The form shared by graphics and reference photos: name, description and file (3§3). */
export function ImageForm({ resource, kind, id, onClose }: ImageFormProps) {
  const { t } = useTranslation("image");
  const { t: tCommon } = useTranslation();
  const { Text, TextArea } = createFields(resource);
  return (
    <ResourceForm
      resource={resource}
      id={id}
      title={t(id === null ? `${kind}.add` : `${kind}.edit`)}
      rules={validateFile}
      onClose={onClose}
    >
      <CustomerField product={resource.product!} />
      <Text name="name" label={tCommon("fields.name")} />
      <TextArea name="description" label={t("fields.description")} rows={3} />
      <FileField resource={resource} kind={kind} />
    </ResourceForm>
  );
}

interface ImageRow {
  hasData: boolean;
}

const needsFile = (row: ImageRow | null) => row?.hasData !== true;

/** A file is required if none is stored yet (3§5). */
const validateFile = (values: { data?: string | undefined }, row: ImageRow | null): FieldErrors =>
  values.data === undefined && needsFile(row) ? { data: "required" } : {};

function FileField({ resource, kind }: Pick<ImageFormProps, "resource" | "kind">) {
  const { t } = useTranslation("image");
  const { row } = useResourceForm(resource);
  const { Image } = createFields(resource);
  return (
    <Image
      name="data"
      kind={kind === "graphic" ? "png" : "jpg"}
      label={t("fields.file")}
      caption={t(`${kind}.fileHint`)}
      maxBytes={maxImageUploadBytes}
      required={needsFile(row)}
      alt={t("chosenFileAlt")}
      removeLabel={t("removeChosenFile")}
      tooLarge={t("tooLarge")}
      wrongKind={t("fileInvalid")}
      stored={row?.hasData ? <StoredImage kind={kind} row={row} alt={t("savedFileAlt")} /> : false}
    />
  );
}
