import type { Runtime } from './runtime.js'

/** `bytes` random bytes as hexadecimal text. 16 of them cannot be guessed. */
export function randomId(runtime: Runtime, bytes: number): string {
  return Array.from(runtime.randomBytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
