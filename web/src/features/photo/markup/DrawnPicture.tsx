import { useState } from "react";
import styled from "styled-components";
import type { Markup } from "#domain/media/markup.ts";
import { MarkupOverlay, type PictureSize } from "./MarkupShapes.tsx";

/** A picture with shapes drawn over it. Its file does not contain the shapes. */
export function DrawnPicture({ src, alt, drawing }: { src: string; alt: string; drawing: Markup | null }) {
  const [size, setSize] = useState<PictureSize | null>(null);
  return (
    <Frame>
      <img
        src={src}
        alt={alt}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      {drawing && size && (
        <svg aria-hidden="true" viewBox={`0 0 ${size.width} ${size.height}`}>
          <MarkupOverlay markup={drawing} size={size} src={src} />
        </svg>
      )}
    </Frame>
  );
}

const Frame = styled.span`
  display: inline-block;
  position: relative;
  max-width: 100%;
  img {
    display: block;
    max-width: 100%;
    max-height: 320px;
  }
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
`;
