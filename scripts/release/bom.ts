import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library"
import type { Package } from "./packages.ts"

const licenceOf = (license: string): Models.License =>
  SPDX.isSupportedSpdxId(license) ? new Models.SpdxLicense(license) : new Models.LicenseExpression(license)

const componentOf = ({ name, version, license }: Package): Models.Component => {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`
  const licenses = new Models.LicenseRepository(license === "unknown" ? [] : [licenceOf(license)])
  return new Models.Component(Enums.ComponentType.Library, name, { version, bomRef: purl, purl, licenses })
}

/**
 * A software bill of materials in CycloneDX 1.6, as JSON. It contains no time and no serial number, so it is always the
 * same.
 */
export const bomOf = (version: string, packages: ReadonlyArray<Package>): string => {
  const program = new Models.Component(Enums.ComponentType.Application, "fettle", {
    version,
    bomRef: `fettle@${version}`,
    licenses: new Models.LicenseRepository([licenceOf("MIT")])
  })
  const bun = new Models.Component(Enums.ComponentType.Platform, "bun", {
    version: Bun.version,
    bomRef: `bun@${Bun.version}`,
    purl: `pkg:npm/bun@${Bun.version}`
  })
  const components = [bun, ...packages.map(componentOf)]
  for (const { bomRef } of components) program.dependencies.add(bomRef)
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: program }),
    components: new Models.ComponentRepository(components)
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
