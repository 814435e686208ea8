import { Button, Checkbox, FormControl, Textarea } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useGrants } from "#api/session.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { DocumentationDetails, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { createRetakes, maxReasonLength } from "#domain/endpoints/documentation/retake.ts";
import { defaultLinkDays, maxLinkDays } from "#domain/links/uploadLink.ts";
import { DueDayField } from "#features/assignment/DueDayField.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { endOfDay } from "#ui/format/dates.ts";
import { DateInput } from "#ui/input/DateInput.tsx";
import { BareFieldset, Buttons, Stack } from "#ui/layout/boxes.ts";
import { ChoiceGroupTitle } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { getDocumentationPermissions } from "../change/documentationPermissions.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { CreatedLink } from "../links/CreatedLink.tsx";
import { addDaysToToday } from "../links/days.ts";
import { DeviceRecipientField, LinkRecipientFields } from "./RecipientFields.tsx";
import { anyoneRecipient, isAddressValid, toRecipient } from "./recipient.ts";
import { noDetail, type SubjectDetail, SubjectDetails } from "./SubjectDetails.tsx";

/** A photo or task to retake. */
export interface Subject {
  photoId?: string;
  documentationTaskId?: string;
}
export const keyOf = ({ photoId, documentationTaskId }: Subject): string =>
  photoId ?? documentationTaskId ?? "";

export type SendBackResponse = ResponseOf<typeof createRetakes>;

interface SendBackFormProps {
  details: DocumentationDetails;
  subjects: readonly Subject[];
  /** Whether only text answers are sent back. */
  asksForAnswers: boolean;
  /** The name of a subject, and its photo. */
  describe: (subject: Subject) => { name: string; photo: PhotoRow | undefined };
  /** Fields above the reason. */
  children?: ReactNode;
  /** The field of the reason, which gets the initial focus. */
  reasonRef: RefObject<HTMLTextAreaElement | null>;
  /** Called when it has been sent; the form may then still show the link. */
  onSent: (response: SendBackResponse) => void;
  onClose: (response?: SendBackResponse) => void;
}

const photoReasons = ["blurry", "dark", "far", "other"] as const;
const answerReasons = ["wrong", "incomplete"] as const;

