import type { InvoiceRow } from "./invoiceRows.ts";

export interface Sums {
  documentations: number;
  photos: number;
  bytes: number;
}

export interface TemplateSums extends Sums {
  template: string;
}

/** A licence and its templates, both by name. */
export interface LicenseSums extends Sums {
  license: string;
  templates: TemplateSums[];
}

const addSums = (sums: Sums, addend: Sums) => {
  sums.documentations += addend.documentations;
  sums.photos += addend.photos;
  sums.bytes += addend.bytes;
};

export const createZeroSums = (): Sums => ({ documentations: 0, photos: 0, bytes: 0 });

export const addUp = (parts: readonly Sums[]): Sums => {
  const sums = createZeroSums();
  for (const part of parts) addSums(sums, part);
  return sums;
};

/** Sums documentations while they are read. Memory grows with the number of licences and templates, not of documentations. */
export class InvoiceTotals {
  readonly #sumsByLicense = new Map<string | null, Map<string, Sums>>();

  add({ licenseId, templateId, photos, bytes }: InvoiceRow): void {
    const templates = this.#sumsByLicense.get(licenseId) ?? new Map<string, Sums>();
    const sums = templates.get(templateId) ?? createZeroSums();
    addSums(sums, { documentations: 1, photos, bytes });
    templates.set(templateId, sums);
    this.#sumsByLicense.set(licenseId, templates);
  }

  /** Sorted by name; documentations without a licence come last. */
  licenses(
    licenses: ReadonlyMap<string, string>,
    templates: ReadonlyMap<string, string>,
    noLicense: string,
    locale: string,
  ): LicenseSums[] {
    const compareNames = new Intl.Collator(locale, { numeric: true }).compare;
    return [...this.#sumsByLicense]
      .map(([id, sumsByTemplate]) => {
        const rows = [...sumsByTemplate]
          .map(([templateId, sums]) => ({ template: templates.get(templateId) ?? templateId, ...sums }))
          .sort((a, b) => compareNames(a.template, b.template));
        const license = id === null ? noLicense : (licenses.get(id) ?? id);
        return { id, license, templates: rows, ...addUp(rows) };
      })
      .sort((a, b) => Number(a.id === null) - Number(b.id === null) || compareNames(a.license, b.license));
  }
}
