import { BellIcon } from "@primer/octicons-react";
import { AnchoredOverlay, IconButton } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { countUnreadNotices, maxNotices } from "#domain/endpoints/account/notice.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useMediaQuery } from "#ui/hooks/useMediaQuery.ts";

const NoticeList = lazy(() => import("./NoticeList.tsx"));

/** Milliseconds between two looks while the window is looked at. */
const pollIntervalMs = 60_000;

/** The bell: how many notices are unread, and behind it what they say. */
export function Bell() {
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [customerId, "notices", "unread"],
    queryFn: ({ signal }) => call(countUnreadNotices, { signal }),
    refetchInterval: pollIntervalMs,
    meta: { ownErrors: true },
  });
  const phone = useMediaQuery("(max-width: 479px)");
  const unread = data?.unread ?? 0;
  const shown = unread < maxNotices ? String(unread) : `${maxNotices}+`;
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      align="end"
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: "dialog", "aria-label": t("bell.title"), ...(phone && { style: inMiddle }) }}
      renderAnchor={(props) => (
        <Place>
          <IconButton
            {...props}
            icon={BellIcon}
            variant="invisible"
            aria-label={unread > 0 ? t("bell.unread", { shown }) : t("bell.title")}
            aria-labelledby={undefined}
          />
          {unread > 0 && <Badge aria-hidden="true">{unread < 10 ? unread : "9+"}</Badge>}
        </Place>
      )}
    >
      <Suspense fallback={<Loading />}>
        <NoticeList onClose={() => setOpen(false)} />
      </Suspense>
    </AnchoredOverlay>
  );
}

/** The panel takes nearly all of a phone: as much is left on both sides. */
const inMiddle = { left: 16, right: 16 };

const Place = styled.div`
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
