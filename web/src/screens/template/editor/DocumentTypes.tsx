import { Checkbox, FormControl } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useDocumentTypes } from "#api/useDocumentTypes.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { Note } from "#ui/layout/typography.ts";
import { Grid } from "../templateStyles.ts";
import { useEditor } from "./TemplateEditorContext.ts";

/** The document types the template creates: offers those of its customer and those already selected. */
export function DocumentTypes() {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const { state, dispatch } = useEditor();
  const grantedTypes = useDocumentTypes(state.customerId);
  const selectedTypes = state.content.exportDocumentTypes;
  const offeredTypes = exportDocumentTypes.filter(
    (type) => grantedTypes.includes(type) || selectedTypes.includes(type),
  );
  return (
    <Group>
      <legend>{t("fields.exportDocumentTypes")}</legend>
      <Note>{t("captions.exportDocumentTypes")}</Note>
      <Grid>
        {offeredTypes.map((type) => (
          <FormControl key={type}>
            <Checkbox
              checked={selectedTypes.includes(type)}
              onChange={({ target }) =>
                dispatch({
                  kind: "edit",
                  edit: {
                    exportDocumentTypes: exportDocumentTypes.filter((candidate) =>
                      candidate === type ? target.checked : selectedTypes.includes(candidate),
                    ),
                  },
                })
              }
            />
            <FormControl.Label>{tDocumentation(`exportType.${type}`)}</FormControl.Label>
          </FormControl>
        ))}
      </Grid>
    </Group>
  );
}

export const Group = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: var(--base-size-8);
    padding: 0;
    font-weight: var(--base-text-weight-semibold);
  }
`;
