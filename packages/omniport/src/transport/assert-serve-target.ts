import { mustBe } from '../values/options/check-options.js'

/** Checks what a transport is given to serve, for programs without types. @throws TypeError with what serves it, and what was given. */
export function assertServeTarget(caller: string, target: unknown): void {
  const { serve } = Object(target) as { readonly serve?: unknown }
  if (typeof serve === 'function') return
  throw mustBe(`${caller}: the server`, 'what createServer or createGateway gives, or { serve }', target)
}
