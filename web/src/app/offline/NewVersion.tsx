import { SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useNewerVersion } from "#offline/versions.ts";

/** Announces a newer version. The open page keeps working, and drafts are safe either way. */
export function NewVersion() {
  const { t } = useTranslation();
  const hasNewerVersion = useNewerVersion();
  return (
    <div role="status">
      {hasNewerVersion && (
        <Line>
          {t("offline.newVersion")}
          <Button size="small" leadingVisual={SyncIcon} onClick={() => location.reload()}>
            {t("state.reload")}
          </Button>
        </Line>
      )}
    </div>
  );
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-accent-muted);
  background: var(--bgColor-accent-muted);
`;
