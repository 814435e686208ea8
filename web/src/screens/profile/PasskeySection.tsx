import { Button, Label } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useSession } from "#api/session.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { type listPasskeys, removePasskey } from "#domain/endpoints/account/passkeys.ts";
import { supportsPasskeys } from "#features/authentication/passkey.ts";
import { usePasskeys } from "#features/authentication/usePasskeys.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { DetailsItem, Inline } from "#ui/layout/boxes.ts";
import { Muted, Note } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { AddPasskeyDialog } from "./AddPasskeyDialog.tsx";
import { ItemText, ProfileSection } from "./Part.tsx";
import { RenamePasskeyDialog } from "./RenamePasskeyDialog.tsx";
import { secondFactorQueryKey } from "./SecondFactorSection.tsx";

/** The user's passkeys, which they add, rename and remove. */
export function PasskeySection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const session = useSession();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [isAdding, setIsAdding] = useState(false);
  const [renamedPasskey, setRenamedPasskey] = useState<Passkey | null>(null);
  const { data, error, refetch, isFetching } = usePasskeys();
  const refresh = () =>
    Promise.all([refetch(), queryClient.invalidateQueries({ queryKey: secondFactorQueryKey(session) })]);
  const remove = useMutation({
    mutationFn: (id: string) => call(removePasskey, { params: { id } }),
    onSuccess: () => showAlert("success", t("passkeys.removeSuccess")),
    onSettled: refresh,
  });
  async function confirmRemoval({ id, name }: Passkey) {
    const isConfirmed = await confirm({
      title: t("passkeys.removeTitle", { name }),
      text: t("passkeys.removeText"),
      confirm: t("passkeys.remove"),
      danger: true,
    });
    if (isConfirmed) remove.mutate(id);
  }
  function handleAdded() {
    setIsAdding(false);
    showAlert("success", t("passkeys.addSuccess"));
    void refresh();
  }
  const isSupported = supportsPasskeys();
  return (
    <ProfileSection title={t("passkeys.title")}>
      <Muted as="p">{t("passkeys.lead")}</Muted>
      {data ? (
        data.items.length > 0 ? (
          <ul>
            {data.items.map((passkey) => (
              <PasskeyItem
                key={passkey.id}
                passkey={passkey}
                disabled={disabled}
                isRemoving={remove.isPending && remove.variables === passkey.id}
                onRename={() => setRenamedPasskey(passkey)}
                onRemove={() => void confirmRemoval(passkey)}
              />
            ))}
          </ul>
        ) : (
          <p>{t("passkeys.empty")}</p>
        )
      ) : error && !isFetching ? (
        <LoadError failure={error} onRetry={() => refetch()} />
      ) : (
        <Loading />
      )}
      {!isSupported && <Note as="p">{t("passkeys.unsupported")}</Note>}
      <div>
        <Button disabled={disabled || !isSupported} onClick={() => setIsAdding(true)}>
          {t("passkeys.add")}
        </Button>
      </div>
      {renamedPasskey && (
        <RenamePasskeyDialog
          passkey={renamedPasskey}
          onClose={() => setRenamedPasskey(null)}
          onRenamed={() => {
            setRenamedPasskey(null);
            showAlert("success", t("passkeys.renamed"));
            void refetch();
          }}
        />
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} onAdded={handleAdded} />}
    </ProfileSection>
  );
}

type Passkey = ResponseOf<typeof listPasskeys>["items"][number];

interface PasskeyItemProps {
  passkey: Passkey;
  disabled: boolean;
  isRemoving: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyItem({ passkey, disabled, isRemoving, onRename, onRemove }: PasskeyItemProps) {
  const { t } = useTranslation("profile");
  const { name, isSynced, dateCreated, lastUsed } = passkey;
  return (
    <DetailsItem>
      <ItemText>
        <Inline>
          <strong>{name}</strong>
          {isSynced && <Label>{t("passkeys.synced")}</Label>}
        </Inline>
        <Note as="p">{t("passkeys.addedAt", { date: formatDateTime(dateCreated) })}</Note>
        <Note as="p">
          {lastUsed ? t("passkeys.lastUsed", { date: formatDateTime(lastUsed) }) : t("passkeys.notUsed")}
        </Note>
      </ItemText>
      <Inline>
        <Button
          size="small"
          disabled={disabled}
          aria-label={t("passkeys.renameOf", { name })}
          onClick={onRename}
        >
          {t("passkeys.rename")}
        </Button>
        <Button
          size="small"
          disabled={disabled}
          loading={isRemoving}
          aria-label={t("passkeys.removeOf", { name })}
          onClick={onRemove}
        >
          {t("passkeys.remove")}
        </Button>
      </Inline>
    </DetailsItem>
  );
}
