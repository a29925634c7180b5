const constants = new WeakSet<object>()

/**
 * A JSON value that goes into many messages: frozen, with all there is in it. Nobody can change it, so a copy of a message
 * shares it; making it takes as long as many such copies. Give it what nobody else holds.
 */
export function constantJson<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) constantJson(member)
  constants.add(Object.freeze(value))
  return value
}

/** Whether a value was made by `constantJson`. */
export function isConstantJson(value: object): boolean {
  return constants.has(value)
}
