import { Checkbox, FormControl } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useDocumentTypes } from "#api/useDocumentTypes.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { Note } from "#ui/layout/typography.ts";
import { Grid } from "../templateStyles.ts";
import { useEditor } from "./TemplateEditorContext.ts";

/** The documents the template makes: offers those of its customer, and those it has already. */
export function DocumentTypes() {
  const { t } = useTranslation("template");
  const { t: documentation } = useTranslation("documentation");
  const { state, dispatch } = useEditor();
  const granted = useDocumentTypes(state.customerId);
  const chosen = state.content.exportDocumentTypes;
  const offered = exportDocumentTypes.filter((type) => granted.includes(type) || chosen.includes(type));
  return (
    <Group>
      <legend>{t("fields.exportDocumentTypes")}</legend>
      <Note>{t("captions.exportDocumentTypes")}</Note>
      <Grid>
        {offered.map((type) => (
          <FormControl key={type}>
            <Checkbox
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                dispatch({
                  do: "edit",
                  edit: {
                    exportDocumentTypes: exportDocumentTypes.filter((one) =>
                      one === type ? target.checked : chosen.includes(one),
                    ),
                  },
                })
              }
            />
            <FormControl.Label>{documentation(`exportType.${type}`)}</FormControl.Label>
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
