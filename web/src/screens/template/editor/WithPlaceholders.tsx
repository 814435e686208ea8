import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { namePlaceholders, photoPlaceholders } from "#domain/documentation/namePlaceholders.ts";
import { PlaceholderMenu } from "#ui/form/PlaceholderMenu.tsx";
import { Stack } from "#ui/layout/boxes.ts";

interface WithPlaceholdersProps {
  value: string;
  onChange: (value: string) => void;
  /** The text names individual photos, which have their own placeholders. */
  photos?: boolean;
  /** The field of the text. */
  children: ReactNode;
}

/** A text with a menu of placeholders that are appended to it (3§9). */
export function WithPlaceholders({ value, onChange, photos = false, children }: WithPlaceholdersProps) {
  const { t } = useTranslation("template");
  const groups = [...(photos ? [photoPlaceholders] : []), [...namePlaceholders, "TASK_ANSWER"] as const];
  return (
    <Stack $gap={8}>
      {children}
      <PlaceholderMenu
        label={t("exports.insertPlaceholder")}
        groups={groups}
        // The author must fill in the task.
        examples={{ TASK_ANSWER: "{TASK_ANSWER:…}" }}
        onInsert={(placeholder) => onChange(`${value}${placeholder}`)}
      />
    </Stack>
  );
}
