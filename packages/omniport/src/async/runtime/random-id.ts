import { toHex } from '../../values/text/to-hex.js'
import type { Runtime } from './runtime.js'

/** A number of random bytes as hexadecimal text. Nobody can guess 16 of them. */
export function randomId(runtime: Runtime, bytes: number): string {
  return toHex(runtime.randomBytes(bytes))
}
