/** Where lazy members find what they are made of: a member that no copy and no comparison sees. */
const sourceOf = Symbol('sourceOf')

interface SourceHolder<S> {
  readonly [sourceOf]: S
}

/**
 * Creates a function that gives an object members of its own, each made of `source` when it is first read. All objects share the
 * functions behind them: with functions of its own, each object would have a hidden class of its own, which is slow.
 */
export function lazyMembers<S>(
  readers: Readonly<Record<string, (source: S) => unknown>>,
): (target: object, source: S) => void {
  const members = Object.entries(readers).map(([name, read]) => {
    return [name, lazyMember(name, (owner: SourceHolder<S>) => read(owner[sourceOf]), true)] as const
  })
  return (target, source) => {
    Object.defineProperty(target, sourceOf, { value: source })
    for (const [name, descriptor] of members) Object.defineProperty(target, name, descriptor)
  }
}

/** Describes a member that is made when it is first read, and then a member of the object that it was read of. */
export function lazyMember<O extends object>(
  name: string,
  read: (owner: O) => unknown,
  enumerable: boolean,
): PropertyDescriptor & ThisType<O> {
  const fix = (owner: O, value: unknown): void => {
    Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true })
  }
  return {
    get() {
      const value = read(this)
      fix(this, value)
      return value
    },
    set(value: unknown) {
      fix(this, value)
    },
    enumerable,
    configurable: true,
  }
}
