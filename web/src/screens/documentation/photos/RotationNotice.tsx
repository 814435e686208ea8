import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { SaveConflict } from "#ui/form/SaveConflict.tsx";
import type { usePhotoRotation } from "./usePhotoRotation.ts";

interface RotationNoticeProps {
  photo: PhotoRow;
  rotations: ReturnType<typeof usePhotoRotation>;
}

/** The warning for a rotated photo (2§5): that the rotation is being saved, or why it was not. */
export function RotationNotice({ photo, rotations }: RotationNoticeProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const pending = rotations.getPending(photo.id);
  if (pending?.saveFailure)
    return (
      <div>
        <SaveConflict
          saveFailure={pending.saveFailure}
          isSaving={pending.isSaving}
          differences={(serverPhoto) => [
            ...(serverPhoto.rotation === pending.rotation
              ? []
              : [
                  {
                    label: t("photo.rotation"),
                    serverText: t("photo.degrees", { degrees: serverPhoto.rotation * 90 }),
                    localText: t("photo.degrees", { degrees: pending.rotation * 90 }),
                  },
                ]),
            { label: t("conflict.name"), serverText: serverPhoto.name, localText: null },
            { label: t("photo.reviewComment"), serverText: serverPhoto.reviewComment ?? "", localText: null },
          ]}
          onUseServerRow={() => rotations.takeTheirs(photo.id)}
          onSaveLocal={rotations.saveMine}
        />
        {pending.saveFailure.serverRow === undefined && (
          <Button size="small" onClick={() => rotations.retry(photo.id)}>
            {tCommon("actions.retry")}
          </Button>
        )}
      </div>
    );
  if (!pending) return null;
  return (
    <Banner kind="warning">
      {pending.rotation === 0
        ? t("photo.notRotatedHint")
        : t("photo.rotatedHint", { degrees: pending.rotation * 90 })}{" "}
      {tCommon("state.saving")}…
    </Banner>
  );
}
