/** Whether two types are the same; `any` is the same only as `any`. */
export type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only for `assert<Equals<A, B>>()` of equal types. */
export declare function assert<_T extends true>(): void
