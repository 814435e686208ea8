import { useEffect, useState } from "react";
import styled from "styled-components";
import { hasExtension, photoExtensions } from "#domain/task/fileExtensions.ts";

/** Previews JPEG files (2§2). Omitted when the browser cannot decode one. */
export function Preview({ file }: { file: File }) {
  const jpeg = hasExtension(file.name, photoExtensions);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!jpeg) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, jpeg]);
  if (!url) return null;
  return <Picture src={url} alt="" onError={() => setUrl(null)} />;
}

const Picture = styled.img`
  flex: 0 0 auto;
  width: 56px;
  height: 56px;
  border-radius: var(--borderRadius-medium);
  object-fit: cover;
  background: var(--bgColor-muted);
`;
