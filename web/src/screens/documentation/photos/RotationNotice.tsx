import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { SaveConflict } from "../change/SaveConflict.tsx";
import type { usePhotoRotation } from "./usePhotoRotation.ts";

interface TurnNoticeProps {
  photo: PhotoRow;
  turns: ReturnType<typeof usePhotoRotation>;
}

/** The warning for a turned photo (2§5), whether the turn is saved, and why not. */
export function RotationNotice({ photo, turns }: TurnNoticeProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const turning = turns.turning(photo.id);
  if (turning?.objection)
    return (
      <div>
        <SaveConflict
          objection={turning.objection}
          saving={turning.saving}
          differences={(theirs) => [
            ...(theirs.rotation === turning.rotation
              ? []
              : [
                  {
                    label: t("photo.rotation"),
                    theirs: t("photo.degrees", { degrees: theirs.rotation * 90 }),
                    mine: t("photo.degrees", { degrees: turning.rotation * 90 }),
                  },
                ]),
            { label: t("conflict.name"), theirs: theirs.name, mine: null },
            { label: t("photo.comment"), theirs: theirs.comment ?? "", mine: null },
          ]}
          onTakeTheirs={() => turns.takeTheirs(photo.id)}
          onSaveMine={turns.saveMine}
        />
        {turning.objection.theirs === undefined && (
          <Button size="small" onClick={() => turns.retry(photo.id)}>
            {common("actions.retry")}
          </Button>
        )}
      </div>
    );
  if (!turning) return null;
  return (
    <Banner kind="warning">
      {turning.rotation === 0 ? t("photo.upright") : t("photo.turned", { degrees: turning.rotation * 90 })}{" "}
      {common("state.saving")}…
    </Banner>
  );
}
