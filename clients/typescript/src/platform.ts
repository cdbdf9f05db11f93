// What the client takes from the world it runs in, as far as the compiler of a program knows that world: a `lib` without
// `dom`, and no types of Node's, are enough. Only types.

/** The `fetch` of this world. */
export type Fetch = typeof globalThis extends { fetch: infer Known } ? Known : (...given: never[]) => Promise<unknown>;

/** The `AbortSignal` of this world. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } }
  ? Known
  : { readonly aborted: boolean };
