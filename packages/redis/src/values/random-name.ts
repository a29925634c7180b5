const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Random lower-case letters and digits. */
export function randomName(length: number): string {
  let name = ''
  while (name.length < length) {
    // Bytes that would make some digits more likely are left out.
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 252 && name.length < length) name += digits.charAt(byte % 36)
    }
  }
  return name
}
