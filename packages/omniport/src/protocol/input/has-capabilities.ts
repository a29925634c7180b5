import { isObject } from '../../values/json/is-object.js'

type Members = Readonly<Record<string, unknown>>

/**
 * Tells if capabilities have everything that is required, at every depth. They may have more. A declared capability is an
 * object: `null` or `false` declares nothing.
 */
export function hasCapabilities(capabilities: Members, required: Members): boolean {
  return Object.entries(required).every(([name, inner]) => {
    const declared = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined
    return isObject(inner) ? isObject(declared) && hasCapabilities(declared, inner) : declared === inner
  })
}
