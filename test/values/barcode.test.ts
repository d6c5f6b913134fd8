import { describe, expect, test } from "bun:test"
import { barcodeOf, printedBarcode } from "../../src/values/barcode.ts"

const printed = (text: string) => {
  const barcode = barcodeOf(text)
  return barcode === undefined ? undefined : printedBarcode(barcode)
}

describe("a barcode", () => {
  test("is EAN-13, EAN-8, UPC-A or GTIN-14, with spaces or hyphens", () => {
    expect(printed("3017620422003")).toBe("3017620422003")
    expect(printed(" 3-017620 422003 ")).toBe("3017620422003")
    expect(printed("96385074")).toBe("96385074")
    expect(printed("036000291452")).toBe("0036000291452")
    expect(printed("03017620422003")).toBe("3017620422003")
    expect(printed("10012345678902")).toBe("10012345678902")
  })
  test("may be a UPC-E, which stands for 12 digits", () => {
    expect(printed("04252614")).toBe("0042100005264")
    expect(printed("01234505")).toBe("0012000003455")
    expect(printed("01234531")).toBe("0012300000451")
    expect(printed("01234543")).toBe("0012340000053")
    expect(printed("01234558")).toBe("0012345000058")
    expect(printed("01234559")).toBeUndefined()
    expect(printed("01234565")).toBe("0012345000065")
    expect(printed("20123451")).toBe("20123451")
  })
  test("has a right check digit", () => {
    for (const text of ["3017620422004", "96385075", "036000291453", "00000000", "0000000000000"]) {
      expect(printed(text)).toBeUndefined()
    }
  })
  test("is nothing else", () => {
    for (const text of ["", "egg", "1234567", "123456789", "301762042200x", "301762042200300"]) {
      expect(printed(text)).toBeUndefined()
    }
  })
})
