const constants = new WeakSet<object>()

/**
 * Makes a JSON value for many messages: deeply frozen, so that copies of a message share it. Making it costs as much as many
 * such copies. Pass a value that no other code holds.
 */
export function constantJson<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) constantJson(member)
  constants.add(Object.freeze(value))
  return value
}

/** Tells if a value was made by `constantJson`. */
export function isConstantJson(value: object): boolean {
  return constants.has(value)
}
