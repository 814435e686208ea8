import { BellIcon } from "@primer/octicons-react";
import { AnchoredOverlay, IconButton } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { countUnreadNotices, maxNotices } from "#domain/endpoints/account/notice.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useMediaQuery } from "#ui/hooks/useMediaQuery.ts";

const NoticeList = lazy(async () => {
  const [module] = await Promise.all([import("./NoticeList.tsx"), loadTexts("notice")]);
  return module;
});

/** Milliseconds between two polls while the window is visible. */
const pollIntervalMs = 60_000;

/** The bell with the number of unread notices; it opens the list of notices. */
export function Bell() {
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [customerId, "notices", "unread"],
    queryFn: ({ signal }) => call(countUnreadNotices, { signal }),
    refetchInterval: pollIntervalMs,
    meta: { handlesErrors: true },
  });
  const isPhone = useMediaQuery("(max-width: 479px)");
  const unread = data?.unread ?? 0;
  const countText = unread < maxNotices ? String(unread) : `${maxNotices}+`;
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      align="end"
      focusZoneSettings={{ disabled: true }}
      overlayProps={{
        role: "dialog",
        "aria-label": t("bell.title"),
        ...(isPhone && { style: phonePanelPosition }),
      }}
      renderAnchor={(props) => (
        <AnchorWrapper>
          <IconButton
            {...props}
            icon={BellIcon}
            variant="invisible"
            aria-label={unread > 0 ? t("bell.unread", { formattedCount: countText }) : t("bell.title")}
            aria-labelledby={undefined}
            data-tour="notices"
          />
          {unread > 0 && <Badge aria-hidden="true">{unread < 10 ? unread : "9+"}</Badge>}
        </AnchorWrapper>
      )}
    >
      <Suspense fallback={<Loading />}>
        <NoticeList onClose={() => setOpen(false)} />
      </Suspense>
    </AnchoredOverlay>
  );
}

/** The panel spans nearly the whole width of a phone, with equal margins. */
const phonePanelPosition = { left: 16, right: 16 };

const AnchorWrapper = styled.div`
  position: relative;
  display: flex;
`;

const Badge = styled.span`
  position: absolute;
  top: 0;
  right: 0;
  min-width: 16px;
  padding: 0 var(--base-size-4);
  border: 1px solid var(--bgColor-muted);
  border-radius: 9px;
  background: var(--bgColor-accent-emphasis);
  color: var(--fgColor-onEmphasis);
  font-size: 10px;
  font-weight: var(--base-text-weight-semibold);
  line-height: 16px;
  text-align: center;
  pointer-events: none;
`;