/** Asks for the reason and how to request the retake. Then shows the link, once. */
export function SendBackForm({
  details,
  subjects,
  asksForAnswers,
  describe,
  children,
  onSent,
  onClose,
  reasonRef,
}: SendBackFormProps) {
  const { t } = useTranslation("retake");
  const { t: tCommon } = useTranslation();
  const { id: documentationId, status } = details;
  const isInField = status === "PAUSED" || status === "DOWNLOADED";
  const canHandOver = getDocumentationPermissions(useGrants(), details).statuses.includes("PAUSED");
  const [reason, setReason] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [createsLink, setCreatesLink] = useState(!isInField);
  const [handsOver, setHandsOver] = useState(isInField);
  const [day, setDay] = useState(() => addDaysToToday(defaultLinkDays));
  const [recipient, setRecipient] = useState(anyoneRecipient);
  const [dueDay, setDueDay] = useState("");
  const [detailsByKey, setDetailsByKey] = useState<Readonly<Record<string, SubjectDetail>>>({});
  const detailOf = (key: string) => detailsByKey[key] ?? noDetail;
  const reasonOf = (subject: Subject) => detailOf(keyOf(subject)).reason.trim() || reason.trim();
  const legendId = useId();
  const { write } = useDocumentationMutation(documentationId);
  // The recipient is contacted only through the selected channel.
  const isChannelSelected = recipient.kind === "DEVICE" ? handsOver : createsLink;
  const sentTo = isChannelSelected ? recipient : anyoneRecipient;
  const sendMutation = useMutation({
    mutationFn: () =>
      write(
        () =>
          call(createRetakes, {
            body: {
              documentationId,
              items: subjects.map((subject) => {
                const { drawing } = detailOf(keyOf(subject));
                return { ...subject, reason: reasonOf(subject), ...(drawing && { drawing }) };
              }),
              recipient: toRecipient(sentTo),
              dueDay: dueDay || null,
              link: createsLink,
              handOver: handsOver,
              ...(createsLink && { expireDate: endOfDay(day) ?? day }),
            },
          }),
        ["item", "events", "retakes"],
      ),
    meta: { handlesErrors: true },
    onSuccess: (response) => {
      onSent(response);
      if (response.link && sentTo.kind !== "MAIL") return;
      showAlert(
        "success",
        sentTo.kind === "MAIL" ? t("mailed", { address: sentTo.address.trim() }) : t("success"),
      );
      onClose(response);
    },
  });
  if (sendMutation.data?.link && sentTo.kind !== "MAIL")
    return (
      <Stack>
        <CreatedLink
          url={sendMutation.data.link.url}
          subject={t("mailSubject", { name: details.name })}
          {...(sentTo.kind === "PHONE" && { phoneNumber: sentTo.address.trim() })}
        />
        <Buttons>
          <Button variant="primary" onClick={() => onClose()}>
            {tCommon("actions.close")}
          </Button>
        </Buttons>
      </Stack>
    );
  const hasReasons =
    subjects.length > 0 ? subjects.every((subject) => reasonOf(subject) !== "") : reason.trim() !== "";
  const isReasonMissing = isSubmitted && !hasReasons;
  const [minDay, maxDay] = [addDaysToToday(0), addDaysToToday(maxLinkDays - 1)];
  const isDayInvalid = createsLink && (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < minDay || day > maxDay);
  const isSelectionEmpty = subjects.length === 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setIsSubmitted(true);
        if (
          hasReasons &&
          !isSelectionEmpty &&
          isAddressValid(sentTo) &&
          !isDayInvalid &&
          (createsLink || handsOver) &&
          !sendMutation.isPending
        )
          return sendMutation.mutate();
        showFirstError(event.currentTarget);
      }}
    >
      <Stack>
        {children}
        {isSubmitted && isSelectionEmpty && (
          <div role="alert">
            <Banner kind="danger">{t("selectionMissing")}</Banner>
          </div>
        )}
        <FormControl required>
          <FormControl.Label>{t("reason")}</FormControl.Label>
          <Textarea
            block
            rows={3}
            resize="vertical"
            maxLength={maxReasonLength}
            ref={reasonRef}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            {...(isReasonMissing && { validationStatus: "error" as const })}
          />
          {isReasonMissing ? (
            <FormControl.Validation variant="error">{t("reasonMissing")}</FormControl.Validation>
          ) : (
            <FormControl.Caption>{t("reasonHint")}</FormControl.Caption>
          )}
        </FormControl>
        <Buttons role="group" aria-label={t("suggestions")}>
          {(asksForAnswers ? answerReasons : photoReasons).map((reasonKey) => (
            <Button
              key={reasonKey}
              type="button"
              size="small"
              onClick={() => setReason(t(`reasons.${reasonKey}`))}
            >
              {t(`reasons.${reasonKey}`)}
            </Button>
          ))}
        </Buttons>
        {!isSelectionEmpty && (
          <SubjectDetails
            subjects={subjects.map((subject) => ({ key: keyOf(subject), ...describe(subject) }))}
            detailOf={detailOf}
            onChange={(key, detail) => setDetailsByKey((current) => ({ ...current, [key]: detail }))}
          />
        )}
        <DueDayField
          label={t("answerBy")}
          value={dueDay}
          {...(createsLink && !isDayInvalid && { lastDay: day })}
          onChange={setDueDay}
        />
        <BareFieldset aria-labelledby={legendId}>
          <ChoiceGroupTitle id={legendId}>{t("method")}</ChoiceGroupTitle>
          <Stack $gap={12}>
            <FormControl>
              <Checkbox checked={createsLink} onChange={({ target }) => setCreatesLink(target.checked)} />
              <FormControl.Label>{t("link")}</FormControl.Label>
              <FormControl.Caption>{t("linkHint")}</FormControl.Caption>
            </FormControl>
            {createsLink && (
              <Indented>
                <FormControl required>
                  <FormControl.Label>{t("expires")}</FormControl.Label>
                  <DateInput
                    min={minDay}
                    max={maxDay}
                    value={day}
                    onChange={({ target }) => setDay(target.value)}
                    {...(isDayInvalid && { validationStatus: "error" as const })}
                  />
                  {isDayInvalid && (
                    <FormControl.Validation variant="error">
                      {t("expiresInvalid", { days: maxLinkDays - 1 })}
                    </FormControl.Validation>
                  )}
                </FormControl>
                <LinkRecipientFields value={recipient} isSubmitted={isSubmitted} onChange={setRecipient} />
              </Indented>
            )}
            {(canHandOver || isInField) && (
              <FormControl disabled={isInField && !createsLink}>
                <Checkbox checked={handsOver} onChange={({ target }) => setHandsOver(target.checked)} />
                <FormControl.Label>{t("handOver")}</FormControl.Label>
                <FormControl.Caption>{t(isInField ? "handedOverHint" : "handOverHint")}</FormControl.Caption>
              </FormControl>
            )}
            {handsOver && (
              <Indented>
                <DeviceRecipientField value={recipient} details={details} onChange={setRecipient} />
              </Indented>
            )}
          </Stack>
          {isSubmitted && !createsLink && !handsOver && (
            <div role="alert">
              <Banner kind="danger">{t("methodMissing")}</Banner>
            </div>
          )}
        </BareFieldset>
        {sendMutation.error && (
          <div role="alert">
            <Banner kind="danger">{alertText(sendMutation.error) ?? problemText(sendMutation.error)}</Banner>
          </div>
        )}
        <Foot>
          <Button type="button" disabled={sendMutation.isPending} onClick={() => onClose()}>
            {tCommon("actions.cancel")}
          </Button>
          <Button type="submit" variant="primary" loading={sendMutation.isPending}>
            {t("send")}
          </Button>
        </Foot>
      </Stack>
    </form>
  );
}

/** The form is longer than the window, and its button is always in view. */
const showFirstError = (form: HTMLFormElement) =>
  requestAnimationFrame(() => {
    const error = form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
    error?.scrollIntoView({ block: "center" });
    error?.focus({ preventScroll: true });
  });

/** Sticks to the bottom, where a dialog has its buttons. */
const Foot = styled(Buttons)`
  position: sticky;
  z-index: 1;
  bottom: calc(-1 * var(--base-size-16));
  justify-content: flex-end;
  margin: 0 calc(-1 * var(--base-size-16)) calc(-1 * var(--base-size-16));
  padding: var(--base-size-12) var(--base-size-16);
  border-top: 1px solid var(--borderColor-muted);
  background: var(--overlay-bgColor);
`;

const Indented = styled(Stack)`
  padding-left: var(--base-size-24);
`;
