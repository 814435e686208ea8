/** Shorter secrets are redacted only as whole words: cutting them out of words would reveal them. */
const shortSecretLength = 6;

/**
 * Prepares text from a destination for an error message: one line, short, without the given secrets. The longest secret is removed
 * first, so that no part of it remains if it contains another.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (result, secret) =>
        secret.length < shortSecretLength ? redactWord(result, secret) : result.replaceAll(secret, "…"),
      text.slice(0, 2_000),
    );
  return withoutSecrets
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Removes a word wherever it is not next to a letter or digit. */
function redactWord(text: string, word: string): string {
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const parts = text.split(word);
  return parts.reduce((result, part, index) => {
    const isInWord = isPart(parts[index - 1]?.at(-1)) || isPart(part.at(0));
    return `${result}${isInWord ? word : "…"}${part}`;
  });
}
