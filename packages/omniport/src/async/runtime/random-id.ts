import { toHex } from '../../values/text/to-hex.js'
import type { Runtime } from './runtime.js'

/** `bytes` random bytes as hexadecimal text. 16 of them cannot be guessed. */
export function randomId(runtime: Runtime, bytes: number): string {
  return toHex(runtime.randomBytes(bytes))
}
