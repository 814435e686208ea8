import { vi } from "vitest";

interface StoredPut {
  url: string;
  headers: Record<string, string>;
  body: Blob;
}

/** Storage behind signed addresses: what it answers to each PUT in their order, 200 when nothing is said, 0 when nobody is there. */
export function fakeStorage(...answers: number[]): StoredPut[] {
  const puts: StoredPut[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload: { onprogress?: (event: object) => void } = {};
      status = 0;
      statusText = "";
      #put: StoredPut = { url: "", headers: {}, body: new Blob() };
      onload?: () => void;
      onerror?: () => void;
      open(_: string, url: string) {
        this.#put.url = url;
      }
      setRequestHeader(name: string, value: string) {
        this.#put.headers[name] = value;
      }
      getResponseHeader() {
        return `"tag-${puts.indexOf(this.#put) + 1}"`;
      }
      abort() {}
      send(body: Blob) {
        this.#put.body = body;
        puts.push(this.#put);
        this.status = answers.shift() ?? 200;
        queueMicrotask(() => {
          this.upload.onprogress?.({ loaded: body.size });
          if (this.status === 0) this.onerror?.();
          else this.onload?.();
        });
      }
    },
  );
  return puts;
}
