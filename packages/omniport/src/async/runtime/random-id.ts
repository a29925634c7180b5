import type { Runtime } from './runtime.js'

/** A number of random bytes as hexadecimal text. Nobody can guess 16 of them. */
export function randomId(runtime: Runtime, bytes: number): string {
  return Array.from(runtime.randomBytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
