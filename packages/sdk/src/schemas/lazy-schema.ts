const methods = new WeakMap<object, string>()

/**
 * Returns a schema that is made when it is first looked at: a program that imports all of them pays for those it uses. Until then the
 * object is empty; any look at a member makes it the schema, with the members and the prototype that zod gives. `method` is that of
 * the request or the notification, for `methodOf`.
 */
export function lazySchema<T extends object>(build: () => T, method?: string): T {
  const prototype = new UnbuiltSchema(build)
  const schema = Object.create(new Proxy(Object.create(null) as object, prototype)) as T
  prototype.schema = schema
  if (method !== undefined) methods.set(schema, method)
  return schema
}

/** The method that a schema of `types.js` is for, without making it. Undefined for schemas of programs. */
export function methodOf(schema: object): string | undefined {
  return methods.get(schema)
}

/** Stands in for the prototype of a schema that is not made yet. */
class UnbuiltSchema<T extends object> implements ProxyHandler<object> {
  schema: T | undefined
  #build: (() => T) | undefined

  constructor(build: () => T) {
    this.#build = build
  }

  get(_: object, key: PropertyKey, receiver: unknown): unknown {
    return Reflect.get(this.#built(), key, receiver)
  }

  has(_: object, key: PropertyKey): boolean {
    return Reflect.has(this.#built(), key)
  }

  set(_: object, key: PropertyKey, value: unknown): boolean {
    return Reflect.set(this.#built(), key, value)
  }

  getPrototypeOf(): object | null {
    return Object.getPrototypeOf(this.#built()) as object | null
  }

  #built(): object {
    const { schema = {} } = this
    const build = this.#build
    if (build === undefined) return schema
    const built = build()
    this.#build = undefined
    Object.setPrototypeOf(schema, Object.getPrototypeOf(built) as object | null)
    for (const key of Reflect.ownKeys(built)) Object.defineProperty(schema, key, descriptorOf(built, key))
    return schema
  }
}

/** A member that zod 3.25 makes late can be made once only, on the object that zod made: it is read there. */
function descriptorOf(built: object, key: PropertyKey): PropertyDescriptor {
  const { get, ...descriptor } = Reflect.getOwnPropertyDescriptor(built, key) as PropertyDescriptor // of its own key
  return get === undefined ? descriptor : { ...descriptor, get: () => Reflect.get(built, key) as unknown }
}
