import type { Paragraph, Table } from "docx";
import {
  createOfficeFileNodes,
  type OfficeFileType,
  officeFileExtensions,
} from "#domain/layout/officeFile.ts";
import { picture } from "./layouts.ts";

/** Office files that customers might upload, made by other programs than ours. */

/** A layout that consists of a file. */
export const layoutOfFile = (data: string, type: OfficeFileType = "WORD") => ({
  id: "own",
  name: "Own",
  type,
  nodes: createOfficeFileNodes(`own${officeFileExtensions[type]}`, data),
});

/** A Word file in base64, made by the library docx: a header, a footer and these paragraphs and tables. */
export async function createWordFile(
  create: (docx: typeof import("docx"), photo: (name: string) => Paragraph) => (Paragraph | Table)[],
): Promise<string> {
  const docx = await import("docx");
  const { Document, Footer, Header, ImageRun, Packer, Paragraph } = docx;
  const photo = (description: string) =>
    new Paragraph({
      children: [
        new ImageRun({
          type: "png",
          data: Buffer.from(picture, "base64"),
          transformation: { width: 200, height: 150 },
          altText: { name: "p", description, title: "" },
        }),
      ],
    });
  const document = new Document({
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph("Report of {DOCUMENTATION_NAME}")] }) },
        footers: { default: new Footer({ children: [new Paragraph("Page {PAGE} of {PAGES}")] }) },
        children: create(docx, photo),
      },
    ],
  });
  return Packer.toBase64String(document);
}

