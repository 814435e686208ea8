import { PaintbrushIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { maxReasonLength } from "#domain/endpoints/documentation/retake.ts";
import type { Markup } from "#domain/media/markup.ts";
import { computePendingTurns } from "#domain/media/rotation.ts";
import { Buttons, Stack } from "#ui/layout/boxes.ts";
import { BreakableItem, QuietSummary } from "#ui/layout/typography.ts";

const DrawingDialog = lazy(async () => ({
  default: (await import("./DrawingDialog.tsx")).DrawingDialog,
}));

/** The reason and drawing of a single photo or task. */
export interface SubjectDetail {
  /** Empty for the common reason. */
  reason: string;
  drawing: Markup | null;
}
export const noDetail: SubjectDetail = { reason: "", drawing: null };

interface SubjectDetailsProps {
  subjects: readonly { key: string; name: string; photo: PhotoRow | undefined }[];
  detailOf: (key: string) => SubjectDetail;
  onChange: (key: string, detail: SubjectDetail) => void;
}

/** Lets the user give each photo or task its own reason, and draw on each photo. */
export function SubjectDetails({ subjects, detailOf, onChange }: SubjectDetailsProps) {
  const { t } = useTranslation("retake");
  const [drawnKey, setDrawnKey] = useState<string | null>(null);
  const drawnSubject = subjects.find(({ key }) => key === drawnKey);
  return (
    <details>
      <QuietSummary>{t("each.summary")}</QuietSummary>
      <Stack $gap={12}>
        {subjects.map(({ key, name, photo }) => {
          const detail = detailOf(key);
          const canDraw = photo?.hasData && photo.width !== null && computePendingTurns(photo) === 0;
          return (
            <Stack key={key} $gap={4}>
              <FormControl>
                <FormControl.Label>
                  <BreakableItem as="span">{t("each.reason", { name })}</BreakableItem>
                </FormControl.Label>
                <TextInput
                  block
                  maxLength={maxReasonLength}
                  placeholder={t("each.common")}
                  value={detail.reason}
                  onChange={({ target }) => onChange(key, { ...detail, reason: target.value })}
                />
              </FormControl>
              {canDraw && (
                <Buttons>
                  <Button
                    type="button"
                    size="small"
                    leadingVisual={PaintbrushIcon}
                    onClick={() => setDrawnKey(key)}
                  >
                    {t(detail.drawing ? "each.changeDrawing" : "each.draw")}
                  </Button>
                  {detail.drawing && (
                    <Button
                      type="button"
                      size="small"
                      variant="invisible"
                      onClick={() => onChange(key, { ...detail, drawing: null })}
                    >
                      {t("each.removeDrawing")}
                    </Button>
                  )}
                </Buttons>
              )}
            </Stack>
          );
        })}
      </Stack>
      {drawnSubject?.photo && (
        <Suspense>
          <DrawingDialog
            photo={drawnSubject.photo}
            drawing={detailOf(drawnSubject.key).drawing}
            onSave={(drawing) => {
              onChange(drawnSubject.key, { ...detailOf(drawnSubject.key), drawing });
              setDrawnKey(null);
            }}
            onClose={() => setDrawnKey(null)}
          />
        </Suspense>
      )}
    </details>
  );
}
