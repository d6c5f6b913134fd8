import { Layer } from "effect"

/** A layer of any services. */
export type AnyLayer = Layer.Layer<never, never, unknown>

type Provided<L> = L extends Layer.Layer<infer Services, never, unknown> ? Services : never
type Needed<L> = L extends Layer.Layer<never, never, infer Services> ? Services : never

/** `Layer.mergeAll` for a list. The type keeps what each layer provides and needs. */
export const mergeEach = <L extends AnyLayer>(layers: ReadonlyArray<L>) =>
  layers.reduce<AnyLayer>((merged, layer) => Layer.merge(merged, layer), Layer.empty) as Layer.Layer<
    Provided<L>,
    never,
    Needed<L>
  >
