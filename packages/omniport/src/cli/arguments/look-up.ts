import { toRecord } from './property-schemas.js'

/** Returns the part of a schema document that a local reference points to; undefined if there is none. */
export function lookUp(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined
  const steps = reference.slice(2).split('/')
  return steps.reduce((at: unknown, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.hasOwn(toRecord(at), name) ? toRecord(at)[name] : undefined
  }, root)
}