/** A Word file written by LibreOffice: a tag cut into runs of different fonts, a condition, a table whose row is repeated, a loop. */
export const libreOfficeWordFile =
  "UEsDBBQACAgIAGCqel0AAAAAAAAAAAAAAAALAAAAX3JlbHMvLnJlbHOt0sFKAzEQBuB7n2KZe3e2VURks72I0JtIfYCQzO4Gm0xIplrf3lAKulBWwR4z+efnI6TdHP2+eqeUHQcFq7qBioJh68Kg4HX3tLyHTbdoX2ivpUTy6GKuyk7ICkaR+ICYzUhe55ojhXLTc/JayjENGLV50wPhumnuMP3sgG7SWW2tgrS1K6h2n5H+142eRFstGg0nWsZUtpM4yqVcp4FEgWXzXMb5lKhLM+Bl0PrvIO57Z+iRzcFTkEsuOgoFS3aepGOcE91cU2QOWdj/8kSnzBzp9pqkaeLb88HJoj2Pz5pFi5Of2X0BUEsHCOVy9kToAAAA0AIAAFBLAwQUAAgICABgqnpdAAAAAAAAAAAAAAAAEQAAAGRvY1Byb3BzL2NvcmUueG1sbZHNTsMwEITvPEXke+IEJISiJJU4cKISUqnE1djb1MV/srdN+/Y4CTVF5LYz+3ls7zars1bZCXyQ1rSkKkqSgeFWSNO3ZPv+kj+RLCAzgilroCUXCGTV3TXc1dx6ePPWgUcJIYtBJtTctWSP6GpKA9+DZqGIhInNnfWaYZS+p47xL9YDvS/LR6oBmWDI6BiYu5RIfiIFT5Hu6NUUIDgFBRoMBloVFf1lEbwOiwemzg2pJV4cLKLXZqLPQSZwGIZieJjQ+P6KfqxfN9NXc2nGUXEgXSN4zT0wtL5r6K2ItYDAvXQYRz43/xhRK2b6Y5xPBybfbiYkWePkFQu4jjvaSRDPl5ix4EXLw0mOe+3KiUhyvCIcPw/Acb4/iVijRAWzfS3/7br7BlBLBwgty4yUJwEAADcCAABQSwMEFAAICAgAYKp6XQAAAAAAAAAAAAAAABAAAABkb2NQcm9wcy9hcHAueG1snZBNb8IwDIbv+xVVxLVJqbqCUBq0adoJaTt0aLcqS13IlC8lKSr/fgE04IxP9mvrsf3S9aRVdgAfpDUNmuMCZWCE7aXZNeirfc+XKAuRm54ra6BBRwhozZ7op7cOfJQQskQwoUH7GN2KkCD2oHnAqW1SZ7Be85hKvyN2GKSANytGDSaSsihqAlME00OfuysQXYirQ3wU2ltxui9s26NLPEZb0E7xCIySW9rayFUrNbAiydeCvjinpOAxOcI28sfDx3kFWeAKL3A520gzTt33su7qKrsb6NILvyAiqYrZ6yhVn5eU3MNO5O3FajZ/xkWK88C/RsnNVfYHUEsHCEXR25L5AAAAmgEAAFBLAwQUAAgICABgqnpdAAAAAAAAAAAAAAAAEwAAAGRvY1Byb3BzL2N1c3RvbS54bWydzrEKwjAUheHdpwjZ21QHkdK0izg7VPeQ3rYBc2/ITYt9eyOC7o6HHz5O0z39Q6wQ2RFquS8rKQAtDQ4nLW/9pThJwcngYB6EoOUGLLt211wjBYjJAYssIGs5pxRqpdjO4A2XOWMuI0VvUp5xUjSOzsKZ7OIBkzpU1VHZhRP5Inw5+fHqNf1LDmTf7/jebyF7baN+Z9sXUEsHCOHWAICXAAAA8QAAAFBLAwQUAAgICABgqnpdAAAAAAAAAAAAAAAAHAAAAHdvcmQvX3JlbHMvZG9jdW1lbnQueG1sLnJlbHOtkU0KwjAQhfeeIszeplUQkaZuRHAr9QAxnbbBNgnJKHp7A4paKOLC5fx97zEvX1/7jl3QB22NgCxJgaFRttKmEXAot9MlrItJvsdOUlwJrXaBxRsTBLREbsV5UC32MiTWoYmT2vpeUix9w51UJ9kgn6XpgvtPBhQDJttVAvyuyoCVN4e/sG1da4Ubq849GhqR4IFuHYZIlL5BEvCok8gBPi4/+6d8bQ2V8tjh28Gr9c3E/K8/QKKY5ecXnp2nhUnOB+EWd1BLBwj5LzDAxQAAABMCAABQSwMEFAAICAgAYKp6XQAAAAAAAAAAAAAAABEAAAB3b3JkL2RvY3VtZW50LnhtbO1Y32/iOBB+v78iyj63BspSipauWOhuq21pVaj6eDKJE3x1bMt2oCzif79xnB/QhYpr+7K9Cgknnplvxp9nJnG+fH1MmDcjSlPBu379sOZ7hAcipDzu+nfj7wdt39MG8xAzwUnXXxDtfz3968u8E4ogTQg3HiBw3RFdP1W8o4MpSbA+SGighBaROQhE0hFRRAOSD35uobr+1BjZQSg3OhSScJBFQiXYwK2KkTMZ5L5Qo1ZrIUUYNhCvnlKpC7TZc/5nCSv05vt4nQsVSiUCojUQkTDnN8GUlzD12h4LtjilhdzHc6jwfM3lZiADJ6wQ9W+QZRiHEEbOXoYCePXaE7zRFEtSocWvQ/uhRCoLtCTYZ7UJVg+ptIxJ2NEJZdQssoVXQdWbr4vqKWcvw1vLn/rn/wbQKAGSoHMRc6HwhEElQSSeXZ4HiP4pFNREhAs7yuzvRmXDyCwY8eadGWZd/5xgW5h1H2X6NKSFpOamtMQBKMDshADP4KXRhIqed3BkCNRbvZEr/hMUloxExs0p6xJVYx6C+k0275jTGyWMeBCMecvBdf/OyozT2LSBSNCm5dXZcNwbX1wPd9qsa/897F2drTZUUUHRTp7G5NF8Azb34IlRTm5Tux84NcLPZ4C345a/RuMGic23InH5iUaenAKTevUd/rkXUc71kjBNVhc8xl5kZ5eIRtspMBOWDznkhN1DTNDjjo9Ojm3MZiEh/PAR7w4ZjC546MwOthmBwiVeiNSUoog+krAU9gljV9gFIKQDarS3AFmfz4gnwhiRPKOgaDzdDYA2g0GbvPxQNLSXMYx9wRxKs3mcF9PGdOOk0aoQC0vjoIpdNMU2Bu6/uLtfg97CZfANugE8byu2su0IRQpdwRroXxBAdgFJWqReIJiA1GvX7G+DzBdal1y/0L7YiheZoyc8zHqMxrxAC+BBT1Splxf47mK37bQvwIYb7YKb01DM7ZTKdjRTizAUVV79qZQKng6XUOnDNJlAFLsaxatL/E7KmEZmS/WiKnW2JlCWhB8J9H9PoNEMq93Zg6q29NbN6SM9/oT0WH4iOJh6BusH7fXPLy4Ht2fD1XLcG/3c+er0Fp3nIzv+iOzI8qA3HN2f3a6WyKbKMwmRNxNUvle+hzfsrDzyd+x3eoywRwdveXN+Pb5+38elnQkMIZLA5HrQtQpHHFZ2g+O88mQ8+uU6XL1+UssCnsJ1q33ULhTg5OC55maVjppWJ2s2Xf9zKzsbxanJlpUtcQoH8vIGXsZKrUiISst1OyfL/UDhj12cUQLYIQlogpmT2g8k9ni9pXcYWM+AKlgrFWXHYmo8yftVwQIqviag6jvd6b9QSwcI4zMyte4DAADsEwAAUEsDBBQACAgIAGCqel0AAAAAAAAAAAAAAAAPAAAAd29yZC9zdHlsZXMueG1szVbfT9swEH7fXxH5vaStKoYqAmJFiEpVNw3Yu+tcWoNjez6HUv762U6C0qZdobAfL619pzt/933nc07Pn3IRPYJBrmRCekddEoFkKuVynpC726vOCYnQUplSoSQkZAVIzs8+nS6HaFcCMHLxEofLhCys1cM4RraAnOKR0iCdL1Mmp9ZtzTxeKpNqoxgguvS5iPvd7nGcUy5JnaY3aCXKOTMKVWaPmMpjlWWcQUjlwnvdsMpFnSBnrwGSU/NQ6I7Lp6nlMy64XQUwJMrZcDyXytCZcNU6POTM1ZoqdgkZLYRFvzXfTLWtduHvSkmL0XJIkXGekAmfgXHplYxuwPCMONfiQuIOF1C0F8hpQi7hnv4oohsq0TsYrptifxg+O88jFQnpD2rLCDdtgsp5bQPZubtZP+h50RlNvWnGU4dqwTvjqQ+Mq5rizUr15i4cXGhtnKQXhVXXK70A+YLDmgKqhLpK2EwRt4gNPeWi7Uo79jU1dG6oXniMwTVOEzL1Qoogi6Q51GdV5lD3z6sgdtxAueSpWo6cQkaJOiSjAqGM8AzU5m4T8r+RlymhTI2HOmL/ruqB69fqcQ3UT4teS5HKEfUqiilC+lVueEufhCdbO27d+otKVzulRE0ZDyXOwN1q8JV3PSSaWTBuiPW7ZawqrOASJo/iP5J2Vv6OcEPRwUlb0dL2TmF26bJVleYtepMoDwB62gior/6r5XqTKhXBW0SpPAdP0y0q9N+lwgtzmzJ4Y+S9e4Vo9b3v6u+Ff6DCbKgsDunnY9LgeY3lwTaWDy1qwtG2CgrGbbWsN0/jJXg3jhHVXvYWlNq+j9lt06V6ziaO0WmRu87CHW3sG3d/G/MQzVv3ffcEP5SMsUzhqUVFaf0wIj5IuFv/feWfY3B3vIU5eKMX9wHg9zz3f762XcO3LO13I3idmre26T2r8zAXD2ZrTzbfoHaV9QrPfgFQSwcIhHLu7s8CAAAeDAAAUEsDBBQACAgIAGCqel0AAAAAAAAAAAAAAAASAAAAd29yZC9mb250VGFibGUueG1srVBBTsMwELzzCst36rQHhKKmFRLihHqg5QFbZ9NYsteR1yT097hOKyHIoaDe7J3ZmdlZrj+dFT0GNp4qOZ8VUiBpXxs6VPJ993L/KAVHoBqsJ6zkEVmuV3fLoWw8RRZpnbgcKtnG2JVKsW7RAc98h5SwxgcHMX3DQQ0+1F3wGpmTurNqURQPyoEheZYJ18j4pjEan73+cEhxFAloIaYLuDUdy9U5nRhKApdC74xDFhscxJt3QJmgWwiMJ04PtpJFIVXeA2fs8TINmZ6BzkTdXuY9BAN7iydIjWa/TLdHt/d20mtxa6+nRJm2mjyLB8P8T6tXs8eQyxZbDKbJrmDjJqEXnZ99q6lk81uX8D0ZEE8FG3u6Ps6fijo/ePUFUEsHCMHH2QgdAQAAVQMAAFBLAwQUAAgICABgqnpdAAAAAAAAAAAAAAAAEQAAAHdvcmQvc2V0dGluZ3MueG1sZZA9bsMwDIX3nsLQ3kgJ0D8jdraiS6ekB2BkOhYgiYJEx3VPX6ZG4KEbxe+Rj0/7w3fw1RVzcRQbtd0YVWG01Ll4adTX6f3xVVWFIXbgKWKjZizq0D7sp7ogs6hKJRtiqadGDcyp1rrYAQOUDSWMwnrKAVie+aInyl3KZLEUGQ1e74x51gFcVK2s/CEK1VQnzBYjyznGKH0DHfYwej7B+ciURHIF36gX87ZgGJk+5jRgBJYcd855xEVgKSTgtTout4swQpBUS9ednXc8f1KHStCY3b9MwdlMhXreyIimvncW/1Kpu+n26WapV0+9flX7C1BLBwidhAeM8QAAAG8BAABQSwMEFAAICAgAYKp6XQAAAAAAAAAAAAAAABMAAABbQ29udGVudF9UeXBlc10ueG1svZTLTsMwEEX3/YrIW5S4sEAIJe2CxxK6KGtk7ElqiB+y3dL+PeMkqlAVmpYWlvHMvefOOHI+Xas6WYHz0uiCXGZjkoDmRkhdFeRl/pjekOlklM83FnyCvdoXZBGCvaXU8wUo5jNjQWOlNE6xgJ+uopbxD1YBvRqPryk3OoAOaYgeZJLfQ8mWdUge1njcclFOkru2L6IKwqytJWcByzRWaa/OQe33CFda7KRLu2QZKpsev5DWX/xMsLraAUgVJ4vn/Yp3C/2SpoCaZ1y3kwKSGXPhiSlsoK9xEpqdeZ4+kjB85oz1eC0Osv2L38OL6tSiEbgg4TAiWh8PNGUpOaDHUqEkg7hoAeJYNl/6YNTJ+NbmQPincaK72a0Btv/HLTfo79CTpo5uODIH7/FdwAm2FcWkHszhw6YGf/4Ure8gvkTknL3Vv/jbhxJsrYd3ACGg5i+20Dl3EUY5bR7ryRdQSwcINewgvl4BAADbBQAAUEsBAhQAFAAICAgAYKp6XeVy9kToAAAA0AIAAAsAAAAAAAAAAAAAAAAAAAAAAF9yZWxzLy5yZWxzUEsBAhQAFAAICAgAYKp6XS3LjJQnAQAANwIAABEAAAAAAAAAAAAAAAAAIQEAAGRvY1Byb3BzL2NvcmUueG1sUEsBAhQAFAAICAgAYKp6XUXR25L5AAAAmgEAABAAAAAAAAAAAAAAAAAAhwIAAGRvY1Byb3BzL2FwcC54bWxQSwECFAAUAAgICABgqnpd4dYAgJcAAADxAAAAEwAAAAAAAAAAAAAAAAC+AwAAZG9jUHJvcHMvY3VzdG9tLnhtbFBLAQIUABQACAgIAGCqel35LzDAxQAAABMCAAAcAAAAAAAAAAAAAAAAAJYEAAB3b3JkL19yZWxzL2RvY3VtZW50LnhtbC5yZWxzUEsBAhQAFAAICAgAYKp6XeMzMrXuAwAA7BMAABEAAAAAAAAAAAAAAAAApQUAAHdvcmQvZG9jdW1lbnQueG1sUEsBAhQAFAAICAgAYKp6XYRy7u7PAgAAHgwAAA8AAAAAAAAAAAAAAAAA0gkAAHdvcmQvc3R5bGVzLnhtbFBLAQIUABQACAgIAGCqel3Bx9kIHQEAAFUDAAASAAAAAAAAAAAAAAAAAN4MAAB3b3JkL2ZvbnRUYWJsZS54bWxQSwECFAAUAAgICABgqnpdnYQHjPEAAABvAQAAEQAAAAAAAAAAAAAAAAA7DgAAd29yZC9zZXR0aW5ncy54bWxQSwECFAAUAAgICABgqnpdNewgvl4BAADbBQAAEwAAAAAAAAAAAAAAAABrDwAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLBQYAAAAACgAKAH0CAAAKEQAAAAA=";

/** An Excel file in base64, made by the library exceljs. */
export async function createExcelFile(fill: (workbook: import("exceljs").Workbook) => void): Promise<string> {
  const { default: ExcelJs } = await import("exceljs");
  const workbook = new ExcelJs.Workbook();
  fill(workbook);
  return Buffer.from(await workbook.xlsx.writeBuffer()).toString("base64");
}
