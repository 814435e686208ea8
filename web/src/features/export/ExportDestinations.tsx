import { Checkbox, FormControl } from "@primer/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DestinationOption } from "#domain/delivery/destination.ts";
import type { ExportDraftErrors } from "#domain/delivery/exportDraft.ts";
import { typeIcons } from "#features/delivery/typeIcons.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { BareFieldset } from "#ui/layout/boxes.ts";
import { Danger, FieldErrorText, FieldLabel } from "#ui/layout/typography.ts";

interface DestinationsProps {
  destinations: readonly DestinationOption[];
  selectedIds: ReadonlySet<string>;
  error: ExportDraftErrors["destinations"];
  onChange: (id: string, isSelected: boolean) => void;
}

/** The destinations of the template, each with a checkbox. */
export function Destinations({ destinations, selectedIds, error, onChange }: DestinationsProps) {
  const { t } = useTranslation("exporting");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  const errorId = useId();
  return (
    <BareFieldset {...(error && { "data-fault": true, "aria-describedby": errorId })}>
      <FieldLabel as="legend">{t("destinations")}</FieldLabel>
      <Rows>
        {destinations.map(
          ({ templateExportConfigurationId: id, name, type, recipients, exportOn, hasThreads }) => {
            const TypeIcon = typeIcons[type];
            const details = [
              typeText(type) !== name && typeText(type),
              recipients.length > 0 && t("recipients", { names: recipients.join(", ") }),
              exportOn && t("alsoAutomatic"),
              hasThreads && t("alwaysThreads"),
            ].filter(Boolean);
            return (
              <FormControl key={id}>
                <Checkbox
                  checked={selectedIds.has(id)}
                  onChange={({ target }) => onChange(id, target.checked)}
                />
                <FormControl.LeadingVisual>
                  <TypeIcon size={16} fill="var(--fgColor-muted)" />
                </FormControl.LeadingVisual>
                <FormControl.Label>
                  <Name>{name}</Name>
                </FormControl.Label>
                <FormControl.Caption>
                  <Name>{details.join(" · ")}</Name>
                  {type === "EMAIL" && recipients.length === 0 && (
                    <Danger as="div">{t("noRecipients")}</Danger>
                  )}
                </FormControl.Caption>
              </FormControl>
            );
          },
        )}
      </Rows>
      <FieldErrorText id={errorId} role="alert">
        {error && tCommon(`problem.${error}`)}
      </FieldErrorText>
    </BareFieldset>
  );
}

const Rows = styled.div`
  display: grid;
  gap: var(--base-size-12);
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const Name = styled.span`
  overflow-wrap: anywhere;
`;
