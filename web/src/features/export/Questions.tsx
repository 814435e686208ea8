import { useTranslation } from "react-i18next";
import type { Question } from "#domain/delivery/exportDraft.ts";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { BareFieldset, Stack } from "#ui/layout/boxes.ts";
import { FieldLabel } from "#ui/layout/typography.ts";

interface QuestionsProps {
  questions: readonly Question[];
  params: Readonly<Record<string, string>>;
  /** The names of required questions without an answer. */
  missingNames: readonly string[];
  onChange: (name: string, value: string) => void;
}

/** The questions of the chosen destinations (3§3). */
export function Questions({ questions, params, missingNames, onChange }: QuestionsProps) {
  const { t } = useTranslation("exporting");
  if (questions.length === 0) return null;
  return (
    <BareFieldset>
      <FieldLabel as="legend">{t("questions")}</FieldLabel>
      <Stack $gap={12}>
        {questions.map(({ name, required, destinationNames }) => {
          const isMissing = missingNames.includes(name);
          return (
            <div key={name} {...(isMissing && { "data-fault": true })}>
              <TextControl
                label={name}
                required={required}
                maxLength={2000}
                caption={t("questionsFor", { names: destinationNames.join(", ") })}
                value={params[name] ?? ""}
                error={isMissing ? "required" : undefined}
                onChange={(value) => onChange(name, value)}
              />
            </div>
          );
        })}
      </Stack>
    </BareFieldset>
  );
}
