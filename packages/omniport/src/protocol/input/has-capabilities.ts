import { isObject } from '../../values/json/is-object.js'

type Members = Readonly<Record<string, unknown>>

/**
 * Whether capabilities have everything that is required, at every depth. More may be there. What is declared is an object:
 * `null` or `false` in its place declares nothing.
 */
export function hasCapabilities(capabilities: Members, required: Members): boolean {
  return Object.entries(required).every(([name, inner]) => {
    const declared = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined
    return isObject(inner) ? isObject(declared) && hasCapabilities(declared, inner) : declared === inner
  })
}
