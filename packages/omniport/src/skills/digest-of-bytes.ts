import { toHex } from '../values/text/to-hex.js'

/** The digest of the bytes of a file, as the entry of a skill has it. spec: extensions/skills#integrity-and-verification */
export async function digestOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha256:${toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))}`
}
