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
  const { t: common } = useTranslation();
  const pending = rotations.getPending(photo.id);
  if (pending?.saveFailure)
    return (
      <div>
        <SaveConflict
          saveFailure={pending.saveFailure}
          saving={pending.saving}
          differences={(serverPhoto) => [
            ...(serverPhoto.rotation === pending.rotation
              ? []
              : [
                  {
                    label: t("photo.rotation"),
                    theirs: t("photo.degrees", { degrees: serverPhoto.rotation * 90 }),
                    mine: t("photo.degrees", { degrees: pending.rotation * 90 }),
                  },
                ]),
            { label: t("conflict.name"), theirs: serverPhoto.name, mine: null },
            { label: t("photo.reviewComment"), theirs: serverPhoto.reviewComment ?? "", mine: null },
          ]}
          onUseTheirs={() => rotations.takeTheirs(photo.id)}
          onSaveMine={rotations.saveMine}
        />
        {pending.saveFailure.theirs === undefined && (
          <Button size="small" onClick={() => rotations.retry(photo.id)}>
            {common("actions.retry")}
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
      {common("state.saving")}…
    </Banner>
  );
}
