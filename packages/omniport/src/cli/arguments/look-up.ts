import { toRecord } from './property-schemas.js'

/** What a reference within a schema document points at; undefined for what is not there, or not in it. */
export function lookUp(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined
  const steps = reference.slice(2).split('/')
  return steps.reduce((at: unknown, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.hasOwn(toRecord(at), name) ? toRecord(at)[name] : undefined
  }, root)
}
