import { RedoIcon, TrashIcon, UndoIcon } from "@primer/octicons-react";
import { Button, TextInput } from "@primer/react";
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { alertText, problemText } from "#api/errorTexts.ts";
import { ApiError } from "#api/failure.ts";
import {
  type Markup,
  type MarkupColor,
  type MarkupShape,
  markupColors,
  markupInk,
} from "#domain/media/markup.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { ViewerTool } from "../ViewerTool.tsx";
import { MarkupCanvas } from "./MarkupCanvas.tsx";
import type { PictureSize } from "./MarkupShapes.tsx";
import { historyOf, markupReducer } from "./markupHistory.ts";
import {
  Color,
  Colors,
  Editor,
  EndHandles,
  Failed,
  Group,
  MarkupActions,
  Tools,
  Words,
} from "./markupStyles.ts";
import { markupTools, movedShape, newShape, resizeShape } from "./markupTools.ts";

interface MarkupEditorProps {
  /** The address of the picture without markup, upright and turned. */
  src: string;
  size: PictureSize;
  markup: Markup | null;
  /** Resolves when it is kept; the caller says why it was not. */
  onSave: (markup: Markup | null) => Promise<unknown>;
  onClose: () => void;
}

/** As many as a photo may have. */
const maxShapes = 100;
/** How far an arrow key moves or stretches, of the picture. */
const nudge = 0.01;

/** Draws on a photo: by mouse, by touch, and by keys alone. */
export function MarkupEditor({ src, size, markup, onSave, onClose }: MarkupEditorProps) {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const [state, act] = useReducer(markupReducer, markup ?? [], historyOf);
  const [tool, setTool] = useState<MarkupShape["type"]>("ARROW");
  const [color, setColor] = useState<MarkupColor>("red");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLInputElement>(null);
  const { shapes, chosen } = state;
  const shape = chosen === null ? undefined : shapes[chosen];
  const changed = state.past.length > 0;
  const full = shapes.length >= maxShapes;
  const shapeOf = (from: readonly [number, number], to: readonly [number, number]) =>
    newShape({ type: tool, color, text: t("markup.newText") }, from, to);

  useEffect(() => root.current?.focus(), []);
  const isText = shape?.type === "TEXT";
  /** A text that was put down or chosen is written next. */
  const write = () => {
    words.current?.focus();
    words.current?.select();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is written too
  useEffect(() => {
    if (isText) write();
  }, [isText, chosen]);
  /** What is drawn next is none of what is there. */
  const take = (type: MarkupShape["type"]) => {
    setTool(type);
    act({ act: "choose", at: null });
  };

  async function save() {
    if (busy) return;
    if (!changed) return onClose();
    setBusy(true);
    try {
      await onSave(shapes.length > 0 ? [...shapes] : null);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(alertText(error) ?? problemText(error));
      setBusy(false);
    }
  }

  function paint(next: MarkupColor) {
    setColor(next);
    if (shape && "color" in shape)
      act({ act: "change", shape: { ...shape, color: next }, step: crypto.randomUUID() });
  }

  function onKeyDown(event: KeyboardEvent) {
    if ((event.target as Element).closest("input")) {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      act({ act: "end" });
      return root.current?.focus();
    }
    const does = keyAct(event);
    if (!does) return;
    event.preventDefault();
    does();
  }

  function keyAct({
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    target,
  }: KeyboardEvent): (() => void) | undefined {
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === "z") return () => act({ act: shiftKey ? "redo" : "undo" });
      return key === "y" ? () => act({ act: "redo" }) : undefined;
    }
    if (altKey) return;
    const found = markupTools.find((one) => one.key === key.toLowerCase());
    if (found) return () => take(found.type);
    const ink = markupColors[Number(key) - 1];
    if (ink) return () => paint(ink);
    if (key === "Escape") return () => (shape ? act({ act: "choose", at: null }) : onClose());
    if (key === "Delete" || key === "Backspace") return () => act({ act: "remove" });
    if (key === "s") return () => void save();
    if (key === "Enter" && target === root.current && !full)
      return () => act({ act: "add", shape: shapeOf([0.4, 0.6], [0.6, 0.4]) });
    const step = {
      ArrowLeft: [-nudge, 0],
      ArrowRight: [nudge, 0],
      ArrowUp: [0, -nudge],
      ArrowDown: [0, nudge],
    }[key] as readonly [number, number] | undefined;
    if (!step || !shape) return;
    const to = (next: MarkupShape) => () => act({ act: "change", shape: next, step: `key ${chosen}` });
    return shiftKey && shape.type !== "TEXT"
      ? to(resizeShape(shape, "to", [shape.to[0] + step[0], shape.to[1] + step[1]]))
      : to(movedShape(shape, step));
  }

  return (
    <Editor
      ref={root}
      tabIndex={-1}
      role="group"
      aria-label={t("markup.title")}
      data-own-keys
      onKeyDown={onKeyDown}
    >
      <Tools role="toolbar" aria-label={t("markup.tools")}>
        <Group>
          {markupTools.map(({ type, key, icon }) => (
            <ViewerTool
              key={type}
              icon={icon}
              label={t(`markup.shape.${type}`)}
              shortcut={key.toUpperCase()}
              pressed={tool === type}
              onClick={() => take(type)}
            />
          ))}
        </Group>
        <Colors role="group" aria-label={t("markup.color")}>
          {markupColors.map((one, index) => (
            <Color
              key={one}
              type="button"
              aria-label={t(`markup.colors.${one}`)}
              title={`${t(`markup.colors.${one}`)} (${index + 1})`}
              aria-keyshortcuts={String(index + 1)}
              aria-pressed={color === one}
              style={{ background: markupInk[one].color }}
              onClick={() => paint(one)}
            />
          ))}
        </Colors>
      </Tools>
      <MarkupActions>
        <ViewerTool
          icon={UndoIcon}
          label={t("markup.undo")}
          shortcut="Control+Z"
          disabled={!changed}
          onClick={() => act({ act: "undo" })}
        />
        <ViewerTool
          icon={RedoIcon}
          label={t("markup.redo")}
          shortcut="Control+Shift+Z"
          disabled={state.future.length === 0}
          onClick={() => act({ act: "redo" })}
        />
        <ViewerTool
          icon={TrashIcon}
          label={t("markup.remove")}
          shortcut="Delete"
          disabled={!shape}
          onClick={() => act({ act: "remove" })}
        />
      </MarkupActions>
      <EndHandles>
        <Button onClick={onClose}>{common("actions.cancel")}</Button>
        <Button variant="primary" loading={busy} onClick={() => void save()}>
          {common("actions.save")}
        </Button>
      </EndHandles>
      {shape?.type === "TEXT" && (
        <Words>
          <TextInput
            ref={words}
            block
            aria-label={t("markup.shape.TEXT")}
            value={shape.text}
            maxLength={200}
            onChange={({ target }) =>
              act({ act: "change", shape: { ...shape, text: target.value }, step: `text ${chosen}` })
            }
            onBlur={() => (shape.text.trim() === "" ? act({ act: "remove" }) : act({ act: "end" }))}
          />
        </Words>
      )}
      {fault !== null && (
        <Failed>
          <Banner kind="danger">
            {t("markup.notSaved")} {fault}
          </Banner>
        </Failed>
      )}
      <MarkupCanvas
        src={src}
        size={size}
        state={state}
        act={act}
        shapeOf={full ? null : shapeOf}
        onBegin={() => root.current?.focus()}
        onEnd={write}
      />
    </Editor>
  );
}
