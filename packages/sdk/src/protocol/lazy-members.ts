/** Where lazy members find what they are made of: a member that no copy and no comparison sees. */
const sourceOf = Symbol('sourceOf')

/**
 * Creates a function that gives an object members of its own, each made of `source` when it is first read. All objects share the
 * functions behind them: with functions of its own, each object would have a hidden class of its own, which is slow.
 */
export function lazyMembers<S>(
  readers: Readonly<Record<string, (source: S) => unknown>>,
): (target: object, source: S) => void {
  const members = Object.entries(readers).map(([name, read]) => [name, describe(name, read)] as const)
  return (target, source) => {
    Object.defineProperty(target, sourceOf, { value: source })
    for (const [name, descriptor] of members) Object.defineProperty(target, name, descriptor)
  }
}

function describe<S>(
  name: string,
  read: (source: S) => unknown,
): PropertyDescriptor & ThisType<{ readonly [sourceOf]: S }> {
  const fix = (target: object, value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
  }
  return {
    get() {
      const value = read(this[sourceOf])
      fix(this, value)
      return value
    },
    set(value: unknown) {
      fix(this, value)
    },
    enumerable: true,
    configurable: true,
  }
}
