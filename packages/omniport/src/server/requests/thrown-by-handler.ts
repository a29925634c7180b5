/**
 * Marks what a function of a definition (`run`, `before`, `read`, `get`) threw on its way to the answer, which may repeat it to
 * the peer. What is thrown beside these functions has no mark.
 */
export class ThrownByHandler {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

/** @throws ThrownByHandler always: for `catch`, and as the rejection handler of a promise. */
export function throwMarked(reason: unknown): never {
  throw new ThrownByHandler(reason)
}

/** Returns the value that was thrown, without its mark. */
export function withoutMark(thrown: unknown): unknown {
  return thrown instanceof ThrownByHandler ? thrown.reason : thrown
}
