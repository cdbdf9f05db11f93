// Types of the runtime, as far as the program's compiler knows them: a `lib` without `dom` and without Node's types is
// enough.

/** The runtime's `fetch`. */
export type Fetch = typeof globalThis extends { fetch: infer Known } ? Known : (...given: never[]) => Promise<unknown>;

/** The runtime's `AbortSignal`. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } }
  ? Known
  : { readonly aborted: boolean };
