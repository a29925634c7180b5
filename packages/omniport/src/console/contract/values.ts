/** Differs where the two sides no longer understand each other: the page then asks to be loaded again. */
export type ContractVersion = 1

/** Milliseconds since 1970. */
export type Time = number

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json }

/** A revision of the protocol: one of `ConsoleState.revisions`. */
export type Revision = string
