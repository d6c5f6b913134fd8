/** A stylesheet, imported as its text. */
declare module "*.css" {
  const text: string
  export default text
}
