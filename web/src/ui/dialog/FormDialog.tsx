import { Button } from "@primer/react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "../feedback/Banner.tsx";
import { AlertSlot, Stack } from "../layout/boxes.ts";
import { Modal } from "./Modal.tsx";

interface FormDialogProps extends Omit<ComponentProps<typeof Modal>, "footer" | "role"> {
  /** The text of the button that submits. */
  submit: string;
  isPending: boolean;
  /** Announced while pending. */
  pendingText?: string;
  isDisabled?: boolean;
  /** Whether closing would leave the outcome of a pending submission unknown. */
  staysOpen?: boolean;
  /** Above the fields. */
  alert?: ReactNode;
  /** Not called while pending. */
  onSubmit: () => void;
}

/** A small form in a modal: its buttons, its alert, and one submission at a time. */
export function FormDialog(props: FormDialogProps) {
  const { submit, isPending, pendingText, isDisabled, staysOpen, alert, onSubmit, children, ...modal } =
    props;
  const { t } = useTranslation();
  const formId = useId();
  const isLocked = isPending && staysOpen === true;
  const close = () => !isLocked && modal.onClose();
  return (
    <Modal
      {...modal}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isLocked}>
            {t("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={isDisabled ?? false}
            loading={isPending}
            {...(pendingText && { loadingAnnouncement: pendingText })}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && !isDisabled) onSubmit();
        }}
      >
        <AlertSlot role="alert">{alert && <Banner kind="danger">{alert}</Banner>}</AlertSlot>
        {children}
      </Stack>
    </Modal>
  );
}
