import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { failureEmail, ramsiteKeys } from "#domain/configuration/types.ts";
import { Banner } from "#ui/feedback/Banner.tsx";

/** Explains each key of RAMSITE, which has no public API. */
export function RamsiteNote() {
  const { t } = useTranslation("configuration");
  return (
    <div>
      <Banner kind="warning">
        <strong>{t("ramsite.title")}</strong>
        <div>{t("ramsite.lead", { placeholders: "{projectId}, {documentStructureId}, {path}, {name}" })}</div>
      </Banner>
      <Keys>
        <summary>{t("ramsite.keys")}</summary>
        <dl>
          {([...ramsiteKeys, failureEmail] as const).map((key) => (
            <div key={key}>
              <dt>
                <code>{key}</code>
              </dt>
              <dd>{t(`ramsite.key.${key}`, { placeholder: `{${key}}` })}</dd>
            </div>
          ))}
        </dl>
      </Keys>
    </div>
  );
}

const Keys = styled.details`
  margin-top: var(--base-size-8);
  summary {
    width: fit-content;
    padding: var(--base-size-4) 0;
    color: var(--fgColor-accent);
    cursor: pointer;
  }
  dl {
    display: flex;
    flex-direction: column;
    gap: var(--base-size-8);
    margin: var(--base-size-8) 0 0;
  }
  dl > div {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 5fr);
    gap: var(--base-size-8);
    @media (max-width: 543.98px) {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
  dd {
    margin: 0;
    color: var(--fgColor-muted);
  }
  code {
    overflow-wrap: anywhere;
    font-family: var(--fontStack-monospace);
    font-size: var(--text-body-size-small);
  }
`;
