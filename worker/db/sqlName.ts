/** The name of a field's column, as Drizzle writes it. */
export const toSqlName = (field: string): string =>
  field.replace(/[A-Z]/g, (character) => `_${character.toLowerCase()}`);
